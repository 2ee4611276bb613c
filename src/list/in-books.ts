/** What lists look up in the books. It is fetched once there are some. */
import type { DayNumber } from '../api/dates/day.ts'
import type { Books } from '../books/books.ts'
import { eachRow } from '../books/transaction-table.ts'
import type { BookedDays } from '../records/dates/dates-store.ts'

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
