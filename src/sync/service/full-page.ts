import { limitFor } from '../../contract/request-path.ts'
import { isCutLength, isSameRow, notTurned, type Page, type PageRange, type ReadList } from './paging.ts'
import { learnProfile, type Reading, serviceProfile } from './reading.ts'
import type { PagedList } from './service-profile.ts'

/**
 * A page with as many rows as were asked for, unless the list ends before: a service that gives fewer is asked again. `identity`: a row that
 * moves into the next answer meanwhile is listed once. Throws an `ApiError` where the service turns no pages.
 */
export function* readFullPage<R>(
  name: PagedList,
  list: ReadList<R>,
  identity: (row: R) => string | null,
  { limit, offset }: PageRange,
): Reading<Page<R>> {
  const first = yield* list({ limit: limitFor(limit), offset })
  yield* requireTurned(name, list, first.records[0], offset)
  let { records } = first
  let isCut = mayBeCut(records.length, limitFor(limit))
  for (let given = records.length; isCut && records.length <= limit; ) {
    const range = { limit: limit + 1 - records.length, offset: offset + given }
    const next = yield* list(range)
    // A service that turns no pages gives the same rows again.
    if (isSameRow(next.records[0], first.records[0])) break
    given += next.records.length
    records = [...records, ...newRows(records, next.records, identity)]
    isCut = mayBeCut(next.records.length, range.limit)
  }
  const isPastEnd = offset > 0 && records.length === 0
  return { ...first, records: records.slice(0, limit), hasNext: records.length > limit, pastEnd: isPastEnd }
}

function mayBeCut(rows: number, limit: number): boolean {
  return rows > 0 && (rows >= limit || isCutLength(rows))
}

function newRows<R>(
  rows: readonly R[],
  page: readonly R[],
  identity: (row: R) => string | null,
): readonly R[] {
  const met = new Set(rows.map(identity))
  return page.filter((row) => identity(row) === null || !met.has(identity(row)))
}

/** Otherwise each page would have a next one. Asked once. */
function* requireTurned<R>(
  name: PagedList,
  list: ReadList<R>,
  row: R | undefined,
  offset: number,
): Reading<void> {
  if (offset === 0 || row === undefined || (yield* serviceProfile()).turns[name]) return
  const [first] = (yield* list({ limit: 1, offset: 0 })).records
  if (isSameRow(first, row)) throw notTurned()
  yield* learnProfile({ turns: { [name]: true } })
}
