import { noneWhereRefused } from '../api/api-error.ts'
import { askTransactionIds, clockError, furthestZone, withRetries } from '../api/dates/date-filter.ts'
import { pinEndDate } from '../api/dates/dated-list.ts'
import { type DayNumber, type DayRange, dateParameters, dayNumber, dayOf } from '../api/dates/day.ts'
import { readDays } from '../api/dates/windows.ts'
import { listTransactions } from '../api/endpoints.ts'
import type { Transaction } from '../api/records.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import {
  datedTransactionList,
  wholeBalances,
  wholeTransactions,
  wholeVaults,
  wholeWhitelists,
} from '../api/walk/lists.ts'
import { askWithRetries, type RetryOptions } from '../api/walk/retries.ts'
import { provedWhole, readWhole, roughSize, type Walk, walkList } from '../api/walk/walk.ts'
import { counted } from '../contract/count-text.ts'
import { type Filter, limitRange } from '../contract/endpoints.ts'
import { openStatuses } from '../contract/enumerations.ts'
import { type BookedTransactions, type Books, type HoldingsReading, settleBooks } from './books.ts'
import { holdingName, isFinal } from './day-book.ts'
import {
  type BookedTransaction,
  createTransactionTable,
  type DatedTransaction,
  eachRow,
  revisedTable,
  type TransactionTable,
} from './transaction-table.ts'

export type BooksStage = 'holdings' | 'whitelists' | 'dates' | 'transactions' | 'holdings-again'

export interface BooksProgress {
  readonly stage: BooksStage
  /** Rows of the current list. */
  readonly rows: number
  /** From 0 to 1, estimated from the number of rows; null before that is known. */
  readonly part: number | null
  /** How often transactions were read before because holdings changed meanwhile. */
  readonly reading: number
}

export interface BooksControl extends RetryOptions, Pick<Books, 'service' | 'account'> {
  /** Everything is read in this session only. */
  readonly session?: string | undefined
  readonly onProgress: (progress: BooksProgress) => void
}

/**
 * Reads everything, or updates books of the same account. If the update contradicts them, it reads everything and `reread` says why. Throws
 * as `readWhole` does, and an `ApiError` if vaults or balances cannot be read in full.
 */
export async function readBooks(before: Books | null, control: BooksControl): Promise<Books> {
  if (before?.service !== control.service || before.account !== control.account)
    return await readEverything(control, null)
  try {
    return await updateBooks(before, control)
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error
    return await readEverything(control, error.message)
  }
}

/** If a balance changed meanwhile and no transaction explains the latest one, reads transactions again, up to three times. */
async function readEverything(control: BooksControl, reread: string | null): Promise<Books> {
  const { service, account, session, onProgress, ...walk } = control
  const now = walk.now ?? Date.now
  const tell = (stage: BooksStage, reading: number, part: number | null) => (rows: number) =>
    onProgress({ stage, rows, part, reading })
  const begun = new Date(now()).toISOString()
  const before = await readHoldings({ ...walk, session, onRows: tell('holdings', 0, null) })
  const tellWhitelists = tell('whitelists', 0, null)
  tellWhitelists(0)
  const whitelists = await walkList(wholeWhitelists({}, session), {
    ...walk,
    onProgress: ({ met }) => tellWhitelists(met),
  })
  const holdings = [before]
  for (let reading = 0; ; reading += 1) {
    const transactions = await readTransactions(control, reading)
    const { ended: readBefore } = (holdings.at(-1) ?? before).vaults
    const latest = await readHoldings({ ...walk, session, onRows: tell('holdings-again', reading, 1) })
    holdings.push(latest)
    const read = { holdings: [...holdings], whitelists, transactions, begun, ended: latest.vaults.ended }
    const books: Books = { service, account, ...read, update: null, reread }
    const isUnexplained = settleBooks(books).settlement.holdings.some(
      ({ change }) => change?.before.readAt === readBefore,
    )
    if (!isUnexplained || reading + 1 === mostReadings) return books
  }
}

