import { expect, test } from 'vitest'
import { dayNumber } from '../../api/dates/day.ts'
import { booksOf } from '../../books/testing/made-books.ts'
import { recentTrouble } from './recent.ts'

test('what is in flight for more than a week is stuck, and what failed is compared with the week before', () => {
  // The books end on 22 November 2026.
  const rows = [
    ['pending', '2026-11-22'],
    ['processing', '2026-11-15'],
    ['confirming', '2026-11-14'],
    ['pending', '2026-10-01'],
    ['pending', null],
    ['completed', '2026-01-01'],
    ['failed', '2026-11-16'],
    ['rejected', '2026-11-22'],
    ['failed', '2026-11-15'],
    ['failed', '2026-11-09'],
    ['failed', '2026-11-08'],
    ['cancelled', '2026-11-22'],
    ['rejected', null],
    ['on hold', '2026-10-01'],
    ['on hold', '2026-11-20'],
    [null, null],
  ] as const
  const books = booksOf(rows.map(([status, day], index) => [{ transaction_id: `t${index}`, status }, day]))
  expect(recentTrouble(books)).toEqual({
    stuck: [
      { status: 'pending', count: 1, filter: { end_date: '2026-11-14', status: 'pending' } },
      { status: 'confirming', count: 1, filter: { end_date: '2026-11-14', status: 'confirming' } },
    ],
    oldest: { id: 't3', day: dayNumber('2026-10-01') },
    ended: [
      {
        status: 'failed',
        count: 1,
        filter: { start_date: '2026-11-16', end_date: '2026-11-22', status: 'failed' },
      },
      {
        status: 'rejected',
        count: 1,
        filter: { start_date: '2026-11-16', end_date: '2026-11-22', status: 'rejected' },
      },
    ],
    endedBefore: [
      {
        status: 'failed',
        count: 2,
        filter: { start_date: '2026-11-09', end_date: '2026-11-15', status: 'failed' },
      },
    ],
    // The unknown ones are counted where their day lets them belong.
    mayBeStuck: { undated: 1, unknown: 2 },
    mayHaveEnded: { undated: 1, unknown: 2 },
  })
})
