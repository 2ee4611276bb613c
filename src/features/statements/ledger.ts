import { type DayNumber, dayOf } from '../../api/dates/day.ts'
import { type BookedTransactions, type Books, type SettledBooks, settleBooks } from '../../books/books.ts'

/** What statements are made of: the books, added up. */
export interface Ledger extends SettledBooks, Pick<Books, 'service' | 'account' | 'begun'> {
  readonly table: BookedTransactions['table']
  /** Why no transaction has a day; null where they may have one. Without days there is no statement. */
  readonly noDates: BookedTransactions['days']['failure']
  /** Whose days these are: UTC's, or the service's own in a zone that is not known. */
  readonly whose: BookedTransactions['days']['whose']
  /** Why it is not proved that all transactions were read, in sentences; none where it is. */
  readonly doubts: readonly string[]
  /** The day on which today's balances were read, in UTC, and when: ISO 8601 UTC, by the reader's clock. */
  readonly today: DayNumber
  readonly ended: string
  /** Pages of transactions, and requests for their days. */
  readonly pages: number
  readonly dateRequests: number
}

/** The ledger of all vaults. */
export function ledgerOf(books: Books): Ledger {
  const { service, account, begun, transactions } = books
  const { table, days, doubts, pages } = transactions
  const settled = settleBooks(books)
  const { readAt: ended } = settled.balances
  return {
    ...settled,
    ...{ service, account, begun, ended, table, doubts, pages },
    noDates: days.failure,
    whose: days.whose,
    today: dayOf(Date.parse(ended), 'utc'),
    dateRequests: days.requests,
  }
}
