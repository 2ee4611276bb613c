/** How a sheet of our XLSX files is laid out: by names that the facts hold, so that the verifier lays it out the same way. */

import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { readDecimal } from '../contract/decimal.ts'
import { type ExportFacts, inOrder, writeFacts } from './facts.ts'
import type { Cell } from './list-export.ts'

/** One sheet's columns. */
export interface SheetLayout {
  readonly columns: readonly SheetColumn[]
  /** How many columns of the sheet these are: an amount has two. */
  readonly width: number
  /** Whether readers can filter its rows. */
  readonly hasFilter: boolean
}

/** One column of texts; beside an amount stands a column of numbers to calculate with. */
interface SheetColumn {
  /** Its place in the sheet, from 0. */
  readonly at: number
  /** In characters. */
  readonly width: number
  readonly isAmount: boolean
}

/** The layout of a sheet of rows with these columns, of which `amounts` are decimal text. */
export function rowsLayout(names: readonly string[], amounts: readonly string[]): SheetLayout {
  let next = 0
  const columns = names.map((name) => {
    const column = { at: next, width: widthOf(name), isAmount: amounts.includes(name) }
    next += column.isAmount ? 2 : 1
    return column
  })
  return { columns, width: next, hasFilter: true }
}

/** A sheet of plain texts, for reading. */
export function textLayout(widths: readonly number[]): SheetLayout {
  const columns = widths.map((width, at) => ({ at, width, isAmount: false }))
  return { columns, width: columns.length, hasFilter: false }
}

/**
 * A column's name as its header says it: "transaction_id" is "Transaction id". Whoever needs the API's name writes it in small letters
 * with underscores.
 */
export function headerOf(name: string): string {
  const words = name.replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The header beside that of an amount. */
export function approximateHeader(header: string): string {
  return `${header} (approx.)`
}

/**
 * Decimal text as a number that a spreadsheet calculates with: at most the 15 digits that it keeps, rounded here, so that every
 * program shows the same. Empty for what is no decimal.
 */
export function approximate(text: string): string {
  const decimal = readDecimal(text)
  if (decimal === null) return ''
  const isNegative = decimal.digits < 0n
  const all = isNegative ? -decimal.digits : decimal.digits
  if (all === 0n) return '0'
  const dropped = Math.max(0, all.toString().length - significant)
  const unit = 10n ** BigInt(dropped)
  const digits = ((all + unit / 2n) / unit).toString()
  const exponent = digits.length - 1 + dropped - decimal.scale
  const fraction = digits.slice(1).replace(/0+$/, '')
  return `${isNegative ? '-' : ''}${digits.charAt(0)}${fraction && `.${fraction}`}${exponent === 0 ? '' : `E${exponent}`}`
}

const significant = 15

function widthOf(name: string): number {
  if (/_address$|^address$|_hash$|_link$|^note$|^because$/.test(name)) return 46
  if (/_(?:name|at|id)$|_balance$|^(?:amount|fee|memo|difference)$/.test(name)) return 26
  return 18
}

/** Most characters of a cell, and most rows of a sheet, that spreadsheet programs read. */
export const xlsxLimits = { cell: 32_767, rows: 1_048_576 } as const

/** A cell as XLSX stores it: null as an empty text. */
export function storedText(cell: Cell): string {
  return shortened(xlsxText(cell ?? ''))
}

/** What no cell can hold is not cut: in its place stand its length and its digest. */
function shortened(text: string): string {
  if (text.length <= xlsxLimits.cell) return text
  const digest = bytesToHex(sha256(new TextEncoder().encode(text)))
  return `[${text.length} characters, too long for XLSX; SHA-256 ${digest}]`
}

/** A text as a cell stores it: what XML has no form for is written _xHHHH_, and what looks like that is told apart. */
export function xlsxText(text: string): string {
  return text.replace(unwritable, (found) => `_x${hex(found)}_`)
}

/** The text that a cell stores: the inverse of `xlsxText`. */
export function readXlsxText(stored: string): string {
  return stored.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
}

/**
 * What XML 1.0 has no character for, the carriage return, which XML readers turn into a line feed, halves of surrogate pairs, and
 * the underscore of a text that looks like such an escape itself.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const unwritable = /[\u0000-\u0008\u000b-\u001f\ufffe\uffff\p{Cs}]|_(?=x[0-9A-Fa-f]{4}_)/gu

function hex(character: string): string {
  return character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')
}

/** How the sheet of facts is laid out. */
export const factsLayout = textLayout([40, 100])

/**
 * The sheet of facts: a name and a value a row, for people. Under them the same as JSON, cut into pieces that a cell holds: from
 * that they are read back.
 */
export function factsRows(facts: ExportFacts): readonly (readonly string[])[] {
  const json = writeFacts(facts)
  const pieces = Array.from({ length: Math.ceil(json.length / pieceLength) }, (_, index) =>
    json.slice(index * pieceLength, (index + 1) * pieceLength),
  )
  return [
    ['fact', 'value'],
    ...flattened('', inOrder(facts)),
    ...pieces.map((piece) => [jsonRow, piece]),
  ].map((cells) => cells.map(storedText))
}

/** What stands before each piece of the facts as JSON. */
export const jsonRow = 'as JSON'

/** Escapes make a text at most seven times as long. */
const pieceLength = Math.floor(xlsxLimits.cell / 7)

function flattened(name: string, value: unknown): readonly (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [[name, value === null ? '' : String(value)]]
  const entries = Object.entries(value)
  if (Array.isArray(value) && value.every((each) => typeof each === 'string'))
    return [[name, value.join(value.some((each) => /\s/.test(each)) ? '\n' : ', ')]]
  return entries.flatMap(([key, each]) =>
    flattened(name === '' ? key : `${name}.${Array.isArray(value) ? Number(key) + 1 : key}`, each),
  )
}
