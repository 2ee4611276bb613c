/** What the files of one list hold: its columns, the rows of a record, and what is added up for control. */
import type { DatedList, Pinned } from '../api/dates/dated-list.ts'
import { asFields, asText } from '../api/normalise.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import type { ListName } from '../contract/file-names.ts'
import type { List } from '../url/lists.ts'

/** A value of a file: text as it is, null where there is none. */
export type Cell = string | null

/** One row by the names of its columns. */
export type FileRow = Readonly<Record<string, Cell>>

/** A column of a file. `name` is the API's own field name where it says what the column holds, and tells it from all others. */
export interface ExportColumn {
  readonly name: string
  readonly label: string
}

/** The column that says when a service gave a row. */
export const retrievedColumn = 'retrieved_at'

/** The column that says on which day a service recorded a row. No record holds it: it is found by asking for one day after another. */
export const recordedColumn = 'recorded_on'

/** How one list is read whole and becomes rows of a file. */
export interface ListExport<R> {
  /** What facts call it: balances of all vaults and of those of a type are one list to them. */
  readonly name: string
  readonly of: List
  /** Every column, in the order of the specification. */
  readonly columns: readonly ExportColumn[]
  /** For each column of the table on screen the columns of the file that hold what it shows. */
  readonly shownBy: Readonly<Record<string, readonly string[]>>
  /** The columns that tell rows apart. They are in every file: without them nothing can be checked or compared. */
  readonly identity: readonly string[]
  /** What rows are counted by, and what is added up, for control. */
  readonly totals: { readonly by: readonly string[]; readonly sums: readonly string[] }
  /** What its files say that no record does, in sentences for the facts. */
  readonly remarks?: readonly string[]
  /** The list with a filter, to be read whole in one session, if one is named. */
  whole(filter: ListFilter, session?: string): WholeList<R>
  /** The list with a filter, to be asked for by date; only for a list that has dates. */
  dated?(filter: ListFilter, session?: string): DatedList
  /** Sets the end of a filter that has none, so that nothing new enters while it is read; only for a list that has dates. */
  pinEnd?(filter: ListFilter, asking: Asking): Promise<Pinned<ListFilter>>
  /** Whether the service's date filter can be relied on; only for a list that has dates. */
  heedsDates?(asking: Asking): Promise<boolean>
  /** The rows of a record, with all columns. At least one, so that no record is lost. */
  rowsOf(record: R): readonly FileRow[]
  /** A record from what a JSON file holds. */
  normalise(received: unknown): R
  /** The record as the service sent it. */
  received(record: R): unknown
  /** Whether the service sent something beside the specification, which only JSON can hold. */
  hasOthers(record: R): boolean
}

/** A filter as the parameters of a request. */
export type ListFilter = Readonly<Record<string, string>>

/** A list with a filter. */
export interface ListQuery {
  readonly list: ListName
  readonly filter: ListFilter
}

/** How requests are made before a list is read. */
export interface Asking {
  readonly signal: AbortSignal
  readonly session?: string
  readonly ask: <T>(request: () => Promise<T>) => Promise<T>
}

/**
 * The names of the file's columns: all, or those that hold what the columns shown on screen show, in that order. Those that tell
 * rows apart come first where they are not shown.
 */
export function columnsFor(
  list: Pick<ListExport<never>, 'columns' | 'shownBy' | 'identity'>,
  shown: readonly string[] | 'all',
): readonly string[] {
  if (shown === 'all') return list.columns.map(({ name }) => name)
  const chosen = new Set(
    shown.flatMap((id) => (Object.hasOwn(list.shownBy, id) ? (list.shownBy[id] ?? []) : [])),
  )
  return [...list.identity.filter((name) => !chosen.has(name)), ...chosen]
}

/** Columns with that of the day, or without; it comes last where it was not among them. */
export function withDateColumn(columns: readonly string[], hasDates: boolean): readonly string[] {
  if (!hasDates) return columns.filter((name) => name !== recordedColumn)
  return columns.includes(recordedColumn) ? columns : [...columns, recordedColumn]
}

/** A list whose records have a date each: as a column, and in JSON beside the record as it was received. */
export function withDates<R>(list: ListExport<R>, dayOf: (record: R) => Cell): ListExport<R> {
  return {
    ...list,
    rowsOf: (record) => dated(list.rowsOf(record), dayOf(record)),
    received: (record) => ({ [recordedColumn]: dayOf(record), record: list.received(record) }),
  }
}

/** The rows of a record with a date, as JSON holds it. */
export function rowsOfDated<R>(list: ListExport<R>, received: unknown): readonly FileRow[] {
  const fields = asFields(received)
  return dated(list.rowsOf(list.normalise(fields?.record)), asText(fields?.[recordedColumn]))
}

function dated(rows: readonly FileRow[], day: Cell): readonly FileRow[] {
  return rows.map((row) => ({ ...row, [recordedColumn]: day }))
}

/** A service's instant in UTC, all its digits kept; what is no instant with an offset stays as it came. */
export function inUtc(text: Cell): Cell {
  const match =
    text === null
      ? null
      : /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d+)?([+-]\d{2}):?(\d{2})$/.exec(text)
  if (!match) return text
  const [, date, time, fraction = '', hours, minutes] = match
  const instant = new Date(`${date}T${time}${hours}:${minutes}`)
  return Number.isNaN(instant.getTime()) ? text : `${instant.toISOString().slice(0, 19)}${fraction}Z`
}
