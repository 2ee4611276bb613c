/** What closing balances are worth at the reader's own prices. */
import { counted, countText } from '../../contract/count-text.ts'
import {
  add,
  type Decimal,
  multiply,
  readDecimal,
  rounded,
  writeDecimal,
  zero,
} from '../../contract/decimal.ts'
import type { EvidenceInputs } from '../../files/evidence-inputs.ts'
import type { PriceFault, Prices } from './prices.ts'
import { instantText } from './words.ts'

export interface ChosenPrices {
  readonly prices: Prices
  readonly currency: string
}

/** Prices of one day, in one currency, as plain data. */
export interface Valuation {
  readonly currency: string
  /** `YYYY-MM-DD`: the last day of the statement. */
  readonly day: string
  /** Of one unit, as decimal text. */
  readonly prices: readonly (readonly [asset_id: string, price: string])[]
  /** The file that they are from. */
  readonly source: Pick<Prices, 'name' | 'sha256'>
  /** About its lines that were left out, in sentences. */
  readonly faults: readonly string[]
}

export function valuationOf({ prices, currency }: ChosenPrices, day: string): Valuation {
  const { name, sha256, faults } = prices
  return {
    ...{ currency, day, prices: prices.pricesOf(day, currency), source: { name, sha256 } },
    faults: faults.length > 0 ? [faultsText(faults)] : [],
  }
}

/** What evidence has of it. */
export function valuationInputs({ currency, day, prices, source }: Valuation): EvidenceInputs {
  return {
    prices: {
      source,
      rows: prices.map(([asset_id, price]) => ({ date: day, asset_id, currency, price })),
    },
  }
}

export function pricedValuation({ source, rows }: EvidenceInputs['prices'] & {}): Valuation {
  const { currency = '', date = '' } = rows[0] ?? {}
  const ofDay = rows.filter((row) => row.currency === currency && row.date === date)
  return {
    ...{ currency, day: date, source, faults: [] },
    prices: ofDay.map(({ asset_id, price }) => [asset_id, price]),
  }
}

/** The value of an amount of an asset, exact; null where there is no price, or no amount. */
export function valueAt(
  asset_id: string | null,
  amount: Decimal | null,
  { prices }: Valuation,
): Decimal | null {
  const price = readDecimal(prices.find(([id]) => id === asset_id)?.[1] ?? null)
  return amount && price && multiply(amount, price)
}

/** What assets are worth together, of how many it is, and which have no price although something was held; in sentences. */
export function worthTexts(
  assets: readonly { readonly asset_id: string | null; readonly held: Decimal | null }[],
  valuation: Valuation,
  closesEarlyAt: string | null,
): readonly string[] {
  const values = assets.map(({ asset_id, held }) => valueAt(asset_id, held, valuation))
  const missing = assets.flatMap(({ asset_id, held }, index) =>
    values[index] || held?.digits === 0n ? [] : [asset_id ?? 'an asset without an id'],
  )
  const valued = values.filter((value) => value !== null)
  const { currency, day, faults } = valuation
  const worth = writeDecimal(rounded(valued.reduce(add, zero), 2))
  const when =
    closesEarlyAt === null
      ? `at the end of ${day}`
      : `with the balances read at ${instantText(closesEarlyAt)} and the prices of ${day}`
  return [
    `Worth ${worth} ${currency} ${when}: ${counted(valued.length, 'asset has', 'assets have')} a price for that day.`,
    ...(missing.length > 0 ? [`No price, so not in the sum: ${[...new Set(missing)].join(', ')}.`] : []),
    ...faults,
  ]
}

function faultsText(faults: readonly PriceFault[]): string {
  const lines = faults.slice(0, 5).map(({ line, why }) => `${line} (${why})`)
  const rest = faults.length - lines.length
  return `Lines that were left out: ${lines.join(', ')}${rest > 0 ? `, and ${countText(rest)} more` : ''}.`
}
