/** The read API gives no total for any list; books do. */

import { ApiError, noFailure } from '../../contract/api-error.ts'
import { countText } from '../../contract/count-text.ts'
import { limitFor, wholeList } from '../../contract/request-path.ts'
import { mostRowsKept, type Records } from './endpoints.ts'
import { learnProfile, orFailure, present, type Reading, serviceProfile, sideBySide } from './reading.ts'
import type { PagedList } from './service-profile.ts'

export interface Page<R> extends Records<R> {
  readonly hasNext: boolean
  /** Past the end: the previous page was the last. */
  readonly pastEnd: boolean
  readonly narrowed?: { readonly found: number; readonly among: number }
  /** For a part of a list that was read whole: false if nothing shows that it was complete. */
  readonly isWhole?: boolean
}

export interface AllRows<R> extends Page<R> {
  readonly isWhole: boolean
}

export interface PageRange {
  readonly limit: number
  readonly offset: number
}

export type ReadList<R> = (page: PageRange) => Reading<Records<R>>

/** Asks for one extra row, which tells whether there is a next page; and for the next row where a service may have cut the answer short. */
export function* readPage<R>(list: ReadList<R>, limit: number, offset: number): Reading<Page<R>> {
  const answer = yield* list({ limit: limitFor(limit), offset })
  const { length } = answer.records
  const records = answer.records.slice(0, limit)
  if (answer.total !== undefined)
    return { ...answer, records, hasNext: offset + records.length < answer.total, pastEnd: false }
  const isCut = length <= limit && isCutLength(length)
  const beyond = isCut ? (yield* list({ limit: limitFor(limit), offset: offset + length })).records : []
  return {
    ...answer,
    records,
    // A service that turns no pages gives the same rows again.
    hasNext: length > limit || (beyond.length > 0 && !isSameRow(beyond[0], answer.records[0])),
    pastEnd: offset > 0 && length === 0,
  }
}

/** Fails where the service turns no pages: otherwise each page would have a next one. Asks once a session for the first row. */
export function* readTurnedPage<R>(
  name: PagedList,
  list: ReadList<R>,
  { limit, offset }: PageRange,
): Reading<Page<R>> {
  const page = yield* readPage(list, limit, offset)
  const [row] = page.records
  const isTurned = page.total !== undefined || (yield* serviceProfile()).turns[name]
  if (offset === 0 || row === undefined || isTurned) return page
  const [first] = (yield* list({ limit: 1, offset: 0 })).records
  if (isSameRow(first, row)) throw notTurned()
  yield* learnProfile({ turns: { [name]: true } })
  return page
}

/** At every reading, a transaction has another time of retrieval. */
export function isSameRow(one: unknown, other: unknown): boolean {
  const contentOf = (row: unknown) =>
    JSON.stringify(row, (key, value: unknown) => (key === 'timestamp' ? undefined : value))
  return contentOf(one) === contentOf(other)
}

export function pageOfAll<R>(all: AllRows<R>, rows: readonly R[], { limit, offset }: PageRange): Page<R> {
  const records = rows.slice(offset, offset + limit)
  const pastEnd = offset > 0 && records.length === 0
  const hasNext = offset + limit < rows.length
  return { ...all, records, hasNext, pastEnd, ...(all.isWhole && { total: rows.length }) }
}

/** Services cut answers at round numbers or powers of two. */
export function isCutLength(rows: number): boolean {
  return rows > 0 && (rows % 5 === 0 || (rows >= 8 && (rows & (rows - 1)) === 0))
}

/** Reads a short list whole, in pages. Only `books/reading/walk.ts` proves completeness. */
export function* readAll<R>(list: ReadList<R>, identity: (row: R) => string | null): Reading<AllRows<R>> {
  const first = yield* list(wholeList)
  const isEnd = first.records.length === 0
  return (yield* readFurther(first, list, identity, { isEnd, isLast: () => false })).all
}

/** The rows of `pages` answers. `obstacle`: the page that did not join, or the accepted failure, so that there may be more. */
interface FurtherRows<R> {
  readonly all: AllRows<R>
  readonly pages: number
  readonly obstacle: Records<R> | ApiError | null
}

/** Reads on from the first rows, in pages that each begin with the last row of the one before, until one has no other row, or `isLast` by its length. */
export function* readFurther<R>(
  { total: _, ...first }: Records<R>,
  list: ReadList<R>,
  identity: (row: R) => string | null,
  {
    isEnd,
    isLast,
    accepts = () => false,
  }: {
    readonly isEnd: boolean
    isLast(rows: number): boolean
    accepts?(failure: ApiError): boolean
  },
): Reading<FurtherRows<R>> {
  let { records, excess } = first
  let isWhole = isEnd
  let obstacle: FurtherRows<R>['obstacle'] = null
  let pages = 1
  while (!isWhole && obstacle === null) {
    if (excess) throw excess
    const next = yield* orFailure(list(pageAfter(records)), accepts)
    const more = next instanceof ApiError ? null : rowsAfter(records, next.records, identity)
    if (next instanceof ApiError || more === null) obstacle = next
    else {
      excess = next.excess
      records = [...records, ...more]
      pages += 1
      isWhole = more.length === 0 || isLast(next.records.length)
    }
  }
  return { all: { ...first, records, isWhole, hasNext: false, pastEnd: false }, pages, obstacle }
}

