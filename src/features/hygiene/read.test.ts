import { describe, expect, test } from 'vitest'
import type { Transaction, Whitelist } from '../../api/records.ts'
import { refusal } from '../../api/testing/refusal.ts'
import type { WholeList } from '../../api/walk/cross-check.ts'
import { csvText } from '../../files/writer.ts'
import { doubtsOf, isWhole, type ReviewProgress, readReview } from './read.ts'
import { type Reported, reportOf } from './report.ts'
import { transaction, whitelist } from './testing/records.ts'
import { other, xrp } from './testing/reviews.ts'
import { sentenceOf } from './words.ts'

/** A list that stands still. */
function listOf<R>(records: readonly R[], identity: (record: R) => string | null): WholeList<R> {
  return wholeList(
    async ({ limit, offset }) => ({
      records: records.slice(offset, offset + limit),
      timestamp: null,
      receivedAt: '',
    }),
    identity,
  )
}

function wholeList<R>(read: WholeList<R>['read'], identity: (record: R) => string | null): WholeList<R> {
  return { read, identity, crossFilters: [] }
}

const whitelist_id = ({ whitelist_id }: Whitelist) => whitelist_id
const transactionId = ({ transaction_id }: Transaction) => transaction_id

const one = `0x${'a'.repeat(40)}`
const whitelists = [whitelist('=a', { address: one }), whitelist('b', { address: one, asset: 'USDC' })]
const transactions = Array.from({ length: 25 }, (_, at) =>
  transaction({ id: `t${at}`, to: at % 5 === 0 ? `0x${'b'.repeat(40)}` : one, named: 'b', asset: 'USDC' }),
)

function review(
  sources = {
    whitelists: listOf(whitelists, whitelist_id),
    transactions: listOf(transactions, transactionId),
  },
) {
  const told: ReviewProgress[] = []
  const done = readReview({
    signal: new AbortController().signal,
    onProgress: (progress) => told.push(progress),
    onWait: () => {},
    pageSize: 10,
    sources,
  })
  return { done, told }
}

describe('a review', () => {
  test('reads whitelists and then transactions, page after page, and says how far it is', async () => {
    const { done, told } = review()
    const read = await done
    expect(sentenceOf(read)).toBe('3 findings in 2 whitelists with 2 addresses')
    expect(isWhole(read)).toBe(true)
    expect(read.transactions).toBe(25)
    const lists = told.map(({ list }) => list)
    expect(lists).toEqual([...lists].sort().reverse())
    expect(told.at(-1)).toMatchObject({ list: 'transactions', rows: 25 })
  })

  test('of what cannot be proved whole says of which list', async () => {
    const sources = {
      whitelists: listOf(whitelists, whitelist_id),
      // Turns no pages.
      transactions: wholeList(
        async () => ({ records: transactions.slice(0, 10), timestamp: null, receivedAt: '' }),
        transactionId,
      ),
    }
    const read = await review(sources).done
    expect(isWhole(read)).toBe(false)
    expect(doubtsOf(read).every((doubt) => doubt.startsWith('Transactions: '))).toBe(true)
  })

  test('fails as its lists do', async () => {
    const refused = wholeList<Transaction>(async () => {
      throw refusal('ERR-02')
    }, transactionId)
    const sources = { whitelists: listOf(whitelists, whitelist_id), transactions: refused }
    await expect(review(sources).done).rejects.toMatchObject({ failure: { code: 'ERR-02' } })
  })
})

function csvOf(reported: Reported): string {
  const { columns, rows } = reportOf(reported, '/whitelists/hygiene')
  return csvText([columns, ...rows])
}

describe('its files', () => {
  test('hold each finding with its evidence, and no formula', async () => {
    const reported = { review: await review().done, service: 'http://service', account: null }
    const [header = '', ...lines] = csvOf(reported).split('\r\n').slice(0, -1)
    const rows = lines.map((line) =>
      Object.fromEntries(
        [...line.matchAll(/(?:^|,)(?:"([^"]*)"|([^,]*))/g)].map(([, quoted, plain], at) => [
          header.split(',')[at],
          quoted ?? plain,
        ]),
      ),
    )
    expect(rows.map(({ finding, kind, evidence }) => [finding, kind, evidence])).toEqual([
      ['1', 'unlisted-withdrawal', 'withdrawals'],
      ['2', 'several-names', 'entry'],
      ['2', 'several-names', 'entry'],
      ['3', 'never-used', 'entry'],
    ])
    expect(rows[0]).toMatchObject({ completed: '5', completed_amount: '5', asset_id: 'USDC', whole: 'yes' })
    expect(rows[2]).toMatchObject({
      whitelist_id: 'b',
      transactions: '20',
      transaction_ids: 't1 t2 t3 t4 t6',
    })
    expect(rows[3]).toMatchObject({ whitelist_id: "'=a", transactions: '0' })
  })

  test('are made from a table in which every row has every column, untouched', async () => {
    const { columns, rows } = reportOf(
      { review: await review().done, service: '', account: null },
      '/whitelists/hygiene',
    )
    expect(rows.map((cells) => cells.length)).toEqual(rows.map(() => columns.length))
    expect(rows.map((cells) => cells[columns.indexOf('whitelist_id')])).toEqual(['b', '=a', 'b', '=a'])
  })

  test('hold the same as JSON, untouched', async () => {
    const reported = { review: await review().done, service: 'http://service', account: 'acc' }
    expect(reportOf(reported, '/whitelists/hygiene').json).toMatchObject({
      format: 'custody-console/hygiene',
      whole: true,
      account: 'acc',
      lists: { transactions: { rows: 25 } },
      findings: [
        {
          kind: 'unlisted-withdrawal',
          named_as: [{ id: 'b', is_listed: true }],
          addresses: [{ completed_sums: [{ asset_id: 'USDC', amount: '5' }] }],
        },
        { kind: 'several-names', addresses: [{ entries: [{ whitelist_id: '=a' }, { whitelist_id: 'b' }] }] },
        { kind: 'never-used', severity: 'low' },
      ],
    })
  })

  test('name in each row the transactions that it counts, and no others', async () => {
    const sent = [
      transaction({ id: 'eth', to: other }),
      transaction({ id: 'usdc', to: other, asset: 'USDC' }),
      transaction({ id: 'xrp', to: xrp.address, asset: 'XRP', network: 'XRP', named: 'x', memo: '8' }),
    ]
    const lists = {
      whitelists: listOf([whitelist('x', { ...xrp, memo: '7' })], whitelist_id),
      transactions: listOf(sent, transactionId),
    }
    const reported = { review: await review(lists).done, service: '', account: null }
    const { columns, rows } = reportOf(reported, '/whitelists/hygiene')
    const wanted = ['kind', 'evidence', 'memo', 'transactions', 'transaction_ids']
    expect(rows.map((cells) => wanted.map((name) => cells[columns.indexOf(name)]))).toEqual([
      ['unlisted-withdrawal', 'withdrawals', null, '1', 'eth'],
      ['unlisted-withdrawal', 'withdrawals', null, '1', 'usdc'],
      ['other-memo', 'entry', '7', '1', 'xrp'],
      ['other-memo', 'withdrawals', '8', '1', 'xrp'],
    ])
  })
})
