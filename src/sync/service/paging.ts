import { ApiError, noFailure } from '../../contract/api-error.ts'
import type { ConsoleListName } from '../../contract/console-api.ts'
import { limitFor } from '../../contract/request-path.ts'
import type { Records } from './endpoints.ts'
import { learnProfile, type ServiceRead, serviceProfile } from './service-read.ts'

export interface Page<R> extends Records<R> {
  readonly hasNext: boolean
}

export interface AllRows<R> extends Records<R> {
  /** False if nothing shows that these are all. */
  readonly isWhole: boolean
}

export interface PageRange {
  readonly limit: number
  readonly offset: number
}

export type ReadList<R> = (page: PageRange) => ServiceRead<Records<R>>

/**
 * A page with as many rows as were asked for, unless the list ends before: a service that gives fewer is asked again. `identity`: a row that
 * moves into the next answer meanwhile is listed once. Throws an `ApiError` where the service turns no pages.
 */
export function* readFullPage<R>(
  name: ConsoleListName,
  list: ReadList<R>,
  identity: (row: R) => string | null,
  { limit, offset }: PageRange,
): ServiceRead<Page<R>> {
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
  return { ...first, records: records.slice(0, limit), hasNext: records.length > limit }
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
  name: ConsoleListName,
  list: ReadList<R>,
  row: R | undefined,
  offset: number,
): ServiceRead<void> {
  if (offset === 0 || row === undefined || (yield* serviceProfile()).turns[name]) return
  const [first] = (yield* list({ limit: 1, offset: 0 })).records
  if (isSameRow(first, row))
    throw notShown('The service sent the first page again, so this one cannot be shown.')
  yield* learnProfile({ turns: { [name]: true } })
}

/** A transaction has another time of retrieval in every answer. */
export function isSameRow(one: unknown, other: unknown): boolean {
  const contentOf = (row: unknown) =>
    JSON.stringify(row, (key, value: unknown) => (key === 'timestamp' ? undefined : value))
  return contentOf(one) === contentOf(other)
}

/** A page of those rows of a whole list that match a filter. */
export function pageOfAll<R>(all: AllRows<R>, rows: readonly R[], { limit, offset }: PageRange): Page<R> {
  return { ...all, records: rows.slice(offset, offset + limit), hasNext: offset + limit < rows.length }
}

/** Services cut answers at round numbers or powers of two. */
export function isCutLength(rows: number): boolean {
  return rows > 0 && (rows % 5 === 0 || (rows >= 8 && (rows & (rows - 1)) === 0))
}

export function notShown(details: string): ApiError {
  return new ApiError({ ...noFailure, kind: 'unexpected-body', details })
}