const mostReadings = 3

/** Why books cannot be updated: a sentence for the reader. */
class Contradiction extends Error {}

async function updateBooks(before: Books, control: BooksControl): Promise<Books> {
  const { session, onProgress, service: _, account: __, ...rest } = control
  const walk = { ...rest, isOneAnswerEnough: true }
  const since = lastDayOf(before.transactions)
  const changed = new Set<string>()
  onProgress({ stage: 'whitelists', rows: 0, part: null, reading: 0 })
  const whitelists = await walkList(wholeWhitelists({}, session), walk)
  let { transactions } = before
  for (let reading = 0; ; reading += 1) {
    transactions = await readSince(since, transactions, control, reading, (id) => changed.add(id))
    const latest = await readHoldings({
      ...walk,
      session,
      onRows: (rows) => onProgress({ stage: 'holdings-again', rows, part: null, reading }),
    })
    const books: Books = {
      ...before,
      holdings: [...before.holdings.slice(-1), latest],
      whitelists,
      transactions,
      ended: latest.vaults.ended,
      update: {
        whole: before.update?.whole ?? before.ended,
        since,
        added: transactions.rows - before.transactions.rows,
        changed: changed.size,
      },
      reread: null,
    }
    const [example, ...others] = lostProofs(before, books)
    if (example === undefined) return books
    // Something may have moved between the transactions and the balances.
    if (reading + 1 === mostReadings)
      throw new Contradiction(
        `Transactions no longer explained ${counted(1 + others.length, 'balance')}, such as ${example}.`,
      )
  }
}

/** The last day that was read. That day may have more transactions since. */
function lastDayOf({ table, days, completeness, doubts }: BookedTransactions): DayNumber {
  if (days.failure !== null)
    throw new Contradiction(
      'The service has no dates that can be relied on, so new transactions cannot be asked for alone.',
    )
  if (completeness !== 'complete')
    throw new Contradiction(`The transactions were not proved complete before. ${doubts.join(' ')}`)
  let last: DayNumber | null = null
  eachRow(table, ({ transaction_id: id }, day) => {
    if (day === null)
      throw new Contradiction(`Transaction ${id} has no date, so asking by day could miss new transactions.`)
    if (last === null || day > last) last = day
  })
  if (last === null) throw new Contradiction('There were no transactions before.')
  return last
}

/** Holdings that transactions no longer explain, or that are new and unexplained. */
function lostProofs(before: Books, after: Books): readonly string[] {
  const unprovedOf = (books: Books) =>
    settleBooks(books).settlement.holdings.filter(({ remainder }) => remainder?.digits !== 0n)
  const unproved = new Set(unprovedOf(before).map(({ key }) => holdingName(key)))
  return unprovedOf(after)
    .filter(({ key }) => !unproved.has(holdingName(key)))
    .map(({ key, vault }) => `${key.asset_id} in ${vault?.label ?? key.vault_id}`)
}

/** Reads a list of transactions and counts the requests. Returns null if the service refuses the filter. */
type AskTransactions = (
  asked: Filter<'transactions'>,
  limit: number,
  offset?: number,
) => Promise<readonly Transaction[] | null>

type Fresh = ReadonlyMap<string, { readonly transaction: Transaction; readonly day: DayNumber }>

/** Reads open transactions before the days, so that new ones are found on one of these days. */
async function readSince(
  since: DayNumber,
  before: BookedTransactions,
  control: BooksControl,
  reading: number,
  onChange: (id: string) => void,
): Promise<BookedTransactions> {
  const { session, signal, now = Date.now } = control
  let requests = 0
  const ask: AskTransactions = async (asked, limit, offset = 0) => {
    requests += 1
    const list = () => listTransactions({ ...asked, limit, offset }, signal, session).catch(noneWhereRefused)
    return (await askWithRetries(list, control))?.records ?? null
  }
  const open = await openTransactions(ask)
  const { fresh, pages } = await readDaysSince(since, before.days, control, ask, (rows) =>
    control.onProgress({ stage: 'transactions', rows, part: null, reading }),
  )
  const table = await revised(before.table, since, open, fresh, ask, onChange)
  const ended = new Date(now()).toISOString()
  return { ...before, table, rows: table.rows, pages: before.pages + requests + pages, ended }
}

