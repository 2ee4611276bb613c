import { expect, test } from 'vitest'
import { evidenceText, filterWords } from './ExportDialog.tsx'

const transactions = (filter: Readonly<Record<string, string>>) => ({ list: 'transactions', filter }) as const

test.each([
  [transactions({}), 'No filter'],
  [transactions({ status: 'pending', asset_id: 'E\u202eTH' }), 'Pending · Asset EU+202ETH'],
  [transactions({ transaction_type: 'change pool' }), 'Change pool'],
  [
    transactions({ start_date: '2026-10-01', end_date: '2026-10-31', status: 'x' }),
    'October 2026 · Status x',
  ],
  [transactions({ start_date: '2026-02-30', end_date: '2026-03-01' }), '2026-02-30 to 2026-03-01'],
  [transactions({ start_date: '2026-10-02', end_date: '2026-10-02' }), '2026-10-02'],
  [transactions({ start_date: '2026-10-01T12:00:00Z' }), 'From 2026-10-01T12:00:00Z'],
  [transactions({ end_date: '2026-10-31' }), 'To 2026-10-31'],
  [{ list: 'balances', filter: {} }, 'No filter'],
  [{ list: 'balances-warm', filter: { asset_id: 'ETH' } }, 'Warm · Asset ETH'],
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
