import {
  compare,
  type Decimal,
  perMille,
  readDecimal,
  subtract,
  sumOfAll,
  writeDecimal,
  zero,
} from '../../contract/decimal.ts'
import type { Amounts, Holding } from '../../contract/normal-records.ts'
import type { SplitPart } from '../../ui/inline.tsx'

interface AmountPart extends Pick<SplitPart, 'label' | 'tone'> {
  readonly amount: string | null
}

/**
 * Shares in per mille that add up to 1000, by the largest remainder. Null if a part is missing, negative or no decimal, or if all are zero. Only
 * the whole is 1000, and only zero is 0 without a trace.
 */
export function sharesOf(parts: readonly AmountPart[]): readonly SplitPart[] | null {
  const whole = sumOf(parts.map(({ amount }) => amount))
  const drawn: { part: SplitPart; rest: Decimal }[] = []
  for (const { label, tone, amount } of parts) {
    const share = perMille(amount, whole)
    if (share === null) return null
    const trace = share === 0 && !isZero(amount)
    drawn.push({ part: { label, tone, share, trace }, rest: remainder(amount, whole, share) })
  }
  const missing = 1000 - drawn.reduce((sum, { part }) => sum + part.share, 0)
  const roundedUp = drawn
    .filter(({ part, rest }) => rest.digits > 0n && !part.trace && part.share < 999)
    .sort((one, other) => compare(other.rest, one.rest))
    .slice(0, missing)
  return drawn.map((each) =>
    roundedUp.includes(each) ? { ...each.part, share: each.part.share + 1 } : each.part,
  )
}

export function whyNotDivided(amounts: readonly (string | null)[]): string {
  return amounts.every(isZero) ? 'Nothing is held' : 'Shares cannot be calculated'
}

/** In thousandths of the unit. */
function remainder(part: string | null, whole: string | null, share: number): Decimal {
  const [amount, all] = [readDecimal(part) ?? zero, readDecimal(whole) ?? zero]
  return subtract(
    { ...amount, digits: amount.digits * 1000n },
    { ...all, digits: all.digits * BigInt(share) },
  )
}

/** Null if one is missing or no decimal. */
export function sumOf(texts: readonly (string | null)[]): string | null {
  const whole = sumOfAll(texts.map(readDecimal))
  return whole && writeDecimal(whole)
}

/** By asset and network. One that is listed several times counts with all of them. */
export function totalsOf(
  held: readonly Holding[] = [],
  keyOf: (one: Holding) => string,
): ReadonlyMap<string, string | null> {
  const totals = new Map<string, string | null>()
  for (const one of held) {
    const { total_balance: total } = one.balances
    const before = totals.get(keyOf(one))
    totals.set(keyOf(one), before === undefined ? total : sumOf([before, total]))
  }
  return totals
}

/** By value, not by spelling. */
export function isSameAmount(one: string | null, other: string | null): boolean {
  const [left, right] = [readDecimal(one), readDecimal(other)]
  return left !== null && right !== null && compare(left, right) === 0
}

/** False for what is missing or no decimal. */
export function isZero(text: string | null): boolean {
  return readDecimal(text)?.digits === 0n
}

export function holdsNothing(balances: Amounts): boolean {
  return Object.values(balances).every(isZero)
}

/** Text that is no decimal may be something. */
export function hasSomething(amount: string | null): boolean {
  return amount !== null && !isZero(amount)
}
