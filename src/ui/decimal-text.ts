/** The parts of a decimal as it was written: joined again they are the same text. */
export interface DecimalParts {
  readonly sign: '' | '-'
  readonly integer: string
  /** Digits after the point, with their trailing zeros; empty where the text has no point. */
  readonly fraction: string
}

const decimal = /^(-?)(\d{1,78})(?:\.(\d{1,78}))?$/

/** Takes a decimal text apart without ever making a number of it; null for a text that is no decimal. */
export function splitDecimal(text: string): DecimalParts | null {
  const match = decimal.exec(text)
  if (match === null) return null
  return { sign: match[1] === '-' ? '-' : '', integer: match[2] ?? '', fraction: match[3] ?? '' }
}

/** Groups of three digits, counted from the right: '1234567' gives ['1', '234', '567']. */
export function groupThousands(integer: string): string[] {
  const head = integer.length % 3
  const groups = head === 0 ? [] : [integer.slice(0, head)]
  for (let start = head; start < integer.length; start += 3) groups.push(integer.slice(start, start + 3))
  return groups
}

/** Digits of the longest fraction among the texts; what is null or no decimal counts as none. */
export function longestFraction(texts: readonly (string | null)[]): number {
  let longest = 0
  for (const text of texts) {
    if (text !== null) longest = Math.max(longest, splitDecimal(text)?.fraction.length ?? 0)
  }
  return longest
}

/** A fraction in the digits that say something and the zeros behind them: '500' gives ['5', '00']. */
export function splitTrailingZeros(fraction: string): [significant: string, zeros: string] {
  const significant = fraction.replace(/0+$/, '')
  return [significant, fraction.slice(significant.length)]
}
