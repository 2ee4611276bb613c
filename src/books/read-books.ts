import { noneWhereRefused } from '../api/api-error.ts'
import { listTransactions } from '../api/endpoints.ts'
import type { Transaction } from '../api/records.ts'
import { serviceProfile } from '../api/service-profile.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import { wholeBalances, wholeVaults, wholeWhitelists } from '../api/walk/lists.ts'
import { askWithRetries, type RetryOptions } from '../api/walk/retries.ts'
import { provedWhole, type Walk, walkList } from '../api/walk/walk.ts'
import { counted } from '../contract/count-text.ts'
import { type Filter, limitRange } from '../contract/endpoints.ts'
import { openStatuses } from '../contract/enumerations.ts'
import { type BookedTransactions, type Books, type HoldingsReading, settleBooks } from './books.ts'
import { holdingName, isFinal } from './day-book.ts'
import { readTransactionTable } from './read-transactions.ts'
import { type BookedTransaction, eachRow, revisedTable } from './transaction-table.ts'

export type BooksStage = 'holdings' | 'whitelists' | 'transactions' | 'holdings-again'

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
  /** Books in which every list was read once, before the transactions are read again. */
  readonly onFirstBooks?: (books: Books) => void
}

/** Whether the service has more transactions than as many pages hold. One that heeds no offset has a single page. */
export async function hasMorePages(pages: number, { session, ...options }: BooksControl): Promise<boolean> {
  const idAt = async (offset: number) => {
    const ask = () => listTransactions({ limit: 1, offset }, options.signal, session)
    const { records } = await askWithRetries(ask, options)
    return records[0]?.transaction_id
  }
  const beyond = await idAt(pages * serviceProfile().mostRows)
  return beyond !== undefined && beyond !== (await idAt(0))
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
  const { service, account, session, onProgress, onFirstBooks, ...walk } = control
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
  const bound = (read: Pick<Books, 'holdings' | 'transactions' | 'ended'>): Books => ({
    ...{ service, account, whitelists, begun, update: null, reread },
    ...read,
  })
  for (let reading = 0; ; reading += 1) {
    const transactions = await bookTransactions(control, reading, (soFar) => {
      if (reading === 0) onFirstBooks?.(bound({ holdings, transactions: soFar, ended: soFar.ended }))
    })
    const { ended: readBefore } = (holdings.at(-1) ?? before).vaults
    const latest = await readHoldings({ ...walk, session, onRows: tell('holdings-again', reading, 1) })
    holdings.push(latest)
    const books = bound({ holdings: [...holdings], transactions, ended: latest.vaults.ended })
    const isUnexplained = settleBooks(books).settlement.holdings.some(
      ({ change }) => change?.before.readAt === readBefore,
    )
    if (!isUnexplained || reading + 1 === mostReadings) return books
  }
}

const mostReadings = 3

/** Why books cannot be updated: a sentence for the reader. */
class Contradiction extends Error {}

