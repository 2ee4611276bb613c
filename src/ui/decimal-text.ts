import { splitDecimal } from '../contract/decimal.ts'

/** '1234567' gives ['1', '234', '567']. */
export function groupThousands(integer: string): string[] {
  return integer.split(/\B(?=(?:\d{3})+$)/)
}

export function grouped(integer: string | number): string {
  return groupThousands(String(integer)).join(',')
}

/** Digits of the longest fraction; null and what is no decimal count as none. */
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
