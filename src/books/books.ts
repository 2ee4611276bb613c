/** Everything that a custody service says about one account, as plain data. Every report is a function of it. */

import type { DayNumber } from '../contract/day.ts'
import { subtract } from '../contract/decimal.ts'
import { endpointPath } from '../contract/endpoints.ts'
import { type BalanceType, balanceTypes, openStatuses } from '../contract/enumerations.ts'
import type { Holding, Vault, Whitelist } from '../contract/normal-records.ts'
import { balanceIn, balancesOf, type VaultBalances } from '../settlement/balances.ts'
import { createDayBook, type DayBook, holdingName } from '../settlement/day-book.ts'
import { type BalanceChange, type Settlement, settle } from '../settlement/settle.ts'
import type { DateFilter, DatesOff } from '../sync/service/service-profile.ts'
import type { WalkEnd, Walked } from '../sync/service/walk.ts'
import { type BookedTransaction, dayWithin, eachRow, type TransactionTable } from './transaction-table.ts'

export interface Books {
  /** `account` is null if the service has none. */
  readonly service: string
  readonly account: string | null
  /** At least two readings, oldest first: one before the transactions and one after them. */
  readonly holdings: readonly HoldingsReading[]
  readonly whitelists: Walked<Whitelist>
  readonly transactions: BookedTransactions
  /** From the first request to the last reading of holdings: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
  /** Null if everything comes from one reading. */
  readonly update: BooksUpdate | null
  /** A sentence that says why an update became a full reading; null if it did not. */
  readonly reread: string | null
}

/**
 * An update reads new and open transactions, lists and balances. Older final transactions are kept as they were. They are not known to be
 * unchanged, only to be as many as before, and to explain every balance that they explained before.
 */
export interface BooksUpdate {
  /** When the last full reading ended: ISO 8601 UTC. */
  readonly whole: string
  /** Transactions that are new or changed since the books before this update. */
  readonly added: number
  readonly changed: number
}

/** What was taken from an earlier reading; null where everything is of one reading. */
export function updateSentence({ update }: Pick<Books, 'update'>): string | null {
  return (
    update &&
    `Everything was read by ${update.whole}. Since then, only new and open transactions, whitelists and all balances were read again. Older final transactions are as they were then.`
  )
}

export interface HoldingsReading {
  readonly vaults: Walked<Vault>
  readonly balances: Readonly<Record<BalanceType, Walked<Holding>>>
}

export interface BookedTransactions extends WalkEnd {
  readonly table: TransactionTable
  readonly days: DateForms
}

export interface DateForms extends Pick<DateFilter, 'form' | 'formOfLinks'> {
  /** Why no transaction has a day. */
  readonly failure: DatesOff | null
  readonly whose: DateFilter['days']
}

/** What a page knows of books that a worker holds. */
export interface HeldBooks extends Pick<Books, 'service' | 'account' | 'ended' | 'update' | 'reread'> {
  readonly id: string
  readonly whitelists: WalkEnd
  readonly transactions: Omit<BookedTransactions, 'table'>
}

export function heldBooks(id: string, books: Books): HeldBooks {
  const { service, account, ended, update, reread } = books
  const { records: _, ...whitelists } = books.whitelists
  const { table: __, ...transactions } = books.transactions
  return { id, service, account, ended, update, reread, whitelists, transactions }
}

export function listsRead({ holdings, whitelists, transactions }: Books) {
  return [
    ...holdings.slice(-1).flatMap(({ vaults, balances }) => [
      { list: 'vaults', endpoint: endpointPath('vaults'), end: vaults } as const,
      ...balanceTypes.map((type) => {
        const endpoint = type === 'all' ? endpointPath('balances') : endpointPath('balancesOfType', type)
        return { list: 'balances', endpoint, end: balances[type] } as const
      }),
    ]),
    { list: 'whitelists', endpoint: endpointPath('whitelists'), end: whitelists } as const,
    { list: 'transactions', endpoint: endpointPath('transactions'), end: transactions } as const,
  ]
}

export interface SettledBooks {
  readonly settlement: Settlement
  readonly book: Omit<DayBook, 'holdings'> & { readonly inFlight: readonly OpenTransaction[] }
  /** From the last reading of holdings. */
  readonly balances: VaultBalances
}

export interface OpenTransaction {
  readonly transaction: BookedTransaction
  readonly day: DayNumber | null
}

/** The result is cached for each books. */
export function settleBooks(books: Books): SettledBooks {
  const cached = settled.get(books) ?? settleAnew(books)
  settled.set(books, cached)
  return cached
}

const settled = new WeakMap<Books, SettledBooks>()

function settleAnew({ holdings: readings, transactions }: Books): SettledBooks {
  const keeper = createDayBook()
  const inFlight: OpenTransaction[] = []
  eachRow(transactions.table, (transaction, day, span) => {
    keeper.enter(transaction, day)
    if (openStatuses.some((open) => open === transaction.status))
      inFlight.push({ transaction, day: dayWithin(span) })
  })
  const { holdings, ...book } = keeper.book()
  const all = readings.map(({ vaults }) => balancesOf(vaults.records, vaults.ended))
  const balances = all.at(-1) ?? balancesOf([], '')
  const settlement = settle({ ...book, holdings }, balances)
  const changes = settlement.holdings.map((holding) => {
    const isExplained = holding.remainder?.digits === 0n
    const change = isExplained ? null : changeOf(holdingName(holding.key), balances, all.slice(0, -1))
    return { ...holding, change }
  })
  return {
    settlement: { ...settlement, holdings: changes },
    book: { ...book, inFlight },
    balances,
  }
}

function changeOf(
  name: string,
  latest: VaultBalances,
  earlier: readonly VaultBalances[],
): BalanceChange | null {
  const after = balanceIn(latest, name)
  if (after === null) return null
  for (const reading of earlier.toReversed()) {
    const before = balanceIn(reading, name)
    if (before !== null && subtract(after, before).digits !== 0n)
      return {
        before: { balance: before, readAt: reading.readAt },
        after: { balance: after, readAt: latest.readAt },
      }
  }
  return null
}
