import { dayNumber } from '../api/dates/day.ts'
import { pinEndDate } from '../api/dates/pin-end.ts'
import { readDays } from '../api/dates/windows.ts'
import { listTransactions } from '../api/endpoints.ts'
import {
  balanceList,
  datedTransactionList,
  transactionList,
  vaultList,
  whitelistList,
} from '../api/walk/lists.ts'
import { askWithRetries, type RetryOptions } from '../api/walk/retries.ts'
import { roughSize } from '../api/walk/rough-size.ts'
import { provedWhole, readWhole, walkList } from '../api/walk/walk.ts'
import type { WholeList } from '../api/walk/whole-list.ts'
import type { Filter } from '../contract/endpoints.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { type BookedTransactions, type Books, type HoldingsReading, settleBooks } from './books.ts'
import { createTransactionTable } from './transaction-table.ts'

/** What is read at present, in this order. */
export type BooksStage = 'holdings' | 'whitelists' | 'dates' | 'transactions' | 'holdings-again'

/** How far it is. */
export interface BooksProgress {
  readonly stage: BooksStage
  /** Rows of the list that is being read. */
  readonly rows: number
  /** How much of everything is read, from 0 to 1, by about how many rows there are; null before that is known. */
  readonly part: number | null
  /** How often transactions were read before, because what is held changed meanwhile. */
  readonly reading: number
}

/** Whose books are read, and how that is watched, held up and stopped. */
export interface BooksControl extends RetryOptions, Pick<Books, 'service' | 'account'> {
  /** The mark of the only session in which everything is read. */
  readonly session?: string | undefined
  readonly onProgress: (progress: BooksProgress) => void
  /** Rows a page; the most that the service gives where it is not said. */
  readonly pageSize?: number | undefined
}

/**
 * Reads everything: what is held before the transactions and after them. Where the balance of a vault changed meanwhile and no transaction
 * explains the latest one, transactions are read again, three times at the most. Throws as `readWhole` does, and an `ApiError` where
 * vaults or balances cannot be read whole.
 */
export async function readBooks(control: BooksControl): Promise<Books> {
  const { service, account, session, onProgress, ...walk } = control
  const now = walk.now ?? Date.now
  const tell =
    (stage: BooksStage, reading: number, part: number | null) =>
    ({ rows }: { readonly rows: number }) =>
      onProgress({ stage, rows, part, reading })
  const begun = new Date(now()).toISOString()
  const before = await readHoldings({ ...walk, session, onProgress: tell('holdings', 0, null) })
  const tellWhitelists = tell('whitelists', 0, null)
  tellWhitelists({ rows: 0 })
  const whitelists = await walkList(whitelistList({}, session), {
    ...walk,
    onProgress: ({ met }) => tellWhitelists({ rows: met }),
  })
  const holdings = [before]
  for (let reading = 0; ; reading += 1) {
    const transactions = await readTransactions(control, reading)
    const { ended: readBefore } = (holdings.at(-1) ?? before).vaults
    const latest = await readHoldings({ ...walk, session, onProgress: tell('holdings-again', reading, 1) })
    holdings.push(latest)
    const { ended } = latest.vaults
    const books = { service, account, holdings: [...holdings], whitelists, transactions, begun, ended }
    const isUnexplained = settleBooks(books).settlement.holdings.some(
      ({ change }) => change?.before.readAt === readBefore,
    )
    if (!isUnexplained || reading + 1 === mostReadings) return books
  }
}

const mostReadings = 3

/** The lists of what is held, in the order in which they are read. */
export type HoldingsList = BalanceType | 'vaults'

/** What of it is read, and how that is watched. */
export interface HoldingsControl extends RetryOptions {
  readonly session?: string | undefined
  readonly filter?: Filter<'balances'>
  readonly onProgress: (progress: { readonly list: HoldingsList; readonly rows: number }) => void
  readonly pageSize?: number | undefined
}

/** Reads every page of the three lists of balances and of the vaults, one request after the other. Throws as `provedWhole` does. */
export async function readHoldings(control: HoldingsControl): Promise<HoldingsReading> {
  const { session, filter = {}, onProgress, ...walk } = control
  const read = async <R>(list: HoldingsList, whole: WholeList<R>) => {
    onProgress({ list, rows: 0 })
    return provedWhole(
      await walkList(whole, { ...walk, onProgress: ({ met }) => onProgress({ list, rows: met }) }),
    )
  }
  const all = await read('all', balanceList('all', filter, session))
  const cold = await read('cold', balanceList('cold', filter, session))
  const warm = await read('warm', balanceList('warm', filter, session))
  return { balances: { all, cold, warm }, vaults: await read('vaults', vaultList(filter, session)) }
}

/** Every transaction once, with its day, up to the present, so that nothing new enters while they are read. */
async function readTransactions(
  { session, onProgress, signal, ...retrying }: BooksControl,
  reading: number,
): Promise<BookedTransactions> {
  const walk = { ...retrying, signal }
  onProgress({ stage: 'dates', rows: 0, part: null, reading })
  const { filter } = await pinEndDate(
    {},
    (first) => listTransactions({ ...first, limit: 1, offset: 0 }, signal, session),
    { ask: (request) => askWithRetries(request, walk), ...(walk.now && { now: walk.now }) },
  )
  const list = transactionList(filter, session)
  const size = await roughSize(list, walk)
  const tell = (stage: BooksStage, before: number) => (rows: number) =>
    onProgress({ stage, rows, part: size && Math.min(1, (before + rows) / (2 * size)), reading })
  const days = await readDays(datedTransactionList(filter, session), {
    ...walk,
    onProgress: tell('dates', 0),
  })
  const booked = createTransactionTable()
  const tellRows = tell('transactions', days.earlier?.size ?? 0)
  const { failure, form, whose, requests } = days
  const end = await readWhole(list, {
    ...walk,
    earlier: days.earlier,
    onProgress: ({ met }) => tellRows(met),
    onPage: (records) => {
      for (const record of records) {
        const day = record.transaction_id === null ? null : days.dayOf(record.transaction_id)
        booked.add(record, day === null ? null : dayNumber(day))
      }
    },
  })
  return { ...end, table: booked.table(), days: { failure, form, whose, requests } }
}
