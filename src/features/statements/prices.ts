/**
 * Prices that the reader brings, since the API has none: a CSV file with the columns `date`, `asset_id`, `currency` and `price`. It is read in
 * the browser, and never leaves it.
 */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { parse } from 'papaparse'
import { dayNumber } from '../../api/dates/day.ts'
import { type Decimal, readDecimal } from '../../contract/decimal.ts'

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
  const { data, meta } = parse<Readonly<Record<string, string | undefined>>>(textOf(bytes), {
    header: true,
    transformHeader: (header) => header.trim().toLowerCase(),
  })
  if (!columns.every((name) => meta.fields?.includes(name))) throw new NoPrices('no-columns')
  const prices = new Map<string, Decimal | null>()
  const currencies = new Set<string>()
  const faults: PriceFault[] = []
  for (const [index, row] of data.entries()) {
    const [date, asset, currency, price] = columns.map((name) => (row[name] ?? '').trim())
    if (!date && !asset && !currency && !price) continue
    const value = readDecimal(price ?? '')
    const why =
      dayNumber(date ?? '') === null
        ? 'date'
        : !asset
          ? 'asset'
          : !currency
            ? 'currency'
            : value === null || value.digits < 0n
              ? 'price'
              : null
    // The header is the first line.
    if (why !== null || value === null) {
      faults.push({ line: index + 2, why: why ?? 'price' })
      continue
    }
    const key = JSON.stringify([date, asset, currency])
    const before = prices.get(key)
    const isOther =
      before === null ||
      (before !== undefined && (before.digits !== value.digits || before.scale !== value.scale))
    if (isOther) faults.push({ line: index + 2, why: 'twice' })
    prices.set(key, isOther ? null : value)
    currencies.add(currency ?? '')
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
