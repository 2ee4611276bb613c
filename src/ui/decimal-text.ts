/** The parts of a decimal text; joined they are the text. */
export interface DecimalParts {
  readonly sign: '' | '-'
  readonly integer: string
  /** Digits after the point, with trailing zeros; empty without a point. */
  readonly fraction: string
}

const decimal = /^(-?)(\d{1,78})(?:\.(\d{1,78}))?$/

/** Null if the text is no decimal. Never makes a number of it. */
export function splitDecimal(text: string): DecimalParts | null {
  const match = decimal.exec(text)
  if (match === null) return null
  return { sign: match[1] === '-' ? '-' : '', integer: match[2] ?? '', fraction: match[3] ?? '' }
}

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

/** Compares exact values, whatever their length. */
export function compareDecimals(one: DecimalParts, other: DecimalParts): number {
  const length = Math.max(one.fraction.length, other.fraction.length)
  const scaled = ({ sign, integer, fraction }: DecimalParts) =>
    BigInt(sign + integer + fraction.padEnd(length, '0'))
  const [left, right] = [scaled(one), scaled(other)]
  return left === right ? 0 : left < right ? -1 : 1
}
