/** Books for tests, of records at hand, read whole and without a doubt. */
import type { Transaction, Whitelist } from '../../api/records.ts'
import type { Walked } from '../../api/walk/walk.ts'
import type { Books, HoldingsReading } from '../books.ts'
import { createTransactionTable } from '../transaction-table.ts'

/** A list that was read in one minute, from its beginning to its half. */
export function walked<R>(records: readonly R[], minute = 0): Walked<R> {
  const instant = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, minute, second)).toISOString()
  return {
    records,
    begun: instant(0),
    ended: instant(30),
    rows: records.length,
    pages: 2,
    completeness: 'complete',
    doubts: [],
    isUnchecked: false,
    since: null,
    passes: 2,
    repairs: 0,
    late: 0,
  }
}

/** Books with these records; all transactions of one day. */
export function madeBooks({
  holdings = [nothingHeld],
  whitelists = [],
  transactions = [],
  doubts = [],
}: {
  readonly holdings?: readonly HoldingsReading[]
  readonly whitelists?: readonly Whitelist[]
  readonly transactions?: readonly Transaction[]
  /** About transactions. */
  readonly doubts?: readonly string[]
}): Books {
  const booked = createTransactionTable()
  for (const transaction of transactions) booked.add(transaction, 20_000)
  const { records: _, ...end } = walked(transactions)
  return {
    ...{ service: 'http://service.test', account: null, update: null, reread: null },
    ...{ begun: end.begun, ended: end.ended, holdings },
    whitelists: walked(whitelists),
    transactions: {
      ...end,
      doubts,
      completeness: doubts.length > 0 ? 'partial' : 'complete',
      table: booked.table(),
      days: { failure: null, form: 'instant', formOfLinks: 'instant', whose: 'utc', requests: 0 },
    },
  }
}

const nothingHeld: HoldingsReading = {
  vaults: walked([]),
  balances: { all: walked([]), cold: walked([]), warm: walked([]) },
}
