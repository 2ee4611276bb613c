/** What a statement's closing balances are worth at the prices that the reader brought. */
import { add, type Decimal, multiply, zero } from '../../contract/decimal.ts'
import type { Prices } from './prices.ts'
import type { AssetLines } from './statement.ts'

/** Prices of one day, in one currency. */
export interface Valuation {
  readonly prices: Prices
  readonly currency: string
  /** `YYYY-MM-DD`: the last day of the statement. */
  readonly day: string
}

/** The value of an amount of an asset, exact; null where there is no price, or no amount. */
export function valueAt(
  asset: Pick<AssetLines, 'asset_id'>,
  amount: Decimal | null,
  { prices, currency, day }: Valuation,
): Decimal | null {
  const price = prices.priceOf(day, asset.asset_id, currency)
  return amount && price && multiply(amount, price)
}

/** The value of all assets that have a price, and those that have none although something was held. */
export function totalValue(statement: readonly AssetLines[], valuation: Valuation) {
  let sum = zero
  let valued = 0
  const missing: string[] = []
  for (const asset of statement) {
    const { closing } = asset.total
    const value = valueAt(asset, closing, valuation)
    if (value) {
      sum = add(sum, value)
      valued += 1
    } else if (closing?.digits !== 0n) missing.push(asset.asset_id ?? 'an asset without an id')
  }
  return { sum, valued, missing: [...new Set(missing)] }
}
