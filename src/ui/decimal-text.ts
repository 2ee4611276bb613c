import { splitDecimal } from '../contract/decimal.ts'

/** '1234567' gives ['1', '234', '567']. */
export function groupThousands(integer: string): string[] {
  return integer.split(/\B(?=(?:\d{3})+$)/)
}

export function grouped(integer: string | number): string {
  return groupThousands(String(integer)).join(',')
}

/** A decimal in a sentence: '1234.50' gives '1,234.50'. Other text stays as it is. */
export function groupedDecimal(text: string): string {
  const parts = splitDecimal(text)
  return parts ? text.replace(parts.integer, grouped(parts.integer)) : text
}

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
