/** What a custody service says of one account, read whole: plain data, of which every report is a function. */
import type { DayNumber } from '../api/dates/day.ts'
import type { DaysRead } from '../api/dates/windows.ts'
import type { Holding, Vault, Whitelist } from '../api/records.ts'
import type { WalkEnd, Walked } from '../api/walk/walk.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { balancesOf, type VaultBalances } from './balances.ts'
import { createDayBook, type DayBook } from './day-book.ts'
import { type Settlement, settle } from './settle.ts'
import { eachRow, type TransactionTable } from './transaction-table.ts'

/** Vaults, lists of balances, whitelists and transactions, each with when it was read and whether that is proved to be all. */
export interface Books {
  /** Address of the service, and the account; null where it has none. */
  readonly service: string
  readonly account: string | null
  /** What is held, as it was read before the transactions and after them, the oldest first: at least twice. */
  readonly holdings: readonly HoldingsReading[]
  readonly whitelists: Walked<Whitelist>
  readonly transactions: BookedTransactions
  /** When the first request was made, and when what is held was read last: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
  /** How they were brought up to date since; null where all of them is one reading. */
  readonly update: BooksUpdate | null
  /** Why everything was read anew although there were books: a sentence; null where nothing was the matter. */
  readonly reread: string | null
}

/**
 * What was read since everything was read last: days from `since` on, what was open, lists and balances. What was final before `since` is
 * taken as it was read then. That nothing of it changed is not known; only that it still explains every balance that it explained.
 */
export interface BooksUpdate {
  /** When the last reading of everything ended: ISO 8601 UTC. */
  readonly whole: string
  readonly since: DayNumber
  /** Transactions that are new since the books before this update, and those that changed. */
  readonly added: number
  readonly changed: number
}

/** What is held, by vault and in total, read at one time. */
export interface HoldingsReading {
  readonly vaults: Walked<Vault>
  readonly balances: Readonly<Record<BalanceType, Walked<Holding>>>
}

/** Every transaction, with the day on which it was recorded. */
export interface BookedTransactions extends WalkEnd {
  readonly table: TransactionTable
  /** How days were found: `failure` says why no transaction has one. */
  readonly days: Pick<DaysRead, 'failure' | 'form' | 'formOfLinks' | 'whose' | 'requests'>
}

/** The books, added up by holding and day and settled against what is held. */
export interface SettledBooks {
  readonly settlement: Settlement
  readonly book: Omit<DayBook, 'holdings'>
  /** What vaults held when that was read last. */
  readonly balances: VaultBalances
}

/** Adds them up, once for each books: what a statement says of every day, and whether transactions explain what is held. */
export function settleBooks(books: Books): SettledBooks {
  const known = settled.get(books) ?? settledAnew(books)
  settled.set(books, known)
  return known
}

const settled = new WeakMap<Books, SettledBooks>()

function settledAnew({ holdings: readings, transactions }: Books): SettledBooks {
  const keeper = createDayBook()
  eachRow(transactions.table, keeper.enter)
  const { holdings, ...book } = keeper.book()
  const all = readings.map(({ vaults }) => balancesOf(vaults.records, vaults.ended))
  const balances = all.at(-1) ?? balancesOf([], '')
  return { settlement: settle({ ...book, holdings }, balances, all.slice(0, -1)), book, balances }
}
