import { expect, test } from 'vitest'
import { booksOf } from '../../books/testing/made-books.ts'
import { recentCounts } from './recent.ts'

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
  [null, null],
] as const
const books = booksOf(rows.map(([status, day], index) => [{ transaction_id: `t${index}`, status }, day]))

test('what is in flight for more than a week is counted, and what failed is held against the week before', () => {
  const any = {}
  const old = { end_date: '2026-11-14' }
  const week = { start_date: '2026-11-16', end_date: '2026-11-22' }
  const weekBefore = { start_date: '2026-11-09', end_date: '2026-11-15' }
  expect(recentCounts(books, true)).toEqual({
    dates: 'known',
    counts: [
      countOf('pending', 1, [3, any], [1, old]),
      countOf('processing', 0, [1, any], [0, old]),
      countOf('confirming', 0, [1, any], [1, old]),
      countOf('failed', 0, [1, week], [2, weekBefore]),
      countOf('rejected', 1, [1, week], [0, weekBefore]),
    ],
    unknown: 2,
    ended: books.ended,
  })
})

type Expected = readonly [count: number, dates: object]

function countOf(status: string, undated: number, recent: Expected, earlier: Expected) {
  const listed = ([count, dates]: Expected) => ({ count, filter: { ...dates, status } })
  return { status, undated, recent: listed(recent), earlier: listed(earlier) }
}

test('without dates only what is in flight is counted', () => {
  const { transactions } = books
  const days = { ...transactions.days, failure: 'ignored' } as const
  const undated = { ...books, transactions: { ...transactions, days } }
  for (const [known, dates] of [
    [recentCounts(books, false), 'unread'],
    [recentCounts(undated, true), 'none'],
  ] as const) {
    expect(known.dates).toBe(dates)
    expect(known.counts.map(({ recent, earlier }) => [recent?.count, earlier])).toEqual([
      ...[
        [3, null],
        [1, null],
        [1, null],
      ],
      ...[
        [undefined, null],
        [undefined, null],
      ],
    ])
  }
})
