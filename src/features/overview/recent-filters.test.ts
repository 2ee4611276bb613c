import { expect, test } from 'vitest'
import { dayNumber } from '../../contract/day.ts'
import { recentFilters } from './recent-filters.ts'

test('ages follow each other without a gap, and a week of failures is held against the week before', () => {
  const open = { status: ['pending', 'processing', 'confirming'] }
  const ended = { status: ['failed', 'rejected'] }
  expect(recentFilters(dayNumber('2026-11-22') ?? 0)).toEqual({
    over: { ...open, end_date: '2026-11-14' },
    week: { ...open, start_date: '2026-11-15', end_date: '2026-11-21' },
    today: { ...open, start_date: '2026-11-22', end_date: '2026-11-22' },
    failed: { ...ended, start_date: '2026-11-16', end_date: '2026-11-22' },
    failedBefore: { ...ended, start_date: '2026-11-09', end_date: '2026-11-15' },
  })
})
