/** What writes a file piece by piece: CSV and JSON. XLSX is in `xlsx-writer.ts`. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { counted } from '../contract/count-text.ts'
import type { ExportFacts } from './facts.ts'
import type { Cell } from './list-export.ts'

/** Writes one format. What it keeps does not grow with the rows. */
export interface FileWriter {
  /** First, once. */
  begin(): Uint8Array
  /** A cell as the file stores it. */
  stored(cell: Cell): string
  /** Further rows, each with a stored cell for every column. */
  rows(rows: readonly (readonly string[])[]): Uint8Array
  /** What the format could not hold as it came, in sentences. */
  remarks(): readonly string[]
  /** Last, once. The facts go into the file where the format has a place for them. */
  end(facts: ExportFacts): Uint8Array
}

/** UTF-8 with the mark that tells spreadsheets so. */
export function csvWriter(columns: readonly string[]): FileWriter {
  const encoder = new TextEncoder()
  let broken = 0
  let guarded = 0
  return {
    begin: () => encoder.encode(`\ufeff${csvLines([columns])}`),
    stored(text) {
      const cell = csvGuarded(text)
      if (cell !== (text ?? '')) guarded += 1
      broken += cell.match(/\p{Cs}/gu)?.length ?? 0
      return cell
    },
    rows: (rows) => encoder.encode(csvLines(rows)),
    remarks: () => [
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
    end: () => new Uint8Array(),
  }
}

/** The one column of a JSON file: its records. */
export const recordsColumn = 'records'

/** One array, with one record a line. Its rows have one cell: the record as JSON. */
export function jsonWriter(): FileWriter {
  const encoder = new TextEncoder()
  let isFirst = true
  return {
    begin: () => encoder.encode('['),
    stored: (cell) => cell ?? 'null',
    rows(rows) {
      const lines = rows.map(([json = ''], index) => `${isFirst && index === 0 ? '\n' : ',\n'}${json}`)
      if (rows.length > 0) isFirst = false
      return encoder.encode(lines.join(''))
    },
    remarks: () => [],
    end: () => encoder.encode('\n]\n'),
  }
}

/** Rows of guarded cells after RFC 4180. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quotedForAll).join(',')}\r\n`).join('')
}

/**
 * A cell as CSV holds it. An apostrophe goes before everything that could begin a formula: at the beginning, and where a spreadsheet
 * with other separators splits the cell. It also goes before an apostrophe in such a place, so that no two texts become the same cell.
 * A decimal stays as it is, even a negative one.
 */
export function csvGuarded(text: Cell): string {
  if (text === null) return ''
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text
  const guarded = text.replace(furtherFormula, "$1'")
  return text.startsWith("'") || formula.test(text) ? `'${guarded}` : guarded
}

/** The text of a guarded cell. */
export function csvUnguarded(cell: string): string {
  return (cell.startsWith("'") ? cell.slice(1) : cell).replace(furtherGuard, '$1')
}

function csvQuoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Some countries' spreadsheets separate by semicolon or tab. A quote keeps them from it. */
function quotedForAll(text: string): string {
  return /[;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : csvQuoted(text)
}

/**
 * Spreadsheets begin a formula at these characters, some of them also in full width, after a space or a quote. A tab or line break at
 * the beginning is enough: some programs drop it and look at what follows.
 */
const formula = /^(?:[\t\r\n]|[\s"]*[=+\-@|%＝＋－＠])/

/** The end of a line or cell, then the spaces or quotes in which a formula hides, and its beginning. */
const end = '(\\r\\n|[\\r\\n\\v\\f\\x85\\u2028\\u2029;\\t])'
const beginning = '(?:"|[^\\S\\r\\n\\v\\f\\u2028\\u2029\\t])*[=+\\-@|%＝＋－＠]'
const furtherFormula = new RegExp(`${end}(?='*${beginning})`, 'g')
const furtherGuard = new RegExp(`${end}'(?='*${beginning})`, 'g')

/** Digests of columns while rows pass: see `facts.content`. */
export interface ColumnDigests {
  /** One row, its cells as the file stores them. */
  add(stored: readonly string[]): void
  /** Works off what was added; many rows at a time is quicker. */
  flush(): void
  /** By the names of the columns. */
  digests(): Readonly<Record<string, string>>
}

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
