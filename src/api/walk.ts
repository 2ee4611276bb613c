/** Reading a whole list, page after page, for whoever needs every row of it and can say meanwhile how far it is. */
import { limitRange } from '../contract/endpoints.ts'
import { ApiError } from './api-error.ts'
import { followList } from './follow-list.ts'
import type { ReadList } from './paging.ts'
import { askPatiently, type Patience } from './patience.ts'

/** Who is told what while a list is read, and how it is stopped and held up. */
export interface Walk<R> extends Patience {
  /** What tells a record from all others of the list; null where it carries nothing of the kind. */
  readonly identity: (record: R) => string | null
  /** After each page that brought records: how many there are so far, for how many pages and repairs. */
  readonly onProgress?: ((rows: number, pages: number, repairs: number) => void) | undefined
  /** Rows a page, at least 2; the most that the service gives where it is not said. */
  readonly pageSize?: number | undefined
}

/** How a reading ended. */
export interface WalkEnd {
  /** Whether it is proved that every record that was in the list throughout has been given. */
  readonly isWhole: boolean
  /** Why that is not proved, in sentences for the reader; none where it is. */
  readonly doubts: readonly string[]
  /** Records given. */
  readonly rows: number
  /** Pages asked for, those that were repeated and those that were empty included. */
  readonly pages: number
  /** How often the list had moved, so that a page did not begin where it should. */
  readonly repairs: number
  /** Records that stood on the first page at the end and were not given: new since reading began. */
  readonly arrived: number
  /** When reading began and ended: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
}

/** A list that was read to its end, with its records. */
export interface Walked<R> extends WalkEnd {
  readonly records: readonly R[]
}

/**
 * Reads a list in its order, one page at a time, and yields of each page the records not given before; returns how it ended.
 * Failures are met as `Patience` says, and what was read stays read: after `onFailure` or `onSignInNeeded` it goes on where it
 * stopped. Throws every other `ApiError`, and the signal's own reason once it is aborted.
 */
export async function* walkPages<R>(list: ReadList<R>, walk: Walk<R>): AsyncGenerator<readonly R[], WalkEnd> {
  const now = walk.now ?? Date.now
  const limit = walk.pageSize ?? limitRange.max
  const begun = instant(now())
  const follower = followList(walk.identity)
  let pages = 0
  let rows = 0
  const ask = (offset: number) => {
    pages += 1
    return readPatiently(list, { limit, offset }, walk)
  }
  for (let offset = follower.next(); offset !== null; offset = follower.next()) {
    const fresh = follower.receive(await ask(offset))
    if (fresh.length === 0) continue
    rows += fresh.length
    walk.onProgress?.(rows, pages, follower.repairs)
    yield fresh
  }
  const arrived = follower.isBeyondHead ? follower.compareHead(await ask(0)) : 0
  const { doubts, repairs } = follower
  const ended = instant(now())
  return { isWhole: doubts.length === 0, doubts, rows, pages, repairs, arrived, begun, ended }
}

/** Reads a list as `walkPages` does and keeps all its records, which have to fit into memory. */
export async function walkList<R>(list: ReadList<R>, walk: Walk<R>): Promise<Walked<R>> {
  const records: R[] = []
  const pages = walkPages(list, walk)
  for (;;) {
    const page = await pages.next()
    if (page.done) return { records, ...page.value }
    records.push(...page.value)
  }
}

async function readPatiently<R>(
  list: ReadList<R>,
  page: { limit: number; offset: number },
  walk: Walk<R>,
): Promise<readonly R[]> {
  try {
    return (await askPatiently(() => list(page), walk)).records
  } catch (error) {
    if (error instanceof ApiError && error.isNoRecords) return []
    throw error
  }
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
