/** CSV after RFC 4180: every line ends with CR LF, and what holds a separator, also of other countries, a quote or a line break is quoted. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

/** Rows as one CSV text, each cell guarded. Null is an empty cell. */
export function csvText(rows: readonly (readonly (string | null)[])[]): string {
  return csvLines(rows.map((cells) => cells.map(csvGuarded)))
}

/** Rows of cells that are guarded already. */
export function csvLines(rows: readonly (readonly string[])[]): string {
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
