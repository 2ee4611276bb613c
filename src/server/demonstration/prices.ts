/** Invented prices of the demonstration's assets, in the form of an operator's file, up to today. */
import { writeDecimal } from '../../contract/decimal.ts'
import { assets } from './assets.ts'
import { randomFrom } from './prng.ts'

export const inventedPrices = {
  name: 'invented-prices.csv',
  version: async () => today(),
  text: async () => priceText(today()),
}

const today = () => new Date().toISOString().slice(0, 10)

/** The same for each day, whatever the last one is. */
export function priceText(last: string): string {
  const lines = ['asset_id,currency,price,date']
  const walks = assets.map(({ id }) => ({ id, ...walkOf(id.replace(/_.*/, '')) }))
  let euros = 920_000n
  const random = randomFrom(seed, 'EUR')
  for (let at = Date.parse(firstDay); at <= Date.parse(last); at += 86_400_000) {
    const date = new Date(at).toISOString().slice(0, 10)
    const prices = new Map(walks.map((walk) => [walk.id, walk.next()]))
    euros = step(euros, random.between(-30, 30))
    for (const [id, price] of prices) {
      lines.push(`${id},USD,${writeDecimal({ digits: price, scale: 6 })},${date}`)
      lines.push(`${id},EUR,${writeDecimal({ digits: (price * euros) / 1_000_000n, scale: 6 })},${date}`)
    }
  }
  return `${lines.join('\n')}\n`
}

const seed = 20_240_101
/** Before the oldest record of the demonstration. */
const firstDay = '2024-01-01'

/** In millionths of a dollar, on the first day. */
const firstPrices: Readonly<Record<string, bigint>> = {
  BTC: 43_500_000_000n,
  ETH: 2_300_000_000n,
  SOL: 101_000_000n,
  XRP: 620_000n,
  ADA: 590_000n,
  DOT: 8_200_000n,
  ATOM: 10_600_000n,
  TRX: 108_000n,
  XLM: 130_000n,
}

/** Coins that are not here stand for a dollar. The same coin has one price on every network. */
function walkOf(coin: string): { next(): bigint } {
  const random = randomFrom(seed, coin)
  const first = firstPrices[coin]
  if (first === undefined) return { next: () => 1_000_000n + BigInt(random.between(-400, 400)) }
  let price = first
  return {
    next() {
      // Towards the first price, so that none runs away.
      const pull = price > first ? -4 : 5
      price = step(price, random.between(-300, 300) + pull)
      return price
    },
  }
}

/** Changed by ten-thousandths. */
function step(price: bigint, change: number): bigint {
  return price + (price * BigInt(change)) / 10_000n
}
