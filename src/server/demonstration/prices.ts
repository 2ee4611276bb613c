/** Invented prices of the demonstration's assets, in the form of an operator's file, up to today. */
import { dayLength } from '../../contract/day.ts'
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
  // A coin has one price on every network.
  const walks = assets.map(({ id }) => [id, priceWalk(id.replace(/_.*/, ''))] as const)
  const eurosPerDollar = priceWalk('EUR')
  for (let at = Date.parse(firstDay); at <= Date.parse(last); at += dayLength) {
    const date = new Date(at).toISOString().slice(0, 10)
    const euros = eurosPerDollar()
    for (const [id, next] of walks) {
      const price = next()
      lines.push(`${id},USD,${writeDecimal({ digits: price, scale: 6 })},${date}`)
      lines.push(`${id},EUR,${writeDecimal({ digits: (price * euros) / 1_000_000n, scale: 6 })},${date}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** Before the oldest record of the demonstration. */
const firstDay = '2024-01-01'

/** Of EUR, the euros for a dollar. A price changes by so many ten-thousandths a day at most. */
const coins: Readonly<Record<string, readonly [millionthsOfADollar: bigint, change: number]>> = {
  BTC: [43_500_000_000n, 300],
  ETH: [2_300_000_000n, 300],
  SOL: [101_000_000n, 300],
  XRP: [620_000n, 300],
  ADA: [590_000n, 300],
  DOT: [8_200_000n, 300],
  ATOM: [10_600_000n, 300],
  TRX: [108_000n, 300],
  XLM: [130_000n, 300],
  USDC: [1_000_000n, 4],
  USDT: [1_000_000n, 4],
  EUR: [920_000n, 30],
}

function priceWalk(coin: string): () => bigint {
  const random = randomFrom(20_240_101, coin)
  const [first, change] = coins[coin] ?? [1_000_000n, 0]
  let price = first
  return () => {
    // Towards the first price, so that none runs away.
    const pull = price > first ? -4 : 5
    price += (price * BigInt(random.between(-change, change) + pull)) / 10_000n
    return price
  }
}
