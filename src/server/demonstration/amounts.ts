import { powerOfTen } from '../../contract/decimal.ts'
import type { AssetProfile } from './assets.ts'
import type { Random } from './prng.ts'

/** In base units; undefined where the ceiling leaves nothing. Some amounts are round, some have few decimals, some have all. */
export function drawAmount(
  random: Random,
  asset: AssetProfile,
  typical: bigint,
  ceiling: bigint,
): bigint | undefined {
  if (ceiling <= 0n) return undefined
  // Squared, so that most are small and a few are large.
  const drawn = (typical * BigInt(random.between(50, 2500)) * BigInt(random.between(50, 2500))) / 1_000_000n
  // Cutting at the ceiling would give many equal amounts.
  const raw = drawn <= ceiling ? drawn : (ceiling * BigInt(random.between(350, 1000))) / 1000n
  const amount = inStyle(random, asset, raw)
  if (amount > ceiling) return ceiling
  return amount > 0n ? amount : 1n
}

export function drawNear(random: Random, asset: AssetProfile, value: bigint): bigint {
  return inStyle(random, asset, (value * BigInt(random.between(850, 1150))) / 1000n)
}

/** A tiny amount, such as address poisoners send. */
export function drawDust(random: Random, asset: AssetProfile): bigint {
  return 1n + random.bigBelow(powerOfTen(random.between(1, Math.max(2, asset.decimals - 4))))
}

function inStyle(random: Random, asset: AssetProfile, raw: bigint): bigint {
  const style = random.below(3)
  if (style === 0) return cut(raw, Math.max(0, raw.toString().length - random.between(1, 2)))
  if (style === 1) return cut(raw, Math.max(0, asset.decimals - asset.plainDecimals))
  return raw + random.bigBelow((raw >> 5n) + 1n)
}

/** Sets the last digits to zero, unless nothing else would be left. */
function cut(amount: bigint, digits: number): bigint {
  const left = amount - (amount % powerOfTen(digits))
  return left === 0n ? amount : left
}