/** By id. A service that ignores the filter returns others too. */
async function openTransactions(ask: AskTransactions): Promise<ReadonlyMap<string, Transaction>> {
  const open = new Map<string, Transaction>()
  for (const status of openStatuses)
    for (let offset = 0, isMore = true; isMore; offset += limitRange.max) {
      const listed = (await ask({ status }, limitRange.max, offset)) ?? []
      const heeded = listed.filter((each) => each.status === status)
      for (const each of heeded) open.set(each.transaction_id ?? '', each)
      isMore = heeded.length === limitRange.max
    }
  return open
}

/** By id. Halves every range that has transactions, down to single days. */
async function readDaysSince(
  since: DayNumber,
  { form, whose }: BookedTransactions['days'],
  control: BooksControl,
  ask: AskTransactions,
  onRows: (rows: number) => void,
): Promise<{ readonly fresh: Fresh; readonly pages: number }> {
  const { session, now = Date.now, service: _, account: __, onProgress: ___, ...walk } = control
  const fresh = new Map<string, { readonly transaction: Transaction; readonly day: DayNumber }>()
  let pages = 0
  const today = dayOf(now(), 'utc')
  const readRange = async ({ first, last }: DayRange): Promise<void> => {
    const dates = dateParameters({ first, last }, form, 'utc')
    if (first < last || first > today) {
      const some = await ask(dates, 1)
      // Some services refuse future dates.
      if (some?.length === 0 || (some === null && first > today)) return
    }
    if (first < last) {
      const middle = Math.floor((first + last) / 2)
      await readRange({ first: middle + 1, last })
      return await readRange({ first, last: middle })
    }
    // Lists of this length were not cut off in the full reading, so no cross-check with other filters is needed.
    const list = { ...wholeTransactions(dates, session), crossFilters: [] }
    const listed = await walkList(list, { ...walk, now, isOneAnswerEnough: true })
    pages += listed.pages
    if (listed.completeness !== 'complete') throw new Contradiction(listed.doubts.join(' '))
    for (const transaction of listed.records) {
      const id = transaction.transaction_id ?? ''
      if (fresh.has(id)) throw new Contradiction(`The service listed transaction ${id} on two days.`)
      fresh.set(id, { transaction, day: first })
    }
    onRows(fresh.size)
  }
  await readRange({ first: since, last: dayOf(now() + (whose === 'utc' ? clockError : furthestZone), 'utc') })
  return { fresh, pages }
}

