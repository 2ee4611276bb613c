import { expect, test } from 'vitest'
import { evidenceText, filterWords } from './ExportDialog.tsx'

const transactions = (filter: Readonly<Record<string, string>>) => ({ list: 'transactions', filter }) as const

test.each([
  [transactions({}), 'No filter'],
  [transactions({ status: 'pending', asset_id: 'E\u202eTH' }), 'Pending · Asset EU+202ETH'],
  [transactions({ transaction_type: 'change pool' }), 'Change pool'],
  [
    transactions({ start_date: '2026-10-01', end_date: '2026-10-31', status: 'x' }),
    '2026-10-01 – 2026-10-31 · Status x',
  ],
  [transactions({ end_date: '2026-10-31' }), 'until 2026-10-31'],
] as const)('the filter of %j is called %j', (query, words) => {
  expect(filterWords(query)).toBe(words)
})

test('evidence is said beforehand to hold other records, and how many at most', () => {
  expect(evidenceText(transactions({ status: 'failed' }), 1300, 20)).toContain(
    'up to 1,280 other transactions',
  )
  expect(evidenceText(transactions({ amount_from: '5' }), 1300, 20)).toContain(
    'all records of the account are in it: 1,300',
  )
  expect(evidenceText(transactions({}), null, null)).toMatch(/their records are in it too\.$/)
})
