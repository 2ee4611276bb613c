import { describe, expect, it } from 'vitest'
import type { SearchAnswer, SearchFigure, SearchGroup, TransactionHit } from '../../contract/search.ts'
import {
  answerItems,
  figureLink,
  figureSentence,
  nothingInWords,
  notSearchedNotes,
  readingNotes,
} from './answers.ts'
import { hrefAt } from './items.ts'

const nothing: SearchAnswer = {
  ...{ from: 'store', revision: 'a.1', as_of: '', read_whole: null, completeness: 'complete' },
  ...{
    text: '',
    answer: null,
    groups: [],
    offer: null,
    choices: [],
    unknown: [],
    remarks: [],
    not_searched: [],
  },
}

const hit: TransactionHit = {
  ...{ kind: 'transaction', transaction_id: 'tx-1', transaction_type: 'deposit', status: 'failed' },
  ...{ amount: '100', asset_id: 'ETH', match: null },
}

const hundred: SearchGroup = {
  kind: 'transactions',
  looked_for: 'transactions of exactly 100',
  total: 12_345,
  hits: [hit],
  filter: { amount_from: ['100'], amount_to: ['100'] },
}

/** "group: label (note) link" */
const shown = (answer: Partial<SearchAnswer>) =>
  answerItems({ ...nothing, ...answer }).map(({ group, about, label, note, act }) =>
    [`${group}: ${about === undefined ? '' : `${about} `}${label} (${note})`, 'href' in act && act.href].join(
      ' ',
    ),
  )

describe('what was found', () => {
  it('leads to the list of all, by its true number, and to each', () => {
    expect(shown({ groups: [hundred] })).toEqual([
      'Transactions: 12,345 transactions of exactly 100 (List) /transactions?amount_from=100&amount_to=100',
      'Transactions: Open transaction tx-1 (100 ETH · Failed) /transactions/tx-1',
    ])
  })

  it('shows the line of a note that has the words', () => {
    const match = { field: 'note', text: 'Payroll of October' } as const
    const group = {
      ...hundred,
      looked_for: 'transactions with “payroll”',
      total: 1,
      filter: { text: ['payroll'] },
    }
    expect(shown({ groups: [{ ...group, hits: [{ ...hit, match }] }] })).toEqual([
      'Notes, memos and hashes: Note Payroll of October (100 ETH · Failed) /transactions/tx-1',
    ])
  })

  it('leads to a party and to its transactions at either end, where it has any', () => {
    const party = { id: 'v-1', name: 'Treasury', type: 'cold', sent: 3, received: 0 }
    const group = { looked_for: '', total: 1, filter: null }
    expect(
      shown({
        groups: [
          { ...group, kind: 'vaults', hits: [{ kind: 'vault', ...party }] },
          { ...group, kind: 'parties', hits: [{ kind: 'party', ...party, id: 'p-1', received: 1 }] },
        ],
      }),
    ).toEqual([
      'Vaults: Treasury (cold vault) /vaults/v-1',
      'Transactions: From Treasury (3 transactions) /transactions?source_id=v-1',
      'Transactions: From Treasury (3 transactions) /transactions?source_id=p-1',
      'Transactions: To Treasury (1 transaction) /transactions?destination_id=p-1',
    ])
  })

  it('leads from an asset to its transactions and its balances', () => {
    const group = { kind: 'assets', looked_for: '', total: 1, filter: null } as const
    expect(shown({ groups: [{ ...group, hits: [{ kind: 'asset', id: 'ETH', name: 'Ether' }] }] })).toEqual([
      'Assets: ETH (Ether · transactions) /transactions?asset_id=ETH',
      'Assets: ETH (Ether · balances) /balances?asset_id=ETH',
    ])
  })
})

it('has the few that a sentence finds, and no second way to its list', () => {
  const offer = { filter: hundred.filter ?? {}, hits: [hit] }
  expect(shown({ offer, groups: [{ ...hundred, total: 2 }] })).toEqual([
    'Transactions: Open transaction tx-1 (100 ETH · Failed) /transactions/tx-1',
    'Transactions: Open transaction tx-1 (100 ETH · Failed) /transactions/tx-1',
  ])
})

describe('a figure', () => {
  const row = {
    ...{ about: '', amount: '2872103.30', asset: 'USDC_ETH', text: 'in 23 · last 2026-11-26' },
    ...{ apart: ['2 did not complete (340,095.43)'], href: null },
  }
  const figure: SearchFigure = {
    ...{
      title: 'Sent to Kraken',
      rows: [row],
      more: 0,
      remarks: [],
      doubts: [],
      records: 25_000,
      file: null,
    },
    link: { label: 'Open list', href: '/transactions?destination_id=wls_1&sort=amount%3Adesc' },
  }
  const copied = (of: SearchFigure) => figureSentence(of, '2026-11-26T16:03:12Z', 'https://console.example/x')

  it('is copied as a sentence, with what is not in it and a whole link', () => {
    expect(copied(figure)).toBe(
      'Sent to Kraken: 2,872,103.30 USDC_ETH in 23, last 2026-11-26; 2 did not complete (340,095.43).\n25,000 transactions read, as of 2026-11-26 16:03:12 UTC.\nhttps://console.example/x',
    )
  })

  it('is copied without what would turn or hide the text of a service, and without a count that is not known', () => {
    expect(copied({ ...figure, title: 'Sent to a\u202eb', rows: [], records: null })).toBe(
      'Sent to aU+202Eb:\nAs of 2026-11-26 16:03:12 UTC.\nhttps://console.example/x',
    )
  })

  it('is copied with a line for each row, and with every doubt', () => {
    const none = { ...row, about: 'Deposit', amount: null, text: 'None completed', apart: [] }
    const doubts = ['3 more transactions may be in this period.']
    expect(
      copied({ ...figure, rows: [row, none], doubts })
        .split('\n')
        .slice(1, 4),
    ).toEqual([
      '2,872,103.30 USDC_ETH in 23, last 2026-11-26; 2 did not complete (340,095.43)',
      'Deposit: USDC_ETH: None completed',
      '3 more transactions may be in this period. 25,000 transactions read, as of 2026-11-26 16:03:12 UTC.',
    ])
  })

  it('replaces the filter of the list where it is, and keeps its page size', () => {
    const at = (pathname: string) =>
      hrefAt(figureLink(figure), { pathname, search: '?status=failed&limit=10&sort=fee:asc' })
    expect(at('/vaults')).toBe(figure.link.href)
    expect(at('/transactions')).toBe('/transactions?destination_id=wls_1&limit=10&sort=amount%3Adesc')
  })
})

it('says of what was looked for that it was not found, by its name', () => {
  const none = { total: 0, hits: [], filter: null }
  expect(
    nothingInWords([
      { ...none, kind: 'vaults', looked_for: 'vaults with “foo” in a name' },
      { ...none, kind: 'transactions', looked_for: 'transactions of exactly 5' },
      { ...none, kind: 'parties', looked_for: 'parties with “foo” in a name' },
      hundred,
    ]),
  ).toEqual(['No vaults or parties with “foo” in a name.', 'No transactions of exactly 5.'])
})

it('notes what is not understood and what could not be searched', () => {
  expect(readingNotes({ ...nothing, unknown: ['foo bar'], remarks: ['Why.'] })).toEqual([
    '“foo bar” is not understood.',
    'Why.',
  ])
  expect(notSearchedNotes({ ...nothing, not_searched: ['whitelists'] })).toEqual([
    'Not searched, because it could not be read: whitelists.',
  ])
})
