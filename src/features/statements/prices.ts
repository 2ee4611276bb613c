/** Prices that the reader brings, since the API has none: a CSV file that never leaves the browser. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parse } from 'papaparse'
import { dayNumber } from '../../api/dates/day.ts'
import { compare, type Decimal, readDecimal, writeDecimal } from '../../contract/decimal.ts'

export interface Prices {
  /** Of the file. */
  readonly name: string
  readonly sha256: string
  /** In their alphabetical order. */
  readonly currencies: readonly string[]
  /** Of one unit, as decimal text: those that the file has for exactly that day. */
  pricesOf(day: string, currency: string): readonly (readonly [asset_id: string, price: string])[]
  readonly faults: readonly PriceFault[]
}

/** A line that holds no price, and why in words. */
export interface PriceFault {
  readonly line: number
  readonly why: string
}

/** The message is a sentence for the reader. */
export class NoPrices extends Error {}

/** Throws `NoPrices`. Of two different prices for the same day, asset and currency, neither counts. */
export async function readPrices(file: File): Promise<Prices> {
  if (file.size > largestFile)
    throw new NoPrices('The file is larger than 64 MiB. Leave out what is not needed.')
  const bytes = new Uint8Array(await file.arrayBuffer())
  const all = rowsOf(textOf(bytes))
  // Spreadsheets may put empty lines and "sep=," before the header.
  const begins = all.findIndex(({ cells }) => cells.some((cell) => cell !== '' && !/^sep=/i.test(cell)))
  const names = all[begins]?.cells.map((name) => name.toLowerCase()) ?? []
  const places = columns.map((name) => names.indexOf(name))
  if (places.includes(-1))
    throw new NoPrices('The file has no header with date, asset_id, currency and price.')
  const twice = columns.find((name) => names.indexOf(name) !== names.lastIndexOf(name))
  if (twice) throw new NoPrices(`The header has ${twice} twice.`)
  const prices = new Map<string, Map<string, Decimal | null>>()
  const currencies = new Set<string>()
  const faults: PriceFault[] = []
  for (const { line, cells } of all.slice(begins + 1)) {
    const [date = '', asset = '', currency = '', price = ''] = places.map((place) => cells[place] ?? '')
    if (!date && !asset && !currency && !price) continue
    const value = readDecimal(price)
    const fault = (why: string) => void faults.push({ line, why })
    if (cells.slice(names.length).some((cell) => cell !== ''))
      fault('more cells than the header: a number may have a comma in it')
    else if (dayNumber(date) === null) fault('the date is not YYYY-MM-DD')
    else if (!asset) fault('no asset_id')
    else if (!currency) fault('no currency')
    else if (value === null || value.digits < 0n) fault('the price is not a decimal number')
    else {
      const key = JSON.stringify([date, currency])
      const ofDay = prices.get(key) ?? new Map<string, Decimal | null>()
      const before = ofDay.get(asset)
      const isOther = before === null || (before !== undefined && compare(before, value) !== 0)
      if (isOther) fault('another price for the same day, so neither counts')
      prices.set(key, ofDay.set(asset, isOther ? null : value))
      currencies.add(currency)
    }
  }
  if (currencies.size === 0) throw new NoPrices('The file has no line with a price.')
  return {
    name: file.name,
    sha256: bytesToHex(sha256(bytes)),
    currencies: [...currencies].sort(),
    pricesOf: (day, currency) =>
      [...(prices.get(JSON.stringify([day, currency])) ?? [])].flatMap(([asset, price]) =>
        price ? [[asset, writeDecimal(price)] as const] : [],
      ),
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
    throw new NoPrices('The file could not be read as text. Save it as CSV in UTF-8.')
  }
}
