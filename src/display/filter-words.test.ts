import { expect, test } from 'vitest'
import { amountsInWords, wordsOfFilter } from './filter-words.ts'

test.each([
  [{}, 'No filter'],
  [{ status: 'pending', asset_id: 'E\u202eTH' }, 'Pending · Asset EU+202ETH'],
  [{ status: ['pending', 'failed'] }, 'Pending or Failed'],
  [{ status: ['confirming', 'pending', 'processing'] }, 'In flight'],
  [{ transaction_type: 'change pool' }, 'Change pool'],
  [{ amount_over: '5', asset_id: 'ETH' }, 'Amount over 5 · Asset ETH'],
  [{ start_date: '2026-10-01', end_date: '2026-10-31', status: 'x' }, '2026-10-01 – 2026-10-31 · Status x'],
  [{ end_date: '2026-10-31' }, 'until 2026-10-31'],
  [
    { changed_since: '2026-11-27T17:40:00.5Z', changed_to: ['failed', 'rejected'], asset_id: 'ETH' },
    'Changed to failed or rejected, since 2026-11-27 17:40:00 UTC · Asset ETH',
  ],
  [
    { changed_to: 'new', changed_since: '2026-11-27T17:40:00Z' },
    'Changed new, since 2026-11-27 17:40:00 UTC',
  ],
])('the filter %j is called %j', (filter, words) => {
  expect(wordsOfFilter(filter)).toBe(words)
})

test.each([
  [{}, ''],
  [{ amount_from: '1' }, 'at least 1'],
  [{ amount_over: '1' }, 'over 1'],
  [{ amount_to: ['5'] }, 'at most 5'],
  [{ amount_under: '5' }, 'under 5'],
  [{ amount_from: '1', amount_to: '5' }, '1 – 5'],
  [{ amount_from: '1', amount_to: '1' }, 'exactly 1'],
  [{ amount_over: '1', amount_to: '5' }, 'over 1, at most 5'],
  [{ amount_from: '1', amount_under: '5' }, 'at least 1, under 5'],
])('the amounts of %j are called %j', (filter, words) => {
  expect(amountsInWords(filter)).toBe(words)
})