/** Holdings are read before the transactions, and once more after them where anything moved. */
async function updateBooks(before: Books, control: BooksControl): Promise<Books> {
  const { session, onProgress, onFirstBooks: _, service: __, account: ___, ...rest } = control
  const { now = Date.now } = control
  const walk = { ...rest, isOneAnswerEnough: true }
  const changed = new Set<string>()
  const readHeld = () =>
    readHoldings({
      ...walk,
      session,
      onRows: (rows) => onProgress({ stage: 'holdings', rows, part: null, reading: 0 }),
    })
  onProgress({ stage: 'whitelists', rows: 0, part: null, reading: 0 })
  let { whitelists, transactions } = before
  if (now() - Date.parse(whitelists.ended) >= whitelistsEvery)
    whitelists = await walkList(wholeWhitelists({}, session), walk)
  let latest = await readHeld()
  for (let reading = 0; ; reading += 1) {
    const earlier = latest
    const { rows } = transactions
    onProgress({ stage: 'transactions', rows, part: null, reading })
    const known = changed.size
    transactions = await readNews(transactions, control, (id) => changed.add(id))
    const isNews = transactions.rows > rows || changed.size > known
    if (isNews || !isSameHeld(before.holdings.at(-1), latest)) latest = await readHeld()
    const books: Books = {
      ...before,
      holdings: [earlier, latest],
      whitelists,
      transactions,
      ended: latest.vaults.ended,
      update: {
        whole: before.update?.whole ?? before.ended,
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

/** Milliseconds. They change seldom. */
const whitelistsEvery = 60_000

/** In everything but when it was read. */
export function isSameHeld(one: HoldingsReading | undefined, other: HoldingsReading | undefined): boolean {
  const textOf = (reading: HoldingsReading | undefined) =>
    JSON.stringify(
      reading && [reading.vaults, ...Object.values(reading.balances)].map(({ records }) => records),
    )
  return textOf(one) === textOf(other)
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

/** Returns null if the service refuses the filter. */
type AskTransactions = (
  asked: Filter<'transactions'>,
  limit: number,
  offset?: number,
) => Promise<readonly Transaction[] | null>

/**
 * Reads what is new, and what was open. Throws `Contradiction` where the list does not go on as the books have it, or where a transaction
 * that was not open changed.
 */
async function readNews(
  before: BookedTransactions,
  control: BooksControl,
  onChange: (id: string) => void,
): Promise<BookedTransactions> {
  const { session, signal, now = Date.now } = control
  if (before.completeness !== 'complete')
    throw new Contradiction(`The transactions were not proved complete before. ${before.doubts.join(' ')}`)
  let requests = 0
  const ask: AskTransactions = async (filter, limit, offset = 0) => {
    requests += 1
    const asked = { ...(before.since !== null && { start_date: before.since }), ...filter, limit, offset }
    const list = () => listTransactions(asked, signal, session).catch(noneWhereRefused)
    return (await askWithRetries(list, control))?.records ?? null
  }
  const known: KnownTransaction[] = []
  const places = new Map<string, number>()
  eachRow(before.table, (row) => {
    const id = row.transaction_id ?? ''
    places.set(id, known.length)
    known.push({ id, isOpen: !isFinal(row.status), whole: () => row.whole() })
  })
  const { first, last, listed } = await joinedEnds(known, places, ask)
  const replaced = new Map<string, Transaction>()
  const revise = (transaction: Transaction) => {
    const id = transaction.transaction_id ?? ''
    const was = known[places.get(id) ?? -1]
    if (!was) throw new Contradiction(`Transaction ${id} is new, but not at an end of the list.`)
    const whole = was.whole()
    if (isAlike(whole, transaction)) return
    if (!was.isOpen)
      throw new Contradiction(`Transaction ${id} was ${whole.status} before, and has changed since.`)
    replaced.set(id, transaction)
    onChange(id)
  }
  for (const transaction of listed) revise(transaction)
  const added = new Set([...first, ...last].map(({ transaction_id }) => transaction_id))
  const met = new Set(listed.map(({ transaction_id }) => transaction_id))
  const open = known.filter(({ id, isOpen }) => isOpen && !met.has(id))
  if (open.length > 0) {
    for (const transaction of await openTransactions(new Set(open.map(({ id }) => id)), ask)) {
      if (added.has(transaction.transaction_id)) continue
      met.add(transaction.transaction_id)
      revise(transaction)
    }
  }
  const closed = open.filter(({ id }) => !met.has(id))
  if (closed.length > mostAskedById)
    throw new Contradiction(
      `${counted(closed.length, 'transaction')} that were open are no longer listed as open.`,
    )
  for (const { id } of closed) {
    const [transaction] = (await ask({ transaction_id: id }, 1)) ?? []
    if (transaction?.transaction_id !== id)
      throw new Contradiction(`The service no longer lists transaction ${id}.`)
    revise(transaction)
  }
  const table = revisedTable(before.table, replaced, { first, last })
  const ended = new Date(now()).toISOString()
  return { ...before, table, rows: table.rows, pages: before.pages + requests, ended }
}

interface KnownTransaction {
  readonly id: string
  readonly isOpen: boolean
  whole(): BookedTransaction
}

/** `first` and `last` are new; `listed` came with them, and the books have it. */
interface JoinedEnds {
  readonly first: readonly Transaction[]
  readonly last: readonly Transaction[]
  readonly listed: readonly Transaction[]
}

/**
 * Reads pages from both ends until they join what is known, in the same order, and makes sure that nothing else is new or gone: the list is
 * as long as it should be. Throws `Contradiction` otherwise.
 */
async function joinedEnds(
  known: readonly KnownTransaction[],
  places: ReadonlyMap<string, number>,
  ask: AskTransactions,
): Promise<JoinedEnds> {
  const page = async (offset: number, limit: number) => (await ask({}, limit, offset)) ?? []
  const first: Transaction[] = []
  const listed: Transaction[] = []
  for (let isJoined = known.length === 0; !isJoined; ) {
    // Each page begins with the last transaction of the one before.
    const rows = await page(Math.max(0, first.length - 1), pageOfNews)
    const anchor = first.at(-1)
    const isNext = !anchor || (rows.length > 1 && rows[0]?.transaction_id === anchor.transaction_id)
    if (rows.length === 0 || !isNext) throw moved()
    for (const row of anchor ? rows.slice(1) : rows) {
      const place = places.get(row.transaction_id ?? '')
      if (place === undefined && !isJoined) first.push(row)
      else if (place !== listed.length) throw moved()
      else {
        isJoined = true
        listed.push(row)
      }
    }
  }
  const last: Transaction[] = []
  const end = known.length + first.length
  let rows = await page(Math.max(0, end - 1), pageOfNews)
  let anchor = known.at(-1)?.id ?? null
  for (;;) {
    if (anchor !== null && rows[0]?.transaction_id !== anchor) throw moved()
    const more = anchor === null ? rows : rows.slice(1)
    if (more.length === 0) return { first, last, listed }
    if (first.length > 0 || more.some((row) => places.has(row.transaction_id ?? ''))) throw moved()
    last.push(...more)
    anchor = last.at(-1)?.transaction_id ?? ''
    rows = await page(end + last.length - 1, pageOfNews)
  }
}

function moved(): Contradiction {
  return new Contradiction('The list of transactions did not go on as it was when it was read.')
}

const pageOfNews = 50

/** Until none of those is missing. A service that ignores the filter gives others too, which are left out. */
async function openTransactions(missing: Set<string>, ask: AskTransactions): Promise<readonly Transaction[]> {
  const open = new Map<string | null, Transaction>()
  let lists = openStatuses.map((status) => ({ status, offset: 0 }))
  while (lists.length > 0 && missing.size > 0) {
    const longer: typeof lists = []
    for (const { status, offset } of lists) {
      if (missing.size === 0) break
      const listed = (await ask({ status }, limitRange.max, offset)) ?? []
      const heeded = listed.filter((each) => each.status === status && !open.has(each.transaction_id))
      for (const each of heeded) {
        open.set(each.transaction_id, each)
        missing.delete(each.transaction_id ?? '')
      }
      // A service may give shorter pages than it was asked for.
      if (heeded.length > 0) longer.push({ status, offset: offset + listed.length })
    }
    lists = longer
  }
  return [...open.values()]
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

async function bookTransactions(
  { session, onProgress, onFirstBooks: _, ...walk }: BooksControl,
  reading: number,
  onReadOnce: (soFar: BookedTransactions) => void,
): Promise<BookedTransactions> {
  let size: number | null = null
  const { booked } = await readTransactionTable(
    {},
    {
      ...walk,
      session,
      onProgress: ({ met, pass, rows }) => {
        if (pass > 1) size = rows
        onProgress({
          stage: 'transactions',
          rows: met,
          part: size && Math.min(1, 0.5 + met / (2 * size)),
          reading,
        })
      },
      onReadOnce,
    },
  )
  return booked
}
