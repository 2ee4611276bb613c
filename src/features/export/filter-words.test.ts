import { expect, test } from 'vitest'
import { wordsOfFilter } from './filter-words.ts'

test.each([
  [{}, 'No filter'],
  [{ status: 'pending', asset_id: 'E\u202eTH' }, 'Pending · Asset EU+202ETH'],
  [{ status: ['pending', 'failed'] }, 'Pending or Failed'],
  [{ transaction_type: 'change pool' }, 'Change pool'],
  [{ start_date: '2026-10-01', end_date: '2026-10-31', status: 'x' }, '2026-10-01 – 2026-10-31 · Status x'],
  [{ end_date: '2026-10-31' }, 'until 2026-10-31'],
])('the filter %j is called %j', (filter, words) => {
  expect(wordsOfFilter(filter)).toBe(words)
})
