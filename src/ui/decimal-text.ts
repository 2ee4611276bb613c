import { splitDecimal } from '../contract/decimal.ts'

/** Digits of the longest fraction; null and what is not a decimal count as none. */
export function longestFraction(texts: readonly (string | null)[]): number {
  let longest = 0
  for (const text of texts) {
    if (text !== null) longest = Math.max(longest, splitDecimal(text)?.fraction.length ?? 0)
  }
  return longest
}

/** '500' gives ['5', '00']. */
export function splitTrailingZeros(fraction: string): [significant: string, zeros: string] {
  const significant = fraction.replace(/0+$/, '')
  return [significant, fraction.slice(significant.length)]
}
