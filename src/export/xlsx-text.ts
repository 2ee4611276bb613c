import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import type { Cell } from './list-export.ts'

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
