import type { ExportFacts, Written } from './facts.ts'
import type { Cell, ListExport } from './list-export.ts'

/** Writes a file piece by piece. What it keeps does not grow with the rows. */
export interface ExportWriter<R> {
  /** First, once. */
  begin(): Uint8Array
  /** The rows of further records. */
  rows(records: readonly R[]): Uint8Array
  /** Last, once. Facts go into the file where the format has a place for them. */
  end(facts?: ExportFacts): Uint8Array
  written(): Written
}

/** What a file of rows is written from: the names of its columns, and the cells of each record. */
export interface FileTable<R> {
  readonly columns: readonly string[]
  /** Those of them that hold amounts. */
  readonly amounts: readonly string[]
  /** The rows of a record, each with a cell for every column. */
  rowsOf(record: R): readonly (readonly Cell[])[]
  /** Whether the record holds more than all columns together can. */
  hasOthers(record: R): boolean
}

/** A list of the API with these columns, in this order; the names are from `columnsFor`. */
export function listTable<R>(list: ListExport<R>, columns: readonly string[]): FileTable<R> {
  return {
    columns,
    amounts: list.totals.sums,
    rowsOf: (record) => list.rowsOf(record).map((row) => columns.map((name) => row[name] ?? null)),
    hasOthers: list.hasOthers,
  }
}

/** A table that the console made itself, such as findings: the records are rows of cells already. */
export function textTable(
  columns: readonly string[],
  amounts: readonly string[],
): FileTable<readonly Cell[]> {
  return { columns, amounts, rowsOf: (cells) => [cells], hasOthers: () => false }
}
