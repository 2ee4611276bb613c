/**
 * Prices that the reader brings, since the API has none: a CSV file with the columns `date`, `asset_id`, `currency` and `price`. It is read in
 * the browser, and never leaves it.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parse } from 'papaparse'
import { dayNumber } from '../../api/dates/day.ts'
import { compare, type Decimal, readDecimal } from '../../contract/decimal.ts'

/** The prices of one file. */
export interface Prices {
  /** What the file is called, and the SHA-256 of its bytes. */
  readonly name: string
  readonly sha256: string
  /** In their alphabetical order. */
  readonly currencies: readonly string[]
  /** The price of one unit on a day; null where the file has none for exactly that day. */
  priceOf(day: string, asset_id: string | null, currency: string): Decimal | null
  /** Lines that were left out, by their numbers, and why. */
  readonly faults: readonly PriceFault[]
}

/** A line that holds no price. */
export interface PriceFault {
  readonly line: number
  readonly why: 'date' | 'asset' | 'currency' | 'price' | 'twice'
}

/** Why a file holds no prices at all. */
export class NoPrices extends Error {
  readonly why: 'too-big' | 'no-text' | 'no-columns' | 'empty'
  constructor(why: NoPrices['why']) {
    super(why)
    this.why = why
  }
}

/** Reads a file. Throws `NoPrices`. Of two prices for the same day, asset and currency that are not the same, neither counts. */
export async function readPrices(file: File): Promise<Prices> {
  if (file.size > largestFile) throw new NoPrices('too-big')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const [header, ...rows] = rowsOf(textOf(bytes))
  const names = header?.cells.map((name) => name.toLowerCase()) ?? []
  const places = columns.map((name) => names.indexOf(name))
  if (places.includes(-1)) throw new NoPrices('no-columns')
  const prices = new Map<string, Decimal | null>()
  const currencies = new Set<string>()
  const faults: PriceFault[] = []
  for (const { line, cells } of rows) {
    const [date = '', asset = '', currency = '', price = ''] = places.map((place) => cells[place] ?? '')
    if (!date && !asset && !currency && !price) continue
    const value = readDecimal(price)
    const why =
      dayNumber(date) === null
        ? 'date'
        : !asset
          ? 'asset'
          : !currency
            ? 'currency'
            : value === null || value.digits < 0n
              ? 'price'
              : null
    if (why !== null || value === null) {
      faults.push({ line, why: why ?? 'price' })
      continue
    }
    const key = JSON.stringify([date, asset, currency])
    const before = prices.get(key)
    const isOther = before === null || (before !== undefined && compare(before, value) !== 0)
    if (isOther) faults.push({ line, why: 'twice' })
    prices.set(key, isOther ? null : value)
    currencies.add(currency)
  }
  if (currencies.size === 0) throw new NoPrices('empty')
  return {
    name: file.name,
    sha256: bytesToHex(sha256(bytes)),
    currencies: [...currencies].sort(),
    priceOf: (day, asset_id, currency) => prices.get(JSON.stringify([day, asset_id, currency])) ?? null,
    faults,
  }
}

/** The rows of a CSV, trimmed, each with the line on which it begins: a quoted cell may go over several. */
function rowsOf(text: string): readonly { readonly line: number; readonly cells: readonly string[] }[] {
  const rows: { line: number; cells: readonly string[] }[] = []
  let line = 1
  let begun = 0
  parse<readonly string[]>(text, {
    step({ data, meta: { cursor } }) {
      rows.push({ line, cells: data.map((cell) => cell.trim()) })
      line += text.slice(begun, cursor).match(/\r\n|\r|\n/g)?.length ?? 0
      begun = cursor
    },
  })
  return rows
}

const columns = ['date', 'asset_id', 'currency', 'price'] as const
/** Bytes; ten years of daily prices of a hundred assets are a sixth of it. */
const largestFile = 64 * 2 ** 20

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new NoPrices('no-text')
  }
}