/** Throws `Contradiction` if a transaction that was not open changed. */
async function revised(
  table: TransactionTable,
  since: DayNumber,
  open: ReadonlyMap<string, Transaction>,
  fresh: Fresh,
  ask: AskTransactions,
  onChange: (id: string) => void,
): Promise<TransactionTable> {
  const known = new Map<string, DatedTransaction>()
  const replaced = new Map<string, DatedTransaction>()
  const isMet = (id: string) => fresh.has(id) || open.has(id)
  const gone = (id: string) => new Contradiction(`The service no longer lists transaction ${id}.`)
  const closed: string[] = []
  eachRow(table, (row, day) => {
    const id = row.transaction_id ?? ''
    const isRecent = day !== null && day >= since
    const isOpen = !isFinal(row.status)
    if (isRecent && !fresh.has(id)) throw gone(id)
    if (isOpen && !isMet(id)) closed.push(id)
    if (isRecent || isOpen || isMet(id)) known.set(id, { transaction: row.whole(), day })
  })
  const revise = (id: string, transaction: Transaction, day: DayNumber | null) => {
    const was = known.get(id)
    if (!was || isAlike(was.transaction, transaction)) return
    if (isFinal(was.transaction.status))
      throw new Contradiction(
        `Transaction ${id} was ${was.transaction.status} before, and has changed since.`,
      )
    replaced.set(id, { transaction, day: day ?? was.day })
    onChange(id)
  }
  for (const [id, { transaction, day }] of fresh) {
    const was = known.get(id)
    if (was && was.day !== day) throw new Contradiction(`Transaction ${id} was on another day before.`)
    revise(id, transaction, day)
  }
  for (const [id, transaction] of open) {
    if (fresh.has(id)) continue
    if (!known.has(id)) throw new Contradiction(`Transaction ${id} has no date.`)
    revise(id, transaction, null)
  }
  if (closed.length > mostAskedById)
    throw new Contradiction(
      `${counted(closed.length, 'transaction')} that were open are no longer listed as open.`,
    )
  for (const id of closed) {
    const [transaction] = (await ask({ transaction_id: id }, 1)) ?? []
    if (transaction?.transaction_id !== id) throw gone(id)
    revise(id, transaction, null)
  }
  const added = [...fresh].flatMap(([id, each]) => (known.has(id) ? [] : [each]))
  return revisedTable(table, replaced, added)
}

/** Ignores the time of retrieval and fields that are not in the specification. */
function isAlike(one: BookedTransaction, other: Transaction): boolean {
  const textOf = ({ timestamp: _, others: __, ...rest }: BookedTransaction) => JSON.stringify(rest)
  const { received: _, ...another } = other
  return textOf(one) === textOf(another)
}

/** Above this, reading everything costs little more. */
const mostAskedById = 200

interface HoldingsControl extends RetryOptions, Pick<Walk<unknown>, 'isOneAnswerEnough'> {
  readonly session?: string | undefined
  readonly onRows: (rows: number) => void
}

/** Reads every page, one request at a time. Throws as `provedWhole` does. */
async function readHoldings({ session, onRows, ...walk }: HoldingsControl): Promise<HoldingsReading> {
  const read = async <R>(list: WholeList<R>) => {
    onRows(0)
    return provedWhole(await walkList(list, { ...walk, onProgress: ({ met }) => onRows(met) }))
  }
  const all = await read(wholeBalances('all', {}, session))
  const cold = await read(wholeBalances('cold', {}, session))
  const warm = await read(wholeBalances('warm', {}, session))
  return { balances: { all, cold, warm }, vaults: await read(wholeVaults({}, session)) }
}

/** Reads up to the present, so that no new transaction enters meanwhile. */
async function readTransactions(
  { session, onProgress, signal, ...retrying }: BooksControl,
  reading: number,
): Promise<BookedTransactions> {
  const walk = { ...retrying, signal }
  onProgress({ stage: 'dates', rows: 0, part: null, reading })
  const { filter, lacks } = await pinEndDate({}, withRetries(askTransactionIds(session), walk), walk)
  const list: WholeList<Transaction> = {
    ...wholeTransactions(filter, session),
    withoutEnd: async (rows) => ((await lacks(rows)) ? wholeTransactions({}, session) : null),
  }
  const size = await roughSize(list, walk)
  const tell = (stage: BooksStage, before: number) => (rows: number) =>
    onProgress({ stage, rows, part: size && Math.min(1, (before + rows) / (2 * size)), reading })
  const days = await readDays(datedTransactionList(filter, session), {
    ...walk,
    onProgress: tell('dates', 0),
  })
  const booked = createTransactionTable()
  const tellRows = tell('transactions', days.earlier?.days.size ?? 0)
  const { failure, form, formOfLinks, whose, requests } = days
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
  return { ...end, table: booked.table(), days: { failure, form, formOfLinks, whose, requests } }
}
