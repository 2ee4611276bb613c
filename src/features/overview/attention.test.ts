import { expect, test } from 'vitest'
import { booksOf } from '../../books/testing/made-books.ts'
import { recentCounts } from './attention.ts'

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

const open = ['pending', 'processing', 'confirming']
const ended = ['failed', 'rejected']

test('what is in flight is counted by age, and what failed is held against the week before', () => {
  expect(recentCounts(books, true)).toEqual({
    dates: 'known',
    inFlight: { count: 5, filter: { status: open } },
    ages: [
      { count: 2, filter: { status: open, end_date: '2026-11-14' } },
      { count: 1, filter: { status: open, start_date: '2026-11-15', end_date: '2026-11-21' } },
      { count: 1, filter: { status: open, start_date: '2026-11-22', end_date: '2026-11-22' } },
    ],
    failed: {
      week: { count: 2, filter: { status: ended, start_date: '2026-11-16', end_date: '2026-11-22' } },
      weekBefore: { count: 2, filter: { status: ended, start_date: '2026-11-09', end_date: '2026-11-15' } },
    },
    undated: { inFlight: 1, failed: 1 },
    unknown: 2,
  })
})

test('without dates only what is in flight is counted', () => {
  const { transactions } = books
  const days = { ...transactions.days, failure: 'ignored' } as const
  const undated = { ...books, transactions: { ...transactions, days } }
  for (const [counts, dates] of [
    [recentCounts(books, false), 'unread'],
    [recentCounts(undated, true), 'none'],
  ] as const)
    expect(counts).toMatchObject({ dates, inFlight: { count: 5 }, ages: [], failed: null })
})
