/** Exact arithmetic on decimal text. Decimal libraries round quotients and accept forms outside the wire format, such as `1e3`. */

/** `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint
  readonly scale: number
}

export const zero: Decimal = { digits: 0n, scale: 0 }

export function readDecimal(text: string | null): Decimal | null {
  const parts = text === null ? null : splitDecimal(text)
  if (parts === null) return null
  const { sign, integer, fraction } = parts
  return { digits: BigInt(sign + integer + fraction), scale: fraction.length }
}

interface DecimalParts {
  /** None of zero: "-0.00" is 0. */
  readonly sign: '' | '-'
  readonly integer: string
  /** Digits after the point, with trailing zeros; empty without a point. */
  readonly fraction: string
}

export function splitDecimal(text: string): DecimalParts | null {
  const match = decimalForm.exec(text)
  if (match === null) return null
  const [, sign, integer = '', fraction = ''] = match
  return { sign: sign === '-' && /[1-9]/.test(integer + fraction) ? '-' : '', integer, fraction }
}

/** The contract has 78 digits; sums and products have more. */
const decimalForm = /^(-?)(\d{1,200})(?:\.(\d{1,200}))?$/

export function add(one: Decimal, other: Decimal): Decimal {
  if (one.scale === other.scale) return { digits: one.digits + other.digits, scale: one.scale }
  const scale = Math.max(one.scale, other.scale)
  return { digits: atScale(one, scale) + atScale(other, scale), scale }
}

export function sum(amounts: readonly Decimal[]): Decimal {
  return amounts.reduce(add, zero)
}

/** Null if one is missing. */
export function sumOfAll(amounts: readonly (Decimal | null)[]): Decimal | null {
  return amounts.every((amount) => amount !== null) ? sum(amounts) : null
}

/** Text that is no decimal is left out. */
export function sumOfReadable(texts: readonly (string | null)[]): Decimal {
  return sum(texts.flatMap((text) => readDecimal(text) ?? []))
}

export function subtract(one: Decimal, other: Decimal): Decimal {
  if (one.scale === other.scale) return { digits: one.digits - other.digits, scale: one.scale }
  const scale = Math.max(one.scale, other.scale)
  return { digits: atScale(one, scale) - atScale(other, scale), scale }
}

export function multiply(one: Decimal, other: Decimal): Decimal {
  return { digits: one.digits * other.digits, scale: one.scale + other.scale }
}

/** Halves round away from zero. */
export function rounded({ digits, scale }: Decimal, places: number): Decimal {
  if (scale <= places) return { digits, scale }
  const unit = 10n ** BigInt(scale - places)
  const half = digits < 0n ? -(unit / 2n) : unit / 2n
  return { digits: (digits + half) / unit, scale: places }
}

export function compare(one: Decimal, other: Decimal): number {
  const { digits } = subtract(one, other)
  return digits < 0n ? -1 : digits > 0n ? 1 : 0
}

/** No exponent, trailing zeros or negative zero. */
export function writeDecimal({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : ''
  const text = (digits < 0n ? -digits : digits).toString().padStart(scale + 1, '0')
  const point = text.length - scale
  const fraction = text.slice(point).replace(/0+$/, '')
  return `${sign}${text.slice(0, point)}${fraction === '' ? '' : `.${fraction}`}`
}

/** Rounded down; null for non-decimals, and unless `whole` is positive. */
export function perMille(part: string | null, whole: string | null): number | null {
  const numerator = readDecimal(part)
  const denominator = readDecimal(whole)
  if (!numerator || !denominator || numerator.digits < 0n || denominator.digits <= 0n) return null
  const scale = Math.max(numerator.scale, denominator.scale)
  const share = (1000n * atScale(numerator, scale)) / atScale(denominator, scale)
  // At most four digits: a count, no longer an amount.
  return share <= 1000n ? Number(share) : null
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return scale === wanted ? digits : digits * powerOfTen(wanted - scale)
}

/** Cached: for every sum of a large ledger, powers would take longer than additions. */
export function powerOfTen(exponent: number): bigint {
  const power = powers[exponent] ?? 10n ** BigInt(exponent)
  powers[exponent] = power
  return power
}

const powers: bigint[] = []
