/** What the files of one list hold: its columns, the rows of a record, and the columns that are added up. */
import type { DatedList, Pinned } from '../api/dates/dated-list.ts'
import { asFields, asText } from '../api/normalise.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import type { RetryOptions } from '../api/walk/retries.ts'
import type { ListName } from '../contract/file-names.ts'
import type { List } from '../url/lists.ts'

/** A value of a file; null where there is none. */
export type Cell = string | null

/** One row by the names of its columns. A column that is missing has no value. */
export type FileRow = Readonly<Record<string, Cell>>

/** When the service gave a row. */
export const retrievedColumn = 'retrieved_at'

/** The day on which the service recorded a row. No record holds it: it is found by asking for one day after another. */
export const recordedColumn = 'recorded_on'

/** How one list is read whole and becomes rows of a file. */
export interface ListExport<R> {
  /** The name in facts. Balances of all vaults and of one type share it. */
  readonly name: string
  readonly of: List
  /** Every column, in the order of the specification, by the API's own field names where these say what it holds. */
  readonly columns: readonly string[]
  /** For each column of the table on screen, the columns of the file with the same content. */
  readonly shownBy: Readonly<Record<string, readonly string[]>>
  /** The columns that tell rows apart. Every file has them: rows without them cannot be checked or compared. */
  readonly identity: readonly string[]
  /** The columns that rows are counted by, and those that are added up. */
  readonly totals: { readonly by: readonly string[]; readonly sums: readonly string[] }
  /** Sentences for the facts of every file of this list. */
  readonly remarks?: readonly string[]
  whole(filter: ListFilter, session?: string): WholeList<R>
  /** Only for a list that can be filtered by date. */
  readonly dates?: ListDates
  /** At least one, so that no record is lost. */
  rowsOf(record: R): readonly FileRow[]
  /** A record from what a JSON file holds. */
  normalise(received: unknown): R
  /** The record as the service sent it. */
  received(record: R): unknown
  /** Whether the service sent fields beside the specification. Only JSON can hold them. */
  hasOthers(record: R): boolean
}

interface ListDates {
  list(filter: ListFilter, session: string | undefined): DatedList
  /** Sets the end of a filter that has none, so that nothing new enters while the list is read. */
  pinEnd(filter: ListFilter, asking: Asking): Promise<Pinned<ListFilter>>
  /** Whether the service's date filter can be relied on. */
  isReliable(asking: Asking): Promise<boolean>
}

/** A filter as the parameters of a request. */
export type ListFilter = Readonly<Record<string, string>>

export interface ListQuery {
  readonly list: ListName
  readonly filter: ListFilter
}

/** How requests are made, and the only session in which they are. */
export interface Asking extends RetryOptions {
  readonly session: string | undefined
}

/** All columns of the file, or those that the table on screen shows, in its order and after the ones that tell rows apart. */
export function columnsFor(
  list: Pick<ListExport<never>, 'columns' | 'shownBy' | 'identity'>,
  shown: readonly string[] | 'all',
): readonly string[] {
  if (shown === 'all') return list.columns
  const chosen = new Set(
    shown.flatMap((id) => (Object.hasOwn(list.shownBy, id) ? (list.shownBy[id] ?? []) : [])),
  )
  return [...list.identity.filter((name) => !chosen.has(name)), ...chosen]
}

/** The columns with the one of the day, or without it. It comes last where it was not among them. */
export function withDateColumn(columns: readonly string[], hasDates: boolean): readonly string[] {
  if (!hasDates) return columns.filter((name) => name !== recordedColumn)
  return columns.includes(recordedColumn) ? columns : [...columns, recordedColumn]
}

/** A list whose records have a date: as a column, and in JSON beside the record. */
export function withDates<R>(list: ListExport<R>, dayOf: (record: R) => Cell): ListExport<R> {
  return {
    ...list,
    rowsOf: (record) => datedRows(list.rowsOf(record), dayOf(record)),
    received: (record) => ({ [recordedColumn]: dayOf(record), record: list.received(record) }),
  }
}

/** The rows of a record with a date, as JSON holds it. */
export function rowsOfDated<R>(list: ListExport<R>, received: unknown): readonly FileRow[] {
  const fields = asFields(received)
  return datedRows(list.rowsOf(list.normalise(fields?.record)), asText(fields?.[recordedColumn]))
}

function datedRows(rows: readonly FileRow[], day: Cell): readonly FileRow[] {
  return rows.map((row) => ({ ...row, [recordedColumn]: day }))
}

/** A service's instant in UTC with all its digits. A text without an offset stays as it came. */
export function inUtc(text: Cell): Cell {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d+)?([+-]\d{2}):?(\d{2})$/.exec(text ?? '')
  if (!match) return text
  const [, date, time, fraction = '', hours, minutes] = match
  const instant = new Date(`${date}T${time}${hours}:${minutes}`)
  return Number.isNaN(instant.getTime()) ? text : `${instant.toISOString().slice(0, 19)}${fraction}Z`
}
