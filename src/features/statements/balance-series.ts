/** The balance of an asset by day or month, and where a chart draws it. */

import { type DayNumber, type DayRange, dayOf, dayText, monthEnd } from '../../contract/day.ts'
import { add, compare, type Decimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { type Axis, axisOf, heightOf } from '../../records/axis.ts'
import { netOf } from '../../settlement/day-book.ts'
import type { SettledHolding } from '../../settlement/settle.ts'
import { balanceAt } from './holding-lines.ts'

export interface BalancePoint {
  readonly day: DayNumber
  readonly balance: Decimal
}

export interface BalanceSeries {
  /** Each point is at the end of one. The last point may be at the end of any day. */
  readonly unit: 'day' | 'month'
  readonly points: readonly BalancePoint[]
}

/** The sum of these holdings over a period until today, by day or at the ends of months. Null if the latest balance of one is not known, or the period has not begun. */
export function balanceSeries(
  holdings: readonly SettledHolding[],
  period: DayRange,
  today: DayNumber,
  isDaily: boolean,
): BalanceSeries | null {
  const { first } = period
  const last = Math.min(period.last, today)
  const opening = holdings
    .map((holding) => balanceAt(holding, first - 1))
    .reduce((sum, balance) => sum && balance && add(sum, balance), zero)
  if (opening === null || last < first) return null
  const nets = new Map<DayNumber | null, Decimal>()
  for (const { day, entries } of holdings.flatMap(({ days }) => days))
    nets.set(day, add(nets.get(day) ?? zero, netOf(entries)))
  const points: BalancePoint[] = []
  for (let day = first, balance = opening; day <= last; day++) {
    balance = add(balance, nets.get(day) ?? zero)
    points.push({ day, balance })
  }
  if (isDaily) return { unit: 'day', points }
  return { unit: 'month', points: points.filter(({ day }) => day === last || day === monthEnd(day)) }
}

/** Starts at zero, or below if a balance is negative. */
export function axisFor(points: readonly BalancePoint[]): Axis {
  const [lowest, highest] = points.reduce<readonly [Decimal, Decimal]>(
    ([low, high], { balance }) => [
      compare(balance, low) < 0 ? balance : low,
      compare(balance, high) > 0 ? balance : high,
    ],
    [zero, zero],
  )
  const axis = axisOf(highest, subtract(zero, lowest), false)
  return lowest.digits === 0n ? { ...axis, down: 0 } : axis
}

/** The height of a balance above the zero line, in steps of the axis. A number, so for drawing only. */
export function placeOf(balance: Decimal, axis: Axis): number {
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
    const day = dayOf(Date.UTC(Math.floor(index / 12), index % 12), 'utc')
    if (day > last) return marks
    if (day >= first && index % every === 0) marks.push({ day, as: every < 12 ? 'month' : 'year' })
  }
}
