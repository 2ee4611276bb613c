import { describe, expect, it } from 'vitest'
import type { SearchAnswer, SearchGroup, TransactionHit } from '../../contract/search.ts'
import { answerItems, answerNotes, chipsOf, nothingInWords } from './answers.ts'

const nothing: SearchAnswer = {
  ...{ from: 'store', revision: 'a.1', as_of: '', read_whole: null, completeness: 'complete' },
  ...{ text: '', groups: [], offer: null, unknown: [], remarks: [], not_searched: [] },
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

describe('an offer', () => {
  it('has its chips, its true count and its link, and stands for the group that it is', () => {
    const offer = { filter: hundred.filter ?? {}, names: {}, total: 12_345, undecided: 2, hits: [] }
    expect(shown({ offer, groups: [hundred] })).toEqual([
      'Transactions: Amount: exactly 100 (12,345 transactions, 2 more may be in the period) /transactions?amount_from=100&amount_to=100',
      'Transactions: Open transaction tx-1 (100 ETH · Failed) /transactions/tx-1',
    ])
  })

  it.each([
    [{ status: ['failed', 'rejected'] }, ['Status: Failed, Rejected']],
    [{ transaction_type: ['change pool'] }, ['Type: Change pool']],
    [{ start_date: ['2026-11-05'] }, ['Date: from 2026-11-05']],
    [{ end_date: ['2026-11-05'] }, ['Date: until 2026-11-05']],
    [{ start_date: ['2026-11-05'], end_date: ['2026-11-05'] }, ['Date: 2026-11-05']],
    [{ start_date: ['2026-11-01'], end_date: ['2026-11-05'] }, ['Date: 2026-11-01 – 2026-11-05']],
    [{ destination_id: ['wls_1'], amount_over: ['5'] }, ['To: Kraken', 'Amount: over 5']],
  ])('%j', (filter, expected) => {
    const chips = chipsOf({ filter, names: { wls_1: 'Kraken' } })
    expect(chips.map(({ label, value }) => `${label}: ${value}`)).toEqual(expected)
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
  expect(answerNotes({ ...nothing, unknown: ['foo bar'], not_searched: ['whitelists'] })).toEqual([
    '“foo bar” is not understood.',
    'Not searched, because it could not be read: whitelists.',
  ])
})
