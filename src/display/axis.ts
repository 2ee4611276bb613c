import { groupThousands } from '../contract/count-text.ts'
import { type Decimal, perMille, subtract, writeDecimal, zero } from '../contract/decimal.ts'

/** The steps above and below the line, and the size of one. */
export interface Axis {
  readonly step: Decimal
  readonly up: number
  readonly down: number
  /** How many steps above zero the line is. */
  readonly from?: number
}

/** An axis with room for both values and at most three steps on a side. Steps of counts are whole numbers. */
export function axisOf(up: Decimal, down: Decimal, isCount: boolean): Axis {
  const scale = Math.max(up.scale, down.scale) + (isCount ? 0 : 2)
  const digits = (one: Decimal) => one.digits * 10n ** BigInt(scale - one.scale)
  const most = digits(up) > digits(down) ? digits(up) : digits(down)
  const step = most > 0n ? roundStep(most) : 10n ** BigInt(scale)
  const steps = (one: Decimal) => Math.max(1, Number((digits(one) + step - 1n) / step))
  return { step: { digits: step, scale }, up: steps(up), down: steps(down) }
}

/** An axis from one positive value to another, which does not begin at zero. */
export function axisBetween(low: Decimal, high: Decimal): Axis {
  const { step, up } = axisOf(subtract(high, low), zero, false)
  const steps = (one: Decimal) => Number((one.digits * 10n ** BigInt(step.scale - one.scale)) / step.digits)
  const from = steps(low)
  return { step, up: Math.max(up, steps(high) - from + 1), down: 0, from }
}

/** The smallest of 1, 2, 5, 10, 20 and so on that reaches `most` in three steps. */
function roundStep(most: bigint): bigint {
  for (let power = 1n; ; power *= 10n)
    for (const step of [power, 2n * power, 5n * power]) if (3n * step >= most) return step
}

/** In per mille of the side with `steps`. Anything above zero stays visible. */
export function heightOf(value: string, { step }: Axis, steps: number): number {
  const share = perMille(value, writeDecimal({ ...step, digits: step.digits * BigInt(steps) })) ?? 0
  return value === '0' ? 0 : Math.max(share, least)
}

const least = 8

/** "0.5", "1,500", "20k", "5M"; one unit for the whole axis. */
export function tickText({ step }: Axis, steps: number): string {
  const zeros = /(?:000)*$/.exec(writeDecimal(step))?.[0].length ?? 0
  const thousands = Math.min(zeros / 3, units.length - 1)
  const text = writeDecimal({ ...step, digits: step.digits * BigInt(steps) })
  if (steps === 0 || text.includes('.')) return text
  const integer = thousands === 0 ? text : text.slice(0, -3 * thousands)
  return groupThousands(integer).join(',') + (units[thousands] ?? '')
}

const units = ['', 'k', 'M', 'B', 'T'] as const
