/** How much of `whole` is `part`, in per-mille rounded down; null where either is no decimal, or the whole is not positive. */
export function perMille(part: string | null, whole: string | null): number | null {
  const parts = [part, whole].map(parseDecimal)
  const [numerator, denominator] = parts
  if (!numerator || !denominator || numerator.digits < 0n || denominator.digits <= 0n) return null
  const scale = Math.max(numerator.scale, denominator.scale)
  const share = (1000n * atScale(numerator, scale)) / atScale(denominator, scale)
  return share <= 1000n ? Number(share) : null
}

interface Decimal {
  readonly digits: bigint
  /** Digits after the point. */
  readonly scale: number
}

function parseDecimal(text: string | null): Decimal | null {
  const match = text === null ? null : /^(-?\d{1,78})(?:\.(\d{1,78}))?$/.exec(text)
  if (!match) return null
  const [, integer = '', fraction = ''] = match
  return { digits: BigInt(integer + fraction), scale: fraction.length }
}

function atScale({ digits, scale }: Decimal, wanted: number): bigint {
  return digits * 10n ** BigInt(wanted - scale)
}
