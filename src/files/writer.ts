/** Writes CSV and JSON in pieces. XLSX is in `xlsx-writer.ts`. */
import { counted, sentences } from '../contract/count-text.ts'
import type { Cell } from './list-export.ts'

/** Its memory does not grow with the rows. */
export interface FileWriter {
  begin(): Uint8Array
  stored(cell: Cell): string
  /** Each row has a stored cell for every column. */
  rows(rows: readonly (readonly string[])[]): Uint8Array
  /** Sentences about what the format could not hold as it came. */
  remarks(): readonly string[]
  end(): Uint8Array
}

/** With a byte order mark, so that spreadsheets read UTF-8. */
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
    remarks: () =>
      sentences(
        guarded > 0 &&
          `An apostrophe was added to ${counted(guarded, 'cell')} that a spreadsheet could take for a formula, or that already had an apostrophe there.`,
        broken > 0 &&
          `${counted(broken, 'character')} could not be written in UTF-8 (half of a surrogate pair) and became U+FFFD.`,
      ),
    end: () => new Uint8Array(),
  }
}

/** One array with a record on each line. A row has one cell: its record as JSON. */
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

/** RFC 4180. The cells are guarded. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return rows.map((cells) => `${cells.map(quotedForAll).join(',')}\r\n`).join('')
}

/**
 * Puts an apostrophe before anything that could start a formula, at the start or after a separator of another dialect. An existing
 * apostrophe there gets one too, so that different texts stay different. Decimals stay as they are, even negative ones.
 */
export function csvGuarded(text: Cell): string {
  if (text === null) return ''
  if (/^-?\d+(?:\.\d+)?$/.test(text)) return text
  const guarded = text.replace(furtherFormula, "$1'")
  return text.startsWith("'") || formula.test(text) ? `'${guarded}` : guarded
}

/** Spreadsheets in some countries separate by semicolon or tab. Quotes prevent it. */
function quotedForAll(text: string): string {
  return /[",\r\n;\t]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Characters that begin a formula, some in full width or after what spreadsheets leave out. Some programs drop a leading tab or line break. */
const formula = /^(?:[\t\r\n]|["\s\p{Cc}\p{Cf}]*[=+\-@|%＝＋－＠])/u

/** The end of a line or cell, then what hides a formula, and its beginning. */
const end = '(\\r\\n|[\\r\\n\\v\\f\\x85\\u2028\\u2029;\\t])'
const beginning = `(?:(?!${end})["\\s\\p{Cc}\\p{Cf}])*[=+\\-@|%＝＋－＠]`
const furtherFormula = new RegExp(`${end}(?='*${beginning})`, 'gu')
