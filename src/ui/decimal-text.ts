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
  const head = integer.length % 3
  const groups = head === 0 ? [] : [integer.slice(0, head)]
  for (let start = head; start < integer.length; start += 3) groups.push(integer.slice(start, start + 3))
  return groups
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
  const [sign, otherSign] = [signOf(one), signOf(other)]
  return sign === otherSign ? sign * compareMagnitudes(one, other) : sign - otherSign
}

function signOf({ sign, integer, fraction }: DecimalParts): -1 | 0 | 1 {
  if (/^0*$/.test(integer + fraction)) return 0
  return sign === '-' ? -1 : 1
}

function compareMagnitudes(one: DecimalParts, other: DecimalParts): number {
  const [integer, otherInteger] = [withoutLeadingZeros(one.integer), withoutLeadingZeros(other.integer)]
  if (integer.length !== otherInteger.length) return integer.length - otherInteger.length
  const length = Math.max(one.fraction.length, other.fraction.length)
  const [digits, otherDigits] = [
    integer + one.fraction.padEnd(length, '0'),
    otherInteger + other.fraction.padEnd(length, '0'),
  ]
  // Of equal length, so text order is numeric order.
  return digits === otherDigits ? 0 : digits < otherDigits ? -1 : 1
}

function withoutLeadingZeros(integer: string): string {
  return integer.replace(/^0+/, '')
}
