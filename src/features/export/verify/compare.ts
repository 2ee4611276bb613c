/** What a service says now of the records of an export: which are new, gone, or changed, and in what. */
import { createFingerprints, fingerprint } from '../../../api/walk/fingerprints.ts'
import { askWithRetries, type RetryOptions } from '../../../api/walk/retries.ts'
import { readWhole, type WalkEnd } from '../../../api/walk/walk.ts'
import type { ExportFacts } from '../facts.ts'
import {
  type Cell,
  type ListExport,
  type ListQuery,
  type Row,
  recordedColumn,
  recordedTimeColumn,
  retrievedColumn,
} from '../list-export.ts'
import { exportSource, listExportAt } from '../lists.ts'
import type { OpenExport } from './open-export.ts'

/** One row that is not as it was. */
export interface ChangedRow {
  /** What tells the row from others, one value for each column of the list's identity. */
  readonly id: readonly string[]
  readonly kind: 'new' | 'gone' | 'changed'
  /** Of a changed one: the columns that differ, with both texts as they stand in the file. */
  readonly fields: readonly { readonly name: string; readonly before: string; readonly after: string }[]
}

/** What comparing came to. Counts are of all rows; the rows themselves are the first of each kind. */
export interface Comparison {
  readonly same: number
  readonly counts: Readonly<Record<ChangedRow['kind'], number>>
  readonly rows: readonly ChangedRow[]
  /** Rows without an id, of either, with which nothing can be compared. */
  readonly nameless: number
}

/** A comparison that has read the file once, and is handed the records of the service. */
export interface RunningComparison<R> {
  add(records: readonly R[]): void
  /** Reads the file once more, for what the service no longer has. */
  end(): Promise<Comparison>
}

/** So many rows of each kind are listed. */
export const mostListed = 500

/**
 * Begins to compare an export with the records of a list as it is now. Memory grows by some forty bytes a row. Only the columns of the file are
 * compared, and neither when a record was retrieved, which is always another time, nor its date, which no record holds.
 */
export async function beginComparison<R>(
  opened: OpenExport,
  list: ListExport<R>,
  signal: AbortSignal,
): Promise<RunningComparison<R>> {
  const columns = comparedColumns(opened, list)
  const spelled = (row: Row): Row => {
    const cells: Record<string, Cell> = {}
    for (const name of [...list.identity, ...columns]) cells[name] = opened.spelled(row[name] ?? null) ?? ''
    return cells
  }
  const ids = createFingerprints()
  const inFile = countOccurrences()
  const whole = createFingerprints()
  let nameless = 0
  for await (const { rows } of opened.read({ signal }))
    for (const row of rows) {
      const plain = idOf(list, row)
      if (plain === null) nameless += 1
      else {
        const id = inFile(plain)
        ids.add(fingerprint(id))
        whole.add(fingerprint(contentOf(columns, id, row)))
      }
    }

  const seen = createFingerprints()
  const inService = countOccurrences()
  const added: ChangedRow[] = []
  const changed = new Map<string, Row>()
  const counts = { new: 0, gone: 0, changed: 0 }
  let same = 0
  const add = (records: readonly R[]) => {
    for (const row of records.flatMap((record) => list.rowsOf(record)).map(spelled)) {
      const plain = idOf(list, row)
      if (plain === null) {
        nameless += 1
        continue
      }
      const id = inService(plain)
      const mark = fingerprint(id)
      seen.add(mark)
      if (whole.has(fingerprint(contentOf(columns, id, row)))) same += 1
      else if (ids.has(mark)) {
        counts.changed += 1
        if (changed.size < mostListed) changed.set(id, row)
      } else {
        counts.new += 1
        if (added.length < mostListed) added.push({ id: valuesOf(list, row), kind: 'new', fields: [] })
      }
    }
  }

  const end = async (): Promise<Comparison> => {
    const others: ChangedRow[] = []
    let goneListed = 0
    const inFileAgain = countOccurrences()
    for await (const { rows } of opened.read({ signal }))
      for (const row of rows) {
        const plain = idOf(list, row)
        if (plain === null) continue
        const id = inFileAgain(plain)
        const now = changed.get(id)
        if (now) {
          changed.delete(id)
          others.push({ id: valuesOf(list, row), kind: 'changed', fields: differences(columns, row, now) })
        } else if (!seen.has(fingerprint(id))) {
          counts.gone += 1
          if (goneListed++ < mostListed) others.push({ id: valuesOf(list, row), kind: 'gone', fields: [] })
        }
      }
    return { same, counts, rows: [...others, ...added], nameless }
  }
  return { add, end }
}

