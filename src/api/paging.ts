/** The read API gives no total for any list; books do. */
import { countText } from '../contract/count-text.ts'
import { limitFor, wholeList } from '../contract/request-path.ts'
import { ApiError, noFailure } from './api-error.ts'
import { mostRowsKept, type Records } from './endpoints.ts'
import { learnProfile, type PagedList, serviceProfile } from './service-profile.ts'

export interface Page<R> extends Records<R> {
  readonly hasNext: boolean
  /** Past the end: the previous page was the last. */
  readonly pastEnd: boolean
  /** Why the list may have records although this has none: a sentence. */
  readonly doubt?: string | null
  /** Result of a search in the whole list. */
  readonly narrowed?: { readonly found: number; readonly among: number }
  /** For a part of a list that was read whole: false if nothing shows that it was complete. */
  readonly isWhole?: boolean
  /** The list was sorted before it was divided into pages, or would have been. */
  readonly isSorted?: boolean
}

export interface AllRows<R> extends Page<R> {
  readonly isWhole: boolean
}

export interface PageRange {
  readonly limit: number
  readonly offset: number
}

export type ReadList<R> = (page: PageRange) => Promise<Records<R>>

/** Asks for one extra row, which tells whether there is a next page; and for the next row where a service may have cut the answer short. */
export async function readPage<R>(list: ReadList<R>, limit: number, offset: number): Promise<Page<R>> {
  const answer = await list({ limit: limitFor(limit), offset })
  const { length } = answer.records
  if (answer.total !== undefined) {
    const records = answer.records.slice(0, limit)
    return { ...answer, records, hasNext: offset + records.length < answer.total, pastEnd: false }
  }
  const isCut = length <= limit && isCutLength(length)
  const beyond = isCut ? (await list({ limit: limitFor(limit), offset: offset + length })).records : []
  return {
    ...answer,
    records: answer.records.slice(0, limit),
    // A service that turns no pages gives the same rows again.
    hasNext: length > limit || (beyond.length > 0 && !isSameRow(beyond[0], answer.records[0])),
    pastEnd: offset > 0 && length === 0,
  }
}

/** Fails where the service turns no pages: otherwise each page would have a next one. Asks once a session for the first row. */
export async function readTurnedPage<R>(
  name: PagedList,
  list: ReadList<R>,
  { limit, offset }: PageRange,
): Promise<Page<R>> {
  const page = await readPage(list, limit, offset)
  const [row] = page.records
  const isTurned = page.total !== undefined || serviceProfile().turns[name]
  if (offset === 0 || row === undefined || isTurned) return page
  const [first] = (await list({ limit: 1, offset: 0 })).records
  if (isSameRow(first, row))
    throw notShown('The service sent the first page again, so this one cannot be shown.')
  learnProfile({ turns: { [name]: true } })
  return page
}

/** At every reading, a transaction has another time of retrieval. */
export function isSameRow(one: unknown, other: unknown): boolean {
  const contentOf = (row: unknown) =>
    JSON.stringify(row, (key, value: unknown) => (key === 'timestamp' ? undefined : value))
  return contentOf(one) === contentOf(other)
}

/** A page of some of the rows of a list that was read whole. */
export function pageOfAll<R>(all: AllRows<R>, rows: readonly R[], { limit, offset }: PageRange): Page<R> {
  const records = rows.slice(offset, offset + limit)
  const isPastEnd = offset > 0 && records.length === 0
  const hasNext = offset + limit < rows.length
  return { ...all, records, hasNext, pastEnd: isPastEnd, ...(all.isWhole && { total: rows.length }) }
}

/** Services cut answers at round numbers or powers of two. */
export function isCutLength(rows: number): boolean {
  return rows > 0 && (rows % 5 === 0 || (rows >= 8 && (rows & (rows - 1)) === 0))
}

/** Reads a short list whole, in pages. Only `books/reading/walk.ts` proves completeness. */
export async function readAll<R>(
  list: ReadList<R>,
  identity: (row: R) => string | null,
): Promise<AllRows<R>> {
  const { total: _, ...first } = await list(wholeList)
  let last: Records<R> = first
  let { records } = first
  let isWhole = records.length === 0
  while (!isWhole) {
    if (last.excess) throw last.excess
    last = await list(pageAfter(records))
    const more = rowsAfter(records, last.records, identity)
    if (more === null) break
    records = [...records, ...more]
    isWhole = more.length === 0
  }
  return { ...first, records, isWhole, hasNext: false, pastEnd: false }
}

/** Overlaps by a row, except a list of one row: its next request would be its first again. */
export function pageAfter({ length }: readonly unknown[]): PageRange {
  if (length > mostRowsKept)
    throw notShown(`The list goes on beyond ${countText(mostRowsKept)} rows, so it cannot be shown whole.`)
  return { ...wholeList, offset: length - overlapOf(length) }
}

function overlapOf(length: number): number {
  return length > 1 ? 1 : 0
}

/** Null if the page does not begin with the last row. */
export function rowsAfter<R>(
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