/** Overlaps by a row, except a list of one row: its next request would be its first again. */
function pageAfter({ length }: readonly unknown[]): PageRange {
  if (length > mostRowsKept)
    throw notShown(`The list goes on beyond ${countText(mostRowsKept)} rows, so it cannot be shown whole.`)
  return { ...wholeList, offset: length - overlapOf(length) }
}

function overlapOf(length: number): number {
  return length > 1 ? 1 : 0
}

function rowsAfter<R>(
  rows: readonly R[],
  page: readonly R[],
  identity: (row: R) => string | null,
): readonly R[] | null {
  const [joint] = page
  const end = rows.at(-1)
  const overlap = overlapOf(rows.length)
  if (overlap > 0 && (!joint || !end || identity(joint) !== identity(end))) return null
  return page.slice(overlap)
}

function notShown(details: string): ApiError {
  return new ApiError({ ...noFailure, kind: 'unexpected-body', details })
}

export function notTurned(): ApiError {
  return notShown('The service sent the first page again, so this one cannot be shown.')
}

export interface JoinedPart<R> {
  readonly read: ReadList<R>
  /** Parts of one kind ask for other values of one filter: no record is in two of them, if the service compares values as text. */
  readonly kind: string
}

export interface JoinedPage<R> extends Page<R> {
  readonly joined?: {
    /** Places of the parts with records that are in the list; of those that the service takes for one, the first. */
    readonly held: readonly number[]
    /** Places of those that are not: together they are too long to be read whole. */
    readonly leftOut: readonly number[]
  }
}

/** Several lists of the service as one: the transactions of an account, under each of its spellings, at either end. One part alone is paged through by the service. Several are read whole, each record once. */
export function* readJoined<R>(
  parts: readonly JoinedPart<R>[],
  identity: (record: R) => string | null,
  range: PageRange,
): Reading<JoinedPage<R>> {
  const [first] = parts
  // A filter that contradicts itself.
  if (!first) return { ...noRows, receivedAt: new Date(yield* present()).toISOString() }
  if (parts.length < 2) return yield* readTurnedPage('transactions', first.read, range)
  const held = yield* heldParts(parts, identity)
  const chosen = held.flatMap((place) => parts[place] ?? [])
  const [only = first] = chosen
  if (chosen.length < 2 || (yield* areLong(chosen))) {
    const joined = { held: held.slice(0, 1), leftOut: held.slice(1) }
    return { ...(yield* readTurnedPage('transactions', only.read, range)), joined }
  }
  const lists = yield* sideBySide(chosen.map(({ read }) => readAll(read, identity)))
  const met = new Set<string | null>()
  const all = lists
    .flatMap(({ records }) => records)
    .filter((record) => {
      const id = identity(record)
      if (id === null) return true
      const isNew = !met.has(id)
      met.add(id)
      return isNew
    })
  const whole = {
    ...{ ...noRows, records: all },
    receivedAt: lists.map(({ receivedAt }) => receivedAt).sort()[0] ?? '',
    isWhole: lists.every(({ isWhole }) => isWhole),
  }
  return { ...pageOfAll(whole, all, range), joined: { held, leftOut: [] } }
}

const noRows = { records: [], timestamp: null, hasNext: false, pastEnd: false } as const

/** Without those for which the service gives the list of an earlier one: it forgives case, or takes two spellings for one. */
function* heldParts<R>(
  parts: readonly JoinedPart<R>[],
  identity: (record: R) => string | null,
): Reading<readonly number[]> {
  const answers = yield* sideBySide(parts.map(({ read }) => read({ limit: 1, offset: 0 })))
  const heads = answers.map(({ records: [head] }, place) =>
    head === undefined ? null : `${parts[place]?.kind} ${identity(head) ?? JSON.stringify(head)}`,
  )
  return heads.flatMap((head, place) => (head !== null && heads.indexOf(head) === place ? [place] : []))
}

function* areLong<R>(parts: readonly JoinedPart<R>[]): Reading<boolean> {
  const answers = yield* sideBySide(parts.map(({ read }) => read({ limit: 1, offset: mostJoined })))
  return answers.some(({ records }) => records.length > 0)
}

/** Rows of each list that is joined with others: all of them are read again with each page. */
export const mostJoined = 5_000
