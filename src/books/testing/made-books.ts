/** Books for tests, of records at hand, read whole and without a doubt. */

import { dayNumber } from '../../contract/day.ts'
import type { Transaction, Whitelist } from '../../contract/normal-records.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import type { Walked } from '../../sync/service/walk.ts'
import type { BookedTransactions, Books, HoldingsReading } from '../books.ts'
import { createTransactionTable, daySpan } from '../transaction-table.ts'

/** A list that was read in one minute, from its beginning to its half. */
export function walked<R>(records: readonly R[], minute = 0): Walked<R> {
  const instant = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, minute, second)).toISOString()
  return {
    ...{ records, begun: instant(0), ended: instant(30), rows: records.length },
    ...{ completeness: 'complete', doubts: [], isUnchecked: false, since: null },
    ...{ passes: 2, late: 0 },
  }
}

export interface BooksOtherwise extends Partial<Pick<Books, 'service' | 'begun' | 'ended' | 'holdings'>> {
  readonly whitelists?: readonly Whitelist[]
  readonly doubts?: readonly string[]
  readonly days?: Partial<BookedTransactions['days']>
}

/** Books of these transactions, the newest first, with their days. `doubts` are about transactions. */
export function datedBooks(
  transactions: readonly { readonly transaction: Transaction; readonly day: number | null }[],
  { whitelists = [], holdings = [nothingHeld], doubts = [], days, ...about }: BooksOtherwise = {},
): Books {
  // Few rows to a block, so that most tables have several.
  const booked = createTransactionTable(4)
  for (const { transaction, day } of transactions) booked.add(transaction, daySpan(day))
  const { records: _, ...end } = walked(transactions)
  return {
    ...{ service: 'http://service.test', account: null, update: null, reread: null },
    ...{ begun: end.begun, ended: end.ended, holdings, ...about },
    whitelists: walked(whitelists),
    transactions: {
      ...end,
      doubts,
      completeness: doubts.length > 0 ? 'partial' : 'complete',
      table: booked.table(),
      days: { failure: null, form: 'instant', formOfLinks: 'day', whose: 'utc', ...days },
    },
  }
}

/** Books with these records; all transactions of one day. */
export function madeBooks({
  transactions = [],
  ...of
}: BooksOtherwise & { readonly transactions?: readonly Transaction[] }): Books {
  return datedBooks(
    transactions.map((transaction) => ({ transaction, day: 20_000 })),
    of,
  )
}

/** A transaction as a service sends it, and its day, such as `2026-11-01`. */
export type Booked = readonly [item: unknown, day: string | null]

export function booksOf(items: readonly Booked[], of: BooksOtherwise = {}): Books {
  const ended = '2026-11-22T15:00:10.000Z'
  const transactions = items.map(([item, day]) => ({
    transaction: normaliseTransaction(item),
    day: day === null ? null : dayNumber(day),
  }))
  return datedBooks(transactions, { ended, holdings: [nothingHeld, nothingHeld], ...of })
}

export const nothingHeld: HoldingsReading = {
  vaults: walked([]),
  balances: { all: walked([]), cold: walked([]), warm: walked([]) },
}
