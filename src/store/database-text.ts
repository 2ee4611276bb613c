/** How text is stored in columns. Text in queries is written in the same way. */
import { hash } from 'node:crypto'

/** No service has a reason to send these noncharacters; where one does, they are escaped too. */
export const escapeMark = '\ufdd0'
/** Stands between texts of one column. No text contains it after `databaseText`, so that nothing is found across it. */
export const textSeparator = '\ufdd1'
const shortened = '\ufdd2'

/** PostgreSQL's text takes neither U+0000 nor half a surrogate pair. Reversible, see `fromDatabaseText`. */
export function databaseText(text: string): string {
  return text.replace(
    /[\p{Surrogate}\ufdd0-\ufdd2]|\0/gu,
    (unit) => escapeMark + unit.charCodeAt(0).toString(16).padStart(4, '0'),
  )
}

export function fromDatabaseText(text: string): string {
  return text.replace(/\ufdd0([0-9a-f]{4})/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/** Of a column that may be null. */
export function textIn(column: string | null | undefined): string | null {
  return column == null ? null : fromDatabaseText(column)
}

export function numberIn(column: string | null | undefined): number | null {
  return column == null ? null : Number(column)
}

/**
 * For columns that are compared, sorted and indexed: a B-tree takes no entry longer than 2,704 bytes, so that one long id would stop every
 * reading. Longer texts become their beginning and a digest: equal texts stay equal, different ones different.
 */
export function columnText(text: string): string {
  const whole = databaseText(text)
  if (3 * whole.length <= mostBytes || Buffer.byteLength(whole) <= mostBytes) return whole
  // A pair that the cut divides would be half of one.
  const beginning = whole.slice(0, 40).replace(/[\ud800-\udbff]$/, '')
  return beginning + shortened + textDigest(whole)
}

export function isShortened(column: string): boolean {
  return column.includes(shortened)
}

/** Null for one that had to be shortened. */
export function wholeText(column: string | null | undefined): string | null {
  return column == null || isShortened(column) ? null : fromDatabaseText(column)
}

/** For people: of a text that was too long, its beginning. */
export function shownColumn(column: string): string {
  const [beginning = ''] = column.split(shortened)
  return fromDatabaseText(beginning) + (isShortened(column) ? '…' : '')
}

/** Several columns of this length fit into one entry of an index. */
const mostBytes = 240

/** Text for word search: lower case, joined. */
export function wordsText(texts: readonly (string | null)[]): string {
  return texts.flatMap((text) => (text ? [databaseText(text.toLowerCase())] : [])).join(textSeparator)
}

/** 132 bits of SHA-256, base64url. */
export function textDigest(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 22)
}
