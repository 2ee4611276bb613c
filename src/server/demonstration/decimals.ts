/** Canonical decimal text of an amount in base units: no exponent, no sign, no zeros that say nothing. */
export function toDecimalText(baseUnits: bigint, decimals: number): string {
  if (baseUnits < 0n) throw new RangeError(`an amount below zero: ${baseUnits}`)
  const digits = baseUnits.toString().padStart(decimals + 1, '0')
  const whole = digits.slice(0, digits.length - decimals)
  let end = digits.length
  while (end > whole.length && digits[end - 1] === '0') end--
  return end === whole.length ? whole : `${whole}.${digits.slice(whole.length, end)}`
}

export function toBaseUnits(text: string, decimals: number): bigint {
  const [whole = '', part = ''] = text.split('.')
  if (!/^\d+(\.\d+)?$/.test(text) || part.length > decimals)
    throw new RangeError(`no amount with at most ${decimals} decimals: ${text}`)
  return BigInt(whole + part.padEnd(decimals, '0'))
}

export function powerOfTen(exponent: number): bigint {
  const power = powersOfTen[exponent]
  if (power === undefined) throw new RangeError(`no such power of ten: ${exponent}`)
  return power
}

const powersOfTen: readonly bigint[] = Array.from({ length: 64 }, (_, exponent) => 10n ** BigInt(exponent))
