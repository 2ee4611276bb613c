/** The read API gives no total for any list. */
import { countText } from '../contract/count-text.ts'
import { limitRange } from '../contract/endpoints.ts'
import { limitFor, wholeList } from '../contract/request-path.ts'
import { ApiError, noFailure } from './api-error.ts'
import type { Records } from './endpoints.ts'

export interface Page<R> extends Records<R> {
  readonly hasNext: boolean
  /** Past the end: the previous page was the last. */
  readonly pastEnd: boolean
  /** Result of a search in the whole list. */
  readonly narrowed?: { readonly found: number; readonly among: number }
}

export interface AllRows<R> extends Page<R> {
  readonly isWhole: boolean
}

export type ReadList<R> = (page: { limit: number; offset: number }) => Promise<Records<R>>

/** Asks for one extra row, which tells whether there is a next page; and for the next row where a service may have cut the answer short. */
export async function readPage<R>(list: ReadList<R>, limit: number, offset: number): Promise<Page<R>> {
  const answer = await list({ limit: limitFor(limit), offset })
  // Fewer rows than wanted do not show whether there are more.
  if (answer.refusedLimit) throw answer.refusedLimit
  const { length } = answer.records
  const isCut = length <= limit && isPageLength(length)
  const beyond = isCut ? (await list({ limit: limitFor(limit), offset: offset + length })).records : []
  // A service that turns no pages gives the same rows again.
  const isBeyond = beyond.length > 0 && JSON.stringify(beyond[0]) !== JSON.stringify(answer.records[0])
  return {
    ...answer,
    records: answer.records.slice(0, limit),
    hasNext: length > limit || isBeyond,
    pastEnd: offset > 0 && length === 0,
  }
}

/** Services cut answers at round numbers or powers of two. */
function isPageLength(rows: number): boolean {
  return rows > 0 && (rows % 5 === 0 || (rows >= 8 && (rows & (rows - 1)) === 0))
}

/** Reads a short list once, in pages that overlap by a row. A list too long to show is a failure. Only `walk/` proves completeness. */
export async function readAll<R>(
  list: ReadList<R>,
  identity: (row: R) => string | null,
): Promise<AllRows<R>> {
  const { limit } = wholeList
  const first = await list(wholeList)
  const longest = first.records.length
  let last = first
  let { records } = first
  let isWhole = longest === 0
  while (!isWhole) {
    if (last.excess) throw last.excess
    if (records.length > mostRowsKept) throw notShown(`goes on beyond ${countText(mostRowsKept)} rows`)
    // A list of one row cannot overlap: its next request would be its first again.
    const overlap = records.length > 1 ? 1 : 0
    last = await list({ limit, offset: records.length - overlap })
    const more = last.records.slice(overlap)
    const [joint, end] = [last.records[0], records.at(-1)]
    if (overlap > 0 && (!joint || !end || identity(joint) !== identity(end))) break
    records = [...records, ...more]
    isWhole = more.length === 0
  }
  if (!isWhole && longest >= limit)
    throw notShown(`has pages that do not join up after ${countText(records.length)} rows`)
  return { ...first, records, isWhole, hasNext: false, pastEnd: false }
}

const mostRowsKept = 50_000

function notShown(why: string): ApiError {
  const details = `The list ${why}, so it cannot be shown whole.`
  return new ApiError({ ...noFailure, kind: 'unexpected-body', details })
}

/** Offset of the last page before `beyond`, which is past the end. Takes about log2(beyond / limit) requests. */
export async function findLastPage<R>(list: ReadList<R>, limit: number, beyond: number): Promise<number> {
  // Page `low` exists (or is the first); page `high` does not.
  let low = 0
  let high = Math.ceil(beyond / limit)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    const page = await readPage((range) => list({ ...range, limit: 1 }), 1, middle * limit)
    if (page.pastEnd) high = middle
    else low = middle
  }
  return low * limit
}

export interface Neighbour {
  readonly id: string
  /** Zero-based. */
  readonly position: number
}

/** Lower bound for two pages. */
const leastStretch = 50

/** How far the list may have moved, in stretches, before the search gives up. */
const mostStretches = 5

/** `by`: 1 for after the page's rows, -1 for before. The rows may have moved, so it finds them first. Undefined where they are gone. */
export async function findNeighbour<R>(
  list: ReadList<R>,
  {
    rows,
    idOf,
    offset,
    limit,
    by,
  }: {
    readonly rows: readonly R[]
    readonly idOf: (row: R) => string | null
    readonly offset: number
    readonly limit: number
    readonly by: -1 | 1
  },
): Promise<Neighbour | null | undefined> {
  const known = new Set(rows.map(idOf))
  const isKnown = (row: R) => known.has(idOf(row))
  const span = Math.min(Math.max(2 * limit, leastStretch), limitRange.max - 1)
  let start = Math.max(0, (by > 0 ? offset + rows.length - 1 : offset) - limit)
  for (let stretch = 0; stretch < mostStretches; stretch += 1) {
    const { records, hasNext } = await readPage(list, span, start)
    const own = by > 0 ? records.findLastIndex(isKnown) : records.findIndex(isKnown)
    const beyond = by > 0 ? records.slice(own + 1) : records.slice(0, Math.max(0, own)).reverse()
    // New records push others down, so missing rows must be further on.
    if (own < 0) {
      if (!hasNext) return undefined
      start += span - 1
      continue
    }
    for (const [step, row] of beyond.entries()) {
      const id = idOf(row)
      if (id !== null) return { id, position: start + own + by * (step + 1) }
    }
    if (by > 0 ? !hasNext : start === 0) return null
    start = by > 0 ? start + own : Math.max(0, start + own + 1 - span)
  }
  return undefined
}

/** Pages are aligned to `offset`. */
export function pageWith(position: number, offset: number, limit: number): number {
  return Math.max(0, offset + Math.floor((position - offset) / limit) * limit)
}
