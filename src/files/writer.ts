/** What writes a file piece by piece; CSV and JSON. XLSX is in `xlsx-writer.ts`. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { counted } from '../contract/count-text.ts'
import type { ExportFacts, Written } from './facts.ts'
import type { Cell, ListExport } from './list-export.ts'

/** Writes a file piece by piece. What it keeps does not grow with the rows. */
export interface FileWriter<R> {
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

/** What records give to a file, as every list has it. */
export type FileContent<R> = Pick<ListExport<R>, 'totals' | 'rowsOf' | 'received' | 'hasOthers'>

/** The table of records with these columns, in this order. */
export function tableOf<R>(
  { totals, rowsOf, hasOthers }: Omit<FileContent<R>, 'received'>,
  columns: readonly string[],
): FileTable<R> {
  return {
    columns,
    amounts: totals.sums,
    rowsOf: (record) => rowsOf(record).map((row) => columns.map((name) => row[name] ?? null)),
    hasOthers,
  }
}

/** Records with fields that no column holds. */
export function othersRemark(records: number): readonly string[] {
  if (records === 0) return []
  const have = counted(records, 'record has fields', 'records have fields')
  return [`${have} that the specification does not have. Only JSON includes them.`]
}

/** CSV: UTF-8 with the mark that tells spreadsheets so; formulas are neutralised. */
export function csvWriter<R>(table: FileTable<R>): FileWriter<R> {
  const encoder = new TextEncoder()
  const content = columnDigests(table.columns)
  let rows = 0
  let withOthers = 0
  let broken = 0
  let guarded = 0
  const guard = (text: Cell) => {
    const cell = csvGuarded(text)
    if (cell !== (text ?? '')) guarded += 1
    return cell
  }
  return {
    begin: () => encoder.encode(`\ufeff${csvText([table.columns])}`),
    rows(records) {
      const lines = records.flatMap((record) => table.rowsOf(record))
      for (const record of records) if (table.hasOthers(record)) withOthers += 1
      rows += lines.length
      const stored = lines.map((cells) => cells.map(guard))
      for (const cells of stored) content.add(cells)
      content.flush()
      const text = csvLines(stored)
      broken += text.match(/\p{Cs}/gu)?.length ?? 0
      return encoder.encode(text)
    },
    end: () => new Uint8Array(),
    written: () => ({
      rows,
      remarks: [
        ...othersRemark(withOthers),
        ...(guarded === 0
          ? []
          : [
              `An apostrophe was added to ${counted(guarded, 'cell')} that a spreadsheet could take for a formula, or that had an apostrophe in that place already.`,
            ]),
        ...(broken === 0
          ? []
          : [
              `${counted(broken, 'character')} could not be written in UTF-8 (half of a surrogate pair) and became U+FFFD.`,
            ]),
      ],
      content: content.digests(),
    }),
  }
}

/** JSON: the records as the service sent them, untouched (numbers as text), as one array with one record a line. */
export function jsonWriter<R>(received: (record: R) => unknown): FileWriter<R> {
  const encoder = new TextEncoder()
  const content = columnDigests([recordsColumn])
  let rows = 0
  return {
    begin: () => encoder.encode('['),
    rows(records) {
      const lines = records.map((record, index) => {
        const json = JSON.stringify(received(record)) ?? 'null'
        content.add([json])
        return `${rows === 0 && index === 0 ? '\n' : ',\n'}${json}`
      })
      content.flush()
      rows += records.length
      return encoder.encode(lines.join(''))
    },
    end: () => encoder.encode('\n]\n'),
    written: () => ({ rows, remarks: [], content: content.digests() }),
  }
}

/**
 * Rows as one CSV text after RFC 4180, each cell guarded: every line ends with CR LF, and what holds a separator, also of other
 * countries, a quote or a line break is quoted. Null is an empty cell.
 */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return csvLines(rows.map((cells) => cells.map(csvGuarded)))
}

/** Rows of cells that are guarded already. */
function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quotedForAll).join(',')}\r\n`).join('')
}

/**
 * A cell as CSV holds it, null as an empty text. An apostrophe stands before everything with which a spreadsheet would begin a
 * formula: at its beginning, and where a spreadsheet with other separators takes it apart. It also stands before an apostrophe in such
 * a place, so that no two texts become the same cell. A decimal, also a negative one, stays as it is.
 */
export function csvGuarded(text: string | null): string {
  if (text === null) return ''
  if (isDecimal(text)) return text
  const guarded = text.replace(furtherFormula, "$1'")
  return text.startsWith("'") || formula.test(text) ? `'${guarded}` : guarded
}

/** The text of a guarded cell. */
export function csvUnguarded(cell: string): string {
  return (cell.startsWith("'") ? cell.slice(1) : cell).replace(furtherGuard, '$1')
}

/** A cell between commas, after RFC 4180. */
function csvQuoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** A cell as our files hold it: some spreadsheets separate by semicolon or tab, as their country does, and a quote keeps them from it. */
function quotedForAll(text: string): string {
  return /[;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : csvQuoted(text)
}

/**
 * Spreadsheets begin a formula at these, some of them also in full width, behind space or a quote. That a tab or line break leads
 * is reason enough: some drop it and look at what follows.
 */
const formula = /^(?:[\t\r\n]|[\s"]*[=+\-@|%＝＋－＠])/

/** What ends a line or a cell, the space or quotes in which a formula hides, and its beginning. */
const end = '(\\r\\n|[\\r\\n\\v\\f\\x85\\u2028\\u2029;\\t])'
const beginning = '(?:"|[^\\S\\r\\n\\v\\f\\u2028\\u2029\\t])*[=+\\-@|%＝＋－＠]'

/** The same behind what ends a line or a cell, also behind apostrophes. */
const furtherFormula = new RegExp(`${end}(?='*${beginning})`, 'g')
const furtherGuard = new RegExp(`${end}'(?='*${beginning})`, 'g')

function isDecimal(text: string): boolean {
  return /^-?\d+(?:\.\d+)?$/.test(text) && !/[\r\n]/.test(text)
}

/** Digests of columns while rows pass: see `facts.content`. */
export interface ColumnDigests {
  /** One row, its cells as the file stores them. */
  add(stored: readonly string[]): void
  /** Works off what was added; many rows at a time is quicker. */
  flush(): void
  /** By the names of the columns. */
  digests(): Readonly<Record<string, string>>
}

/** The one column of a JSON file: its records. */
export const recordsColumn = 'records'

export function columnDigests(columns: readonly string[]): ColumnDigests {
  const encoder = new TextEncoder()
  const all = columns.map((name) => ({ name, digest: sha256.create(), text: '' }))
  const flush = () => {
    for (const column of all) {
      if (column.text !== '') column.digest.update(encoder.encode(column.text))
      column.text = ''
    }
  }
  return {
    add(stored) {
      for (const [index, column] of all.entries()) column.text += `${csvQuoted(stored[index] ?? '')}\r\n`
    },
    flush,
    digests() {
      flush()
      return Object.fromEntries(all.map(({ name, digest }) => [name, bytesToHex(digest.clone().digest())]))
    },
  }
}
