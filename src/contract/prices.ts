/** Prices that the operator gives, since the API has none, and what amounts are worth by them. */
import { groupedDecimal } from './count-text.ts'
import { type Decimal, multiply, readDecimal, rounded, sum, writeDecimal } from './decimal.ts'
import { sessionPath } from './session.ts'

/** `GET`, with one `currency` and each `day` as `YYYY-MM-DD`. */
export const pricesPath = `${sessionPath}/prices`

/** Of one unit, as decimal text, on a day (`YYYY-MM-DD`). */
export interface Price {
  readonly date: string
  readonly asset_id: string
  readonly currency: string
  readonly price: string
}

/** Prices of one currency, with the last of each asset on or before each day that matters. */
export interface Valuation {
  readonly source: { readonly name: string; readonly sha256: string }
  readonly rows: readonly Price[]
}

export interface PricesAnswer extends Valuation {
  readonly faults: readonly string[]
}

export interface HeldAsset {
  readonly asset_id: string | null
  /** Decimal text, or what was added up. */
  readonly held: string | Decimal | null
}

/** Values at the last prices on or before a day. */
export class DayValues {
  readonly currency: string
  readonly #day: string
  readonly #prices = new Map<string, Price>()

  constructor({ rows }: Pick<Valuation, 'rows'>, day: string) {
    this.currency = rows[0]?.currency ?? ''
    this.#day = day
    for (const row of rows)
      if (row.date <= day && row.date >= (this.#prices.get(row.asset_id)?.date ?? ''))
        this.#prices.set(row.asset_id, row)
  }

  /** One for each asset that has any. */
  get prices(): readonly Price[] {
    return [...this.#prices.values()]
  }

  /** Exact. Null where there is no price, or no amount. */
  exact({ asset_id, held }: HeldAsset): Decimal | null {
    const price = readDecimal(this.#prices.get(asset_id ?? '')?.price ?? null)
    const amount = typeof held === 'string' ? readDecimal(held) : held
    return amount && price && multiply(amount, price)
  }

  /** Rounded, and with all digits of the currency: "1234.50". */
  written(asset: HeldAsset): string | null {
    const value = this.exact(asset)
    return value && writeValue(value, this.currency)
  }

  /** Rounded once: of those that have a price. Null where none has. */
  sumOf(assets: readonly HeldAsset[]): string | null {
    const isAny = assets.some((asset) => this.exact(asset) !== null)
    return isAny ? writeValue(this.sum(assets), this.currency) : null
  }

  sum(assets: readonly HeldAsset[]): Decimal {
    return sum(assets.flatMap((asset) => this.exact(asset) ?? []))
  }

  /** "1,234.50 EUR": rounded once. "unknown" where something is held and none of it has a value. */
  sumText(assets: readonly HeldAsset[]): string {
    const held = assets.filter((asset) => !isNothing(asset.held))
    if (held.length > 0 && held.every((asset) => this.exact(asset) === null)) return 'unknown'
    return `${groupedDecimal(writeValue(this.sum(assets), this.currency))} ${this.currency}`
  }

  priceOf(asset_id: string | null): Price | null {
    return this.#prices.get(asset_id ?? '') ?? null
  }

  used(assets: readonly HeldAsset[]): readonly Price[] {
    return assets.flatMap(({ asset_id }) => this.#prices.get(asset_id ?? '') ?? [])
  }

  /** Of when the prices are, whatever is held. */
  get latestText(): string {
    const latest = this.prices.reduce((date, price) => (price.date > date ? price.date : date), '')
    return `At the prices of ${latest}, or the last before.`
  }

  /** Null where some of it has a value, and where there is nothing. */
  whyNone(assets: readonly HeldAsset[]): string | null {
    if (assets.length === 0 || assets.some((asset) => this.exact(asset) !== null)) return null
    const missing = assets.filter(({ asset_id }) => !this.#prices.has(asset_id ?? ''))
    return missing.length > 0
      ? `No ${this.currency} price of ${named(missing)} on or before ${this.#day}.`
      : `No readable amount of ${named(assets)}.`
  }

  /** Of when the prices of what is held are. `name`: the start of a sentence. */
  takenTexts(assets: readonly HeldAsset[], name = 'Prices'): readonly string[] {
    const used = this.used(assets.filter((asset) => !isNothing(asset.held)))
    const latest = used.reduce((date, price) => (price.date > date ? price.date : date), '')
    const older = used
      .filter(({ date }) => date < latest)
      .map(({ asset_id, date }) => `${asset_id} of ${date}`)
    if (latest === '') return []
    const taken = latest === this.#day ? '' : `, the last before ${this.#day}, which has none`
    return [`${name} are of ${latest}${taken}${older.length > 0 ? `; older ones: ${listed(older)}` : ''}.`]
  }

  /** Of when the prices are, and which assets have none although something is held. */
  priceTexts(assets: readonly HeldAsset[], name?: string): readonly string[] {
    const held = assets.filter((asset) => !isNothing(asset.held))
    const missing = held.filter(({ asset_id }) => !this.#prices.has(asset_id ?? ''))
    const unknown = held.filter((asset) => !missing.includes(asset) && this.exact(asset) === null)
    return [
      ...this.takenTexts(assets, name),
      ...(missing.length > 0 ? [`No price, so not in the sum: ${named(missing)}.`] : []),
      ...(unknown.length > 0 ? [`No readable amount, so not in the sum: ${named(unknown)}.`] : []),
    ]
  }

  get roundingText(): string {
    const digits = currencyDigits(this.currency)
    return `Values are rounded to ${digits === 0 ? 'whole units' : `${digits} decimals`}.`
  }
}

/** Rounded to the digits of its currency, and with all of them: "1.50". */
export function writeValue(value: Decimal, currency: string): string {
  const places = currencyDigits(currency)
  const [integer = '', fraction = ''] = writeDecimal(rounded(value, places)).split('.')
  return places === 0 ? integer : `${integer}.${fraction.padEnd(places, '0')}`
}

/** By ISO 4217, in a table of ours: files are made again by other programs, to the last digit. */
function currencyDigits(currency: string): number {
  return digitsOf.find(([, currencies]) => currencies.includes(currency))?.[0] ?? 2
}

const digitsOf: readonly (readonly [digits: number, currencies: string])[] = [
  [0, 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'],
  [3, 'BHD IQD JOD KWD LYD OMR TND'],
  [4, 'CLF UYW'],
]

function isNothing(held: HeldAsset['held']): boolean {
  return (typeof held === 'string' ? readDecimal(held) : held)?.digits === 0n
}

function named(assets: readonly HeldAsset[]): string {
  return listed(assets.map(({ asset_id }) => asset_id || 'an asset without an id'))
}

function listed(texts: readonly string[]): string {
  return [...new Set(texts)].join(', ')
}
