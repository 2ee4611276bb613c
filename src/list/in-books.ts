import type { DateForm, DayNumber } from '../api/dates/day.ts'
import type { WhoseDays } from '../api/dates/ledger-dates.ts'
import type { Books } from '../books/books.ts'
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
