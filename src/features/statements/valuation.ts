/** What closing balances are worth at the reader's own prices. */
import { add, type Decimal, multiply, rounded, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Prices } from './prices.ts'
import { pricesWords } from './words.ts'

/** Prices of one day, in one currency. */
export interface Valuation {
  readonly prices: Prices
  readonly currency: string
  /** `YYYY-MM-DD`: the last day of the statement. */
  readonly day: string
}

/** The value of an amount of an asset, exact; null where there is no price, or no amount. */
export function valueAt(
  asset_id: string | null,
  amount: Decimal | null,
  { prices, currency, day }: Valuation,
): Decimal | null {
  const price = prices.priceOf(day, asset_id, currency)
  return amount && price && multiply(amount, price)
}

/** What assets are worth together, of how many it is, and which have no price although something was held; in sentences. */
export function worthTexts(
  assets: readonly { readonly asset_id: string | null; readonly held: Decimal | null }[],
  valuation: Valuation,
): readonly string[] {
  const values = assets.map(({ asset_id, held }) => valueAt(asset_id, held, valuation))
  const missing = assets.flatMap(({ asset_id, held }, index) =>
    values[index] || held?.digits === 0n ? [] : [asset_id ?? 'an asset without an id'],
  )
  const valued = values.filter((value) => value !== null)
  const { currency, day, prices } = valuation
  return [
    pricesWords.worth(writeDecimal(rounded(valued.reduce(add, zero), 2)), currency, day, valued.length),
    ...(missing.length > 0 ? [pricesWords.missing([...new Set(missing)])] : []),
    ...(prices.faults.length > 0 ? [pricesWords.faults(prices.faults)] : []),
  ]
}
