/** The moments at which reports and lists tell transactions apart, and the books divided by them. */
import { type DateParameters, type DayZone, dayLength, dayOf, rangeOf } from '../contract/day.ts'
import { eachDay } from '../settlement/edges.ts'
import type { Books } from './books.ts'
import { dividedTable, type Edge } from './transaction-table.ts'

/** The books with the days of these edges, for a report that tells their periods apart and nothing finer. */
export function dividedBooks(books: Books, edges: readonly Edge[]): Books {
  const { transactions, ended } = books
  const name = edges.map(({ at, day }) => `${at} ${day}`).join()
  const cached = divided.get(books)
  if (cached?.name === name) return cached.books
  const table = dividedTable(transactions.table, edges, dayOf(Date.parse(ended), 'utc'))
  const made = { ...books, transactions: { ...transactions, table } }
  divided.set(books, { name, books: made })
  return made
}

/** The last division of each: a report is made more often than its edges change. */
const divided = new WeakMap<Books, { readonly name: string; readonly books: Books }>()

/**
 * Every day on which a transaction can have been recorded, or only those of a filter's dates: for what names the days of some.
 */
export function allDays(
  { ended }: Pick<Books, 'ended'>,
  filter: { readonly start_date?: string; readonly end_date?: string } = {},
  zone: DayZone = 'utc',
): readonly Edge[] {
  const today = dayOf(Date.parse(ended), 'utc')
  const { first = 0, last = today + 1 } = rangeOf(filter, (today + 1) * dayLength) ?? {}
  return eachDay({ first: Math.max(first, today - furthestDays), last: Math.min(last, today + 1) }, zone)
}

/** Where the dates of a filter begin and end; none where they cannot be read. */
export function filterEdges({ ended }: Books, dates: Partial<DateParameters>): readonly Edge[] {
  const range = rangeOf(dates, Date.parse(ended))
  if (range === null || range.first > range.last) return []
  const { start_date, end_date } = dates
  return [
    ...(start_date === undefined ? [] : [{ at: range.partOf(range.first).from, day: range.first }]),
    ...(end_date === undefined ? [] : [{ at: range.partOf(range.last).to + 1, day: range.last + 1 }]),
  ]
}

export const furthestDays = 7305
