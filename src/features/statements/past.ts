/** The past of a holding: what it came to at the end of each day, or of each month of a long period, and whether that is proved. */
import { type DayNumber, type DayRange, dayOf, dayText, monthEnd } from '../../api/dates/day.ts'
import { moved, netOf } from '../../books/day-book.ts'
import type { BalanceChange, SettledHolding } from '../../books/settle.ts'
import { add, type Decimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { type Axis, axisOf, heightOf } from '../../records/charts.tsx'

/** What a holding came to at the end of a day. Null where today's balance is not known. */
export function balanceAt({ now, days }: SettledHolding, day: DayNumber): Decimal | null {
  if (now === null) return null
  const since = days.filter((each) => each.day !== null && each.day > day).flatMap(({ entries }) => entries)
  return subtract(now, since.reduce(moved, zero))
}

/** Why the past of a holding is not proved. It is proved where all movements, taken back from today's balance, leave exactly zero. */
export type Unproved =
  | { readonly kind: 'unexplained'; readonly remainder: Decimal }
  | { readonly kind: 'undated'; readonly entries: number }
  /** What the service gave in place of decimals; nothing where it gave no balance. */
  | { readonly kind: 'unreadable-balance'; readonly given: readonly string[] }
  | ({ readonly kind: 'changed' } & BalanceChange)
  | { readonly kind: 'partial' }

/** The reasons; none where it is proved. `isWhole` says whether all transactions were read. */
export function whyUnproved(
  { remainder, unreadable, undated, change }: SettledHolding,
  isWhole: boolean,
): readonly Unproved[] {
  return [
    ...(isWhole ? [] : [{ kind: 'partial' } as const]),
    ...(remainder === null ? [{ kind: 'unreadable-balance', given: unreadable } as const] : []),
    ...(change ? [{ kind: 'changed', ...change } as const] : []),
    ...(remainder !== null && remainder.digits !== 0n ? [{ kind: 'unexplained', remainder } as const] : []),
    ...(undated > 0 ? [{ kind: 'undated', entries: undated } as const] : []),
  ]
}

/** What was held at the end of a day. */
export interface BalancePoint {
  readonly day: DayNumber
  readonly balance: Decimal
}

/** Balances one after another. */
export interface BalanceSeries {
  /** Whether each is that of a day, or of the last day of a month. The last of them may be of any day. */
  readonly unit: 'day' | 'month'
  readonly points: readonly BalancePoint[]
}

/**
 * The balances of a period as far as it has come by today, of one holding or of several of the same asset together; null where one of
 * today's is not known, or it has not begun.
 */
export function balanceSeries(
  holdings: readonly SettledHolding[],
  period: DayRange,
  today: DayNumber,
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
  if (period.last - first < mostDays) return { unit: 'day', points }
  return { unit: 'month', points: points.filter(({ day }) => day === last || day === monthEnd(day)) }
}

/** A year has a point for each of its days. */
const mostDays = 366

/** The points at which the balance is another one than before, and the first. */
export function changesOf(points: readonly BalancePoint[]): readonly BalancePoint[] {
  return points.filter(({ balance }, index) => {
    const before = points[index - 1]
    return before === undefined || subtract(balance, before.balance).digits !== 0n
  })
}

/** The axis on which all points have room. It begins at zero, and goes below where a balance does. */
export function axisFor(points: readonly BalancePoint[]): Axis {
  const most = (sign: 1n | -1n) =>
    points.reduce<Decimal>((most, { balance: { digits, scale } }) => {
      const one = { digits: sign * digits, scale }
      return subtract(one, most).digits > 0n ? one : most
    }, zero)
  const below = most(-1n)
  const axis = axisOf(most(1n), below, false)
  return below.digits === 0n ? { ...axis, down: 0 } : axis
}

/** How far above the line a balance is drawn, in steps of the axis; below it is negative. For a place on the screen, and nothing else. */
export function placeOf({ digits, scale }: Decimal, axis: Axis): number {
  const isBelow = digits < 0n
  const steps = isBelow ? axis.down : axis.up
  const size = { digits: isBelow ? -digits : digits, scale }
  return ((isBelow ? -1 : 1) * steps * heightOf(writeDecimal(size), axis, steps)) / 1000
}

/** Where dates stand under a chart: a part of the period from its beginning, and the day. */
export interface DateMark {
  readonly at: number
  readonly day: DayNumber
  readonly as: 'day' | 'month' | 'year'
}

/** A dozen dates at the most, for a period of any length. */
export function dateMarks({ first, last }: DayRange): readonly DateMark[] {
  const length = last - first + 1
  const marks = (as: DateMark['as'], days: readonly DayNumber[]) =>
    days.map((day) => ({ as, day, at: (day - first) / length }))
  if (length <= 92) {
    const every = 7 * Math.ceil(length / 63)
    const weeks = Array.from({ length: Math.ceil(length / every) }, (_, index) => first + index * every)
    return marks('day', weeks)
  }
  const months = monthsOf(first, last)
  const every = monthSteps.find((step) => months.length <= 12 * step) ?? 1200
  return marks(
    every < 12 ? 'month' : 'year',
    months.filter(({ index }) => index % every === 0).map(({ day }) => day),
  )
}

const monthSteps = [1, 3, 12, 24, 60, 120]

/** The first days of the months of a period, each with the number of its month. */
function monthsOf(first: DayNumber, last: DayNumber) {
  const [year = 0, month = 1] = dayText(first).split('-').map(Number)
  const months: { readonly index: number; readonly day: DayNumber }[] = []
  for (let index = 12 * year + month - 1; ; index++) {
    const day = dayOf(Date.UTC(Math.floor(index / 12), index % 12), 'utc')
    if (day > last) return months
    if (day >= first) months.push({ index, day })
  }
}
