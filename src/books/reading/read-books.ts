/** Brings books up to date: with what is new at the ends of the list, what was open, and holdings before and after. */

import { counted } from '../../contract/count-text.ts'
import { type Filter, limitRange } from '../../contract/endpoints.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { holdingName, isFinal } from '../../settlement/day-book.ts'
import { listTransactions } from '../../sync/service/endpoints.ts'
import { present, type Reading, sideBySide, unlessRefused } from '../../sync/service/reading.ts'
import { walkList } from '../../sync/service/walk.ts'
import { wholeWhitelists } from '../../sync/service/whole-lists.ts'
import { type BookedTransactions, type Books, type HoldingsReading, settleBooks } from '../books.ts'
import { type BookedTransaction, eachRow, revisedTable } from '../transaction-table.ts'
import { type BooksControl, mostAttempts, readEverything, readHoldings } from './read-everything.ts'

/**
 * Reads everything, or updates books of the same account. If the update contradicts them, it reads everything and `reread` says why. Throws
 * an `ApiError` if vaults or balances cannot be read in full.
 */
export function* readBooks(before: Books | null, control: BooksControl): Reading<Books> {
  if (before?.service !== control.service || before.account !== control.account)
    return yield* readEverything(control)
  try {
    return yield* updateBooks(before, control)
  } catch (error) {
    if (!(error instanceof Contradiction)) throw error
    return yield* readEverything(control, error.message)
  }
}

class Contradiction extends Error {}

/** Holdings are read before the transactions, and once more after them where anything moved. Throws `Contradiction`. */
function* updateBooks(before: Books, { onProgress }: BooksControl): Reading<Books> {
  onProgress({ rows: 0, part: null, reading: 0 })
  const [held, whitelists] = yield* sideBySide([readHoldings(), recentWhitelists(before)])
  const changed = new Set<string>()
  let { transactions } = before
  let latest = held
  for (let reading = 0; ; reading += 1) {
    const earlier = latest
    const { rows } = transactions
    onProgress({ rows, part: null, reading })
    const changedBefore = changed.size
    transactions = yield* readNews(transactions, (id) => changed.add(id))
    const isNews = transactions.rows > rows || changed.size > changedBefore
    if (isNews || !isSameHeld(before.holdings.at(-1), latest)) latest = yield* readHoldings()
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
    if (reading + 1 === mostAttempts)
      throw new Contradiction(
        `Transactions no longer explained ${counted(1 + others.length, 'balance')}, such as ${example}.`,
      )
  }
}

function* recentWhitelists({ whitelists }: Books): Reading<Books['whitelists']> {
  const age = (yield* present()) - Date.parse(whitelists.ended)
  return age < whitelistsEvery
    ? whitelists
    : yield* walkList(wholeWhitelists({}), { isOneAnswerEnough: true })
}

/** Milliseconds. They change seldom. */
const whitelistsEvery = 60_000

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

/** A page of the list, which is empty where the service refuses the filter. */
type ListPage = (
  filter: Filter<'transactions'>,
  limit: number,
  offset: number,
) => Reading<readonly Transaction[]>

/**
 * Reads what is new, and what was open. Throws `Contradiction` where the list does not go on as the books have it, or where a transaction
 * that was not open changed.
 */
