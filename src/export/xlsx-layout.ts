/** How a sheet of our XLSX files is laid out: by names that the facts hold, so that the verifier lays it out the same way. */
import { readDecimal } from '../contract/decimal.ts'

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
