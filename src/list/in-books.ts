import type { DateForm, DayNumber } from '../api/dates/day.ts'
import type { WhoseDays } from '../api/dates/ledger-dates.ts'
import type { Page } from '../api/paging.ts'
import type { Transaction } from '../api/records.ts'
import type { Books } from '../books/books.ts'
import { latestTransactions, type NarrowFilter } from '../books/latest.ts'
import { eachRow } from '../books/transaction-table.ts'

/** Days of transactions that the books have: UTC's, or those of the service. */
export interface BookedDays {
  readonly days: ReadonlyMap<string, DayNumber>
  readonly whose: Exclude<WhoseDays, 'local'>
  readonly formOfLinks: DateForm
}

declare module '../work/views.ts' {
  interface BooksViews {
    days: typeof bookedDays
    latest: typeof latestPage
  }
}

/** The days that the books have for these transactions; null where they have none for any. */
export function bookedDays({ transactions }: Books, ids: readonly string[]): BookedDays | null {
  const { failure, whose, formOfLinks } = transactions.days
  if (failure !== null) return null
  const wanted = new Set(ids)
  const days = new Map<string, DayNumber>()
  eachRow(transactions.table, ({ transaction_id: id }, day) => {
    if (day !== null && id !== null && wanted.has(id)) days.set(id, day)
  })
  return { days, whose, formOfLinks }
}

/** The latest transactions of a filter, as the service would list them; null where the books cannot tell. */
export function latestPage(
  books: Books,
  { filter, count }: { readonly filter: NarrowFilter; readonly count: number },
): Page<Transaction> | null {
  const records = latestTransactions(books, filter, count)
  return records && { records, timestamp: null, receivedAt: books.ended, hasNext: false, pastEnd: false }
}
