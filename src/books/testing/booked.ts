import { dayNumber } from '../../api/dates/day.ts'
import { normaliseTransaction } from '../../api/normalise.ts'
import type { Walked } from '../../api/walk/walk.ts'
import type { BookedTransactions, Books } from '../books.ts'
import { createTransactionTable } from '../transaction-table.ts'

/** A transaction as a service sends it, and its day, such as `2026-11-01`. */
export type Booked = readonly [item: unknown, day: string | null]

/** Books that hold these transactions and nothing else. */
export function booksOf(
  transactions: readonly Booked[],
  of: Partial<Omit<BookedTransactions, 'days'>> & {
    readonly days?: Partial<BookedTransactions['days']>
  } = {},
): Books {
  const table = createTransactionTable()
  for (const [item, day] of transactions)
    table.add(normaliseTransaction(item), day === null ? null : dayNumber(day))
  const holdings = { vaults: walked, balances: { all: walked, cold: walked, warm: walked } }
  return {
    service: 'https://service.invalid',
    account: null,
    holdings: [holdings, holdings],
    whitelists: walked,
    transactions: {
      ...end,
      rows: transactions.length,
      table: table.table(),
      ...of,
      days: { failure: null, form: 'instant', formOfLinks: 'day', whose: 'utc', requests: 0, ...of.days },
    },
    begun: end.begun,
    ended: end.ended,
    update: null,
    reread: null,
  }
}

const end = {
  completeness: 'complete',
  doubts: [],
  isUnchecked: false,
  since: null,
  rows: 0,
  pages: 1,
  passes: 2,
  repairs: 0,
  late: 0,
  begun: '2026-11-22T15:00:00.000Z',
  ended: '2026-11-22T15:00:10.000Z',
} as const

const walked: Walked<never> = { ...end, records: [] }