function* readNews(before: BookedTransactions, onChange: (id: string) => void): Reading<BookedTransactions> {
  if (before.completeness !== 'complete')
    throw new Contradiction(`The transactions were not proved complete before. ${before.doubts.join(' ')}`)
  const since = before.since !== null && { start_date: before.since }
  const page: ListPage = function* (filter, limit, offset) {
    return (yield* unlessRefused(listTransactions({ ...since, ...filter, limit, offset })))?.records ?? []
  }
  const booked: BookedEntry[] = []
  const places = new Map<string, number>()
  eachRow(before.table, (row) => {
    const id = row.transaction_id ?? ''
    places.set(id, booked.length)
    booked.push({ id, isOpen: !isFinal(row.status), whole: () => row.whole() })
  })
  const { first, last, overlap } = yield* joinedEnds(booked, places, page)
  const replaced = new Map<string, Transaction>()
  const revise = (transaction: Transaction) => {
    const id = transaction.transaction_id ?? ''
    const was = booked[places.get(id) ?? -1]
    if (!was) throw new Contradiction(`Transaction ${id} is new, but not at an end of the list.`)
    const whole = was.whole()
    if (isAlike(whole, transaction)) return
    if (!was.isOpen)
      throw new Contradiction(`Transaction ${id} was ${whole.status} before, and has changed since.`)
    replaced.set(id, transaction)
    onChange(id)
  }
  for (const transaction of overlap) revise(transaction)
  const added = new Set([...first, ...last].map(({ transaction_id }) => transaction_id))
  const met = new Set(overlap.map(({ transaction_id }) => transaction_id))
  const open = booked.filter(({ id, isOpen }) => isOpen && !met.has(id))
  for (const transaction of yield* openTransactions(new Set(open.map(({ id }) => id)), page)) {
    if (added.has(transaction.transaction_id)) continue
    met.add(transaction.transaction_id)
    revise(transaction)
  }
  const closed = open.filter(({ id }) => !met.has(id))
  if (closed.length > mostAskedById)
    throw new Contradiction(
      `${counted(closed.length, 'transaction')} that were open are no longer listed as open.`,
    )
  const answers = yield* sideBySide(closed.map(({ id }) => page({ transaction_id: id }, 1, 0)))
  for (const [index, { id }] of closed.entries()) {
    const transaction = answers[index]?.[0]
    if (transaction?.transaction_id !== id)
      throw new Contradiction(`The service no longer lists transaction ${id}.`)
    revise(transaction)
  }
  const table = revisedTable(before.table, replaced, { first, last })
  const ended = new Date(yield* present()).toISOString()
  return { ...before, table, rows: table.rows, ended }
}

interface BookedEntry {
  readonly id: string
  readonly isOpen: boolean
  whole(): BookedTransaction
}

/** `first` and `last` are new; `overlap` came with them, and the books have it. */
interface JoinedEnds {
  readonly first: readonly Transaction[]
  readonly last: readonly Transaction[]
  readonly overlap: readonly Transaction[]
}

/**
 * Reads pages from both ends until they join what is known, in the same order, and makes sure that nothing else is new or gone: the list is
 * as long as it should be. Throws `Contradiction` otherwise.
 */
function* joinedEnds(
  booked: readonly BookedEntry[],
  places: ReadonlyMap<string, number>,
  page: ListPage,
): Reading<JoinedEnds> {
  const first: Transaction[] = []
  const overlap: Transaction[] = []
  for (let isJoined = booked.length === 0; !isJoined; ) {
    // Each page begins with the last transaction of the one before.
    const rows = yield* page({}, pageOfNews, Math.max(0, first.length - 1))
    const anchor = first.at(-1)
    const isNext = !anchor || (rows.length > 1 && rows[0]?.transaction_id === anchor.transaction_id)
    if (rows.length === 0 || !isNext) throw moved()
    for (const row of anchor ? rows.slice(1) : rows) {
      const place = places.get(row.transaction_id ?? '')
      if (place === undefined && !isJoined) first.push(row)
      else if (place !== overlap.length) throw moved()
      else {
        isJoined = true
        overlap.push(row)
      }
    }
  }
  const last: Transaction[] = []
  const end = booked.length + first.length
  let rows = yield* page({}, pageOfNews, Math.max(0, end - 1))
  let anchor = booked.at(-1)?.id ?? null
  for (;;) {
    if (anchor !== null && rows[0]?.transaction_id !== anchor) throw moved()
    const more = anchor === null ? rows : rows.slice(1)
    if (more.length === 0) return { first, last, overlap }
    if (first.length > 0 || more.some((row) => places.has(row.transaction_id ?? ''))) throw moved()
    last.push(...more)
    anchor = last.at(-1)?.transaction_id ?? ''
    rows = yield* page({}, pageOfNews, end + last.length - 1)
  }
}

function moved(): Contradiction {
  return new Contradiction('The list of transactions did not go on as it was when it was read.')
}

const pageOfNews = 50

/** Until none of those is missing. A service that ignores the filter gives others too, which are left out. */
function* openTransactions(missing: Set<string>, page: ListPage): Reading<readonly Transaction[]> {
  const open = new Map<string | null, Transaction>()
  let lists = openStatuses.map((status) => ({ status, offset: 0 }))
  while (lists.length > 0 && missing.size > 0) {
    const longer: typeof lists = []
    for (const { status, offset } of lists) {
      if (missing.size === 0) break
      const listed = yield* page({ status }, limitRange.max, offset)
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