/** What says when a record was read or recorded, which no record holds. */
const ofReading: ReadonlySet<string> = new Set([retrievedColumn, recordedColumn, recordedTimeColumn])

function comparedColumns<R>({ facts }: OpenExport, list: ListExport<R>): readonly string[] {
  const columns = facts.asked.columns ?? list.columns.map(({ name }) => name)
  return columns.filter((name) => !ofReading.has(name))
}

function valuesOf<R>({ identity }: ListExport<R>, row: Row): readonly string[] {
  return identity.map((name) => row[name] ?? '')
}

function idOf<R>(list: ListExport<R>, row: Row): string | null {
  const values = valuesOf(list, row)
  return values.every((value) => value === '') ? null : JSON.stringify(values)
}

/**
 * Tells rows apart that have the same id, such as an address that a whitelist holds twice: the second of them is compared with the
 * second. Of ids that occur once nothing but their mark is kept.
 */
function countOccurrences(): (id: string) => string {
  const once = createFingerprints()
  const more = new Map<string, number>()
  return (id) => {
    if (once.add(fingerprint(id))) return id
    const count = (more.get(id) ?? 1) + 1
    more.set(id, count)
    return `${id} ${count}`
  }
}

function contentOf(columns: readonly string[], id: string, row: Row): string {
  return JSON.stringify([id, ...columns.map((name) => row[name] ?? '')])
}

function differences(columns: readonly string[], before: Row, after: Row): ChangedRow['fields'] {
  return columns.flatMap((name) => {
    const pair = { name, before: before[name] ?? '', after: after[name] ?? '' }
    return pair.before === pair.after ? [] : [pair]
  })
}

/** A comparison with the service as it is now, and how reading it ended. */
export interface ComparedNow extends Comparison {
  readonly end: WalkEnd
}

/** How comparing is watched and stopped. */
export interface CompareControl extends RetryOptions {
  /** The mark of the only session in which the service is asked. */
  readonly session?: string
  /** So many records were read. */
  readonly onProgress: (rows: number) => void
}

/** Reads what an export was of again, and compares. Throws as `readWhole` and `openExport` do. */
export async function compareNow(
  opened: OpenExport,
  query: ListQuery,
  control: CompareControl,
): Promise<ComparedNow> {
  const { session, onProgress, ...retrying } = control
  const { signal } = retrying
  const ask = <T>(request: () => Promise<T>) => askWithRetries(request, retrying)
  const { list, whole } = await exportSource(query, {
    signal,
    ask,
    ...(session !== undefined && { session }),
  })
  const comparison = await beginComparison(opened, list, signal)
  const end = await readWhole(whole, {
    ...retrying,
    onPage: comparison.add,
    onProgress: ({ met }) => onProgress(met),
  })
  return { ...(await comparison.end()), end }
}

/** What an export was of, to ask it again; null for a list or a filter that the read API does not have. */
export function queryOf({ asked: { endpoint, parameters }, list: name }: ExportFacts): ListQuery | null {
  const list = listExportAt(endpoint)
  if (list?.name !== name) return null
  // A parameter that would be left out makes another list.
  const isAsked = Object.keys(parameters).every((parameter) => list.of.codec.filters.includes(parameter))
  return isAsked ? { list: list.of.name, filter: parameters } : null
}
