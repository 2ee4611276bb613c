/** What the file of a list is, and what the worker is asked for to make it. */
import type { RunOptions } from '../api/retries.ts'
import type { Books } from '../books/books.ts'
import type { Edge } from '../books/transaction-table.ts'
import type { FilterValue } from '../contract/endpoints.ts'
import type { ListName } from '../contract/file-names.ts'
import type { List } from '../url/lists.ts'

export const exportFormats = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type Cell = string | null

/** By column name. A missing column has no value. */
export type FileRow = Readonly<Record<string, Cell>>

/** What XLSX has as a number or a date. An amount stays exact text, with an approximate number beside it. */
export type ColumnKinds = Readonly<Record<string, 'amount' | 'count' | 'day' | 'instant'>>

/** The day on which the service recorded a row. Records do not have it: it is found by asking for one day after another. */
export const recordedColumn = 'recorded_on'

export interface ListExport<R> {
  /** All lists of balances share one. */
  readonly name: string
  readonly of: List
  /** In the order of the specification, with the API's field names if these are clear. */
  readonly columns: readonly string[]
  /** For each column on screen, the file's columns with the same content. */
  readonly shownBy: Readonly<Record<string, readonly string[]>>
  /** Columns that identify a row. Every file has them: without them, rows cannot be checked or compared. */
  readonly identity: readonly string[]
  readonly kinds: ColumnKinds
  /** Sentences for whoever makes a file. */
  readonly remarks?: readonly string[]
  /** True if the service can be asked for it by date. */
  readonly isDated?: boolean
  /** At least one, so that no record is lost. */
  rowsOf(record: R): readonly FileRow[]
  received(record: R): unknown
  /** True if the service sent fields that are not in the specification. Only JSON can hold them. */
  hasOthers(record: R): boolean
}

/** By the API's names, with one value for each. */
export type ListFilter = Readonly<Record<string, string>>

export interface ListQuery {
  readonly list: ListName
  /** Books take more of it than a service: see `needsBooks`. */
  readonly filter: Readonly<Record<string, FilterValue>>
}

export interface ExportRequest extends ListQuery {
  readonly title: string
  readonly format: ExportFormat
  /** From `columnsFor`. JSON holds whole records, with dates if the date column is here. */
  readonly columns: readonly string[]
  /** The list is read in this session only. */
  readonly session: string
  /** The id of this session's books; null where there are none. */
  readonly books: string | null
  /** For a filter by address: what to ask for instead. */
  readonly account?: {
    readonly requests: readonly ListFilter[]
    readonly spellings: readonly string[]
    /** Why not every spelling is among them: a sentence. */
    readonly doubt: string | null
  }
}

export interface ExportProgress {
  readonly text: string
  readonly part: number | null
  readonly hasBegun: boolean
}

export interface ExportControl extends RunOptions {
  readonly onProgress?: (progress: ExportProgress) => void
  readonly find: (books: string) => Books
  /** The same, once the service was asked on which side of these edges it recorded the transactions with these ids. */
  readonly divide: (books: string, edges: readonly Edge[], wanted?: ReadonlySet<string>) => Promise<Books>
}

/** All columns, or those on screen in their order, after the ones that identify a row. */
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

/** A date column that is added comes last. */
export function withDateColumn(columns: readonly string[], hasDates: boolean): readonly string[] {
  if (!hasDates) return columns.filter((name) => name !== recordedColumn)
  return columns.includes(recordedColumn) ? columns : [...columns, recordedColumn]
}

/** Adds the date as a column; in JSON it is beside the record. */
export function withDates<R>(list: ListExport<R>, dayOf: (record: R) => Cell): ListExport<R> {
  return {
    ...list,
    rowsOf: (record) => list.rowsOf(record).map((row) => ({ ...row, [recordedColumn]: dayOf(record) })),
    received: (record) => ({ [recordedColumn]: dayOf(record), record: list.received(record) }),
  }
}

/** Keeps all digits of the instant. A text without an offset is unchanged. */
export function inUtc(text: Cell): Cell {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d+)?([+-]\d{2}):?(\d{2})$/.exec(text ?? '')
  if (!match) return text
  const [, date, time, fraction = '', hours, minutes] = match
  const instant = new Date(`${date}T${time}${hours}:${minutes}`)
  return Number.isNaN(instant.getTime()) ? text : `${instant.toISOString().slice(0, 19)}${fraction}Z`
}
