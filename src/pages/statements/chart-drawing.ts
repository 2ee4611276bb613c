/** Where a chart of balances draws them. */

import { type DayNumber, type DayRange, dayOf, dayText } from '../../contract/day.ts'
import {
  add,
  compare,
  type Decimal,
  readDecimal,
  subtract,
  writeDecimal,
  zero,
} from '../../contract/decimal.ts'
import type { BalanceSeries } from '../../contract/statement-figures.ts'
import { type Axis, axisBetween, axisOf, heightOf } from '../../display/axis.ts'

export interface DrawnPoint {
  readonly day: DayNumber
  readonly balance: Decimal
}

export function drawnPoints({ points }: BalanceSeries): readonly DrawnPoint[] {
  return points.map(({ day, balance }) => ({ day, balance: readDecimal(balance) ?? zero }))
}

/** Starts at zero, below if a balance is negative, and above where balances change by less than half: the change is what is looked for. */
export function axisFor(points: readonly DrawnPoint[]): Axis {
  const [first = zero, ...others] = points.map(({ balance }) => balance)
  const [low, high] = others.reduce<readonly [Decimal, Decimal]>(
    ([low, high], balance) => [
      compare(balance, low) < 0 ? balance : low,
      compare(balance, high) > 0 ? balance : high,
    ],
    [first, first],
  )
  const isChange = compare(low, high) < 0 && compare(add(low, low), high) > 0
  if (isChange) return axisBetween(low, high)
  const [lowest, highest] = [compare(low, zero) < 0 ? low : zero, compare(high, zero) > 0 ? high : zero]
  const axis = axisOf(highest, subtract(zero, lowest), false)
  return lowest.digits === 0n ? { ...axis, down: 0 } : axis
}

/** The height of a balance above the line, in steps of the axis. A number, so for drawing only. */
export function placeOf(balance: Decimal, axis: Axis): number {
  if (axis.from !== undefined) {
    const { step, up, from } = axis
    const above = subtract(balance, { ...step, digits: step.digits * BigInt(from) })
    return (up * heightOf(writeDecimal(above), axis, up)) / 1000
  }
  const isBelow = balance.digits < 0n
  const steps = isBelow ? axis.down : axis.up
  const height = heightOf(writeDecimal(isBelow ? subtract(zero, balance) : balance), axis, steps)
  return ((isBelow ? -1 : 1) * steps * height) / 1000
}

export interface DateMark {
  readonly day: DayNumber
  readonly as: 'day' | 'month' | 'year'
}

/** At most a dozen dates: weeks of a quarter, or first days of months. */
export function dateMarks({ first, last }: DayRange): readonly DateMark[] {
  const length = last - first + 1
  if (length <= 92) {
    const every = length <= 63 ? 7 : 14
    return Array.from({ length: Math.ceil(length / every) }, (_, index) => ({
      ...{ day: first + index * every, as: 'day' },
    }))
  }
  const every = [1, 3, 12, 24, 60, 120].find((months) => length <= 12 * 31 * months) ?? 1200
  const [year = 0, month = 1] = dayText(first).split('-').map(Number)
  const marks: DateMark[] = []
  for (let index = 12 * year + month - 1; ; index++) {
    const day = dayOf(Date.UTC(Math.floor(index / 12), index % 12))
    if (day > last) return marks
    if (day >= first && index % every === 0) marks.push({ day, as: every < 12 ? 'month' : 'year' })
  }
}
