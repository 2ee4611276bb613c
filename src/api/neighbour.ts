/** The record before or after those on a page, in a list that moves while it is read. */
import { limitRange } from '../contract/endpoints.ts'
import { type ReadList, readPage } from './paging.ts'

/** Where a record stands in its list now. */
export interface Neighbour {
  readonly id: string
  /** Rows before it, from 0. */
  readonly position: number
}

/** How many rows are asked for at once: two pages, and no fewer than these. */
const leastStretch = 50

/** How far a list may have moved, in such stretches, before its neighbours count as not found. */
const mostStretches = 5

/**
 * Finds the record that comes next after the rows of a page (`by` 1), or before them (-1). Records that came or went since have moved it, so
 * it is found by its neighbours and not by its place: asks for a stretch around where the border of the page was, and looks for the page's
 * own rows in it. Null where the list ends there; undefined where the rows are found no more.
 */
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
    // New records push the others down the list: those that are not there have to be further on.
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

/** The offset of the page on which a position stands, in steps of `limit` from an `offset` on which a page begins. */
export function pageWith(position: number, offset: number, limit: number): number {
  return Math.max(0, offset + Math.floor((position - offset) / limit) * limit)
}
