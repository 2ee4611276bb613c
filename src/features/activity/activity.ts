/** Activity over time, from the books: what came in and went out, day by day or month by month. */
import {
  type Day,
  type DayNumber,
  type DayRange,
  dateParameters,
  dayOf,
  dayText,
  monthStart,
} from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import { add, compare, type Decimal, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import type { ActivitySpan } from '../../url/lists.ts'

/** The two directions in which assets move. */
export const sides = ['in', 'out'] as const
export type Side = (typeof sides)[number]

/** What of the activity is shown. */
export interface Choice {
  /** Of one vault, by its id, or of all. */
  readonly whose: string | null
  /** One asset alone, or all. */
  readonly asset: ActivityAsset | null
  /** The asset's amounts, of completed transactions, rather than how many transactions there were. */
  readonly isAmount: boolean
}

export interface ActivityAsset {
  readonly asset_id: string | null
  readonly network_id: string | null
}

/** A day or a calendar month of the books' days. */
export interface ActivityPeriod {
  readonly unit: 'day' | 'month'
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly name: Day | string
  readonly range: DayRange
}

/** One side of one period, and the list that it counts. */
export interface Bar {
  readonly period: ActivityPeriod
  readonly side: Side
  /** A count or an amount as decimal text. */
  readonly text: string
  /** Completed transactions whose amount is no decimal. */
  readonly unreadable: number
  readonly href: string
}

/** Both sides of one period. */
export type BarPair = Readonly<Record<Side, Bar>>

/** What the books say of a span. */
export interface ActivityFigures {
  /** The oldest period first. */
  readonly bars: readonly BarPair[]
  /** Every asset that moved, by its name and its network's. */
  readonly assets: readonly ActivityAsset[]
  /** Transactions of either side that have no day. */
  readonly undated: number
}

/** The activity of the days or months up to the day on which the books were read. */
export function activityOf(books: Books, span: ActivitySpan, choice: Choice): ActivityFigures {
  const { table, days } = books.transactions
  const periods = periodsOf(span, dayOf(Date.parse(books.ended), 'utc'))
  const sums = periods.map(() => ({ in: emptySum(), out: emptySum() }))
  const assets = new Map<string, ActivityAsset>()
  const placeOf = placesOf(periods)
  let undated = 0
  eachRow(table, (row, day) => {
    const place = day === null ? undefined : placeOf(day)
    if (day !== null && place === undefined) return
    for (const side of sidesOf(row, choice.whose)) {
      if (place === undefined) undated += 1
      else {
        const { asset_id, network_id } = row
        if (asset_id) assets.set(assetKey(row), { asset_id, network_id })
        const sum = sums[place]
        if (sum && isChosen(row, choice)) enter(sum[side], row)
      }
    }
  })
  const name = ({ asset_id, network_id }: ActivityAsset) => `${asset_id ?? ''} ${network_id ?? ''}`
  return {
    bars: periods.map((period, place) => {
      const bar = (side: Side): Bar => {
        const { count, amount, unreadable } = sums[place]?.[side] ?? emptySum()
        return {
          ...{ period, side },
          text: choice.isAmount ? writeDecimal(amount) : String(count),
          unreadable: choice.isAmount ? unreadable : 0,
          href: transactionsHref({
            ...filterOf(side, choice),
            ...dateParameters(period.range, days.formOfLinks, 'utc'),
          }),
        }
      }
      return { in: bar('in'), out: bar('out') }
    }),
    assets: [...assets.values()].sort((one, other) => name(one).localeCompare(name(other), 'en')),
    undated,
  }
}

/** Of all vaults deposits come in and withdrawals go out; of one whatever has it as destination or source, or as both. */
function sidesOf(row: BookRow, whose: string | null): readonly Side[] {
  if (whose === null) return sidesOfTypes[row.transaction_type ?? ''] ?? []
  return sides.filter((side) =>
    side === 'in' ? row.destination.destination_id === whose : row.source.source_id === whose,
  )
}

const sidesOfTypes: Readonly<Record<string, readonly Side[] | undefined>> = {
  deposit: ['in'],
  withdraw: ['out'],
}

function isChosen({ asset_id, network_id }: ActivityAsset, { asset }: Choice): boolean {
  if (asset === null) return true
  return asset_id === asset.asset_id && (asset.network_id === null || network_id === asset.network_id)
}

interface SideSum {
  count: number
  amount: Decimal
  unreadable: number
}

function emptySum(): SideSum {
  return { count: 0, amount: zero, unreadable: 0 }
}

function enter(sum: SideSum, { status, amount }: BookRow): void {
  sum.count += 1
  if (status !== 'completed') return
  const decimal = readDecimal(amount)
  if (decimal) sum.amount = add(sum.amount, decimal)
  else sum.unreadable += 1
}

/** The filter whose list a bar counts. */
function filterOf(side: Side, { whose, asset, isAmount }: Choice): Filter<'transactions'> {
  const end = side === 'in' ? 'destination_id' : 'source_id'
  return {
    ...(whose === null ? { transaction_type: side === 'in' ? 'deposit' : 'withdraw' } : { [end]: whose }),
    ...(asset?.asset_id && { asset_id: asset.asset_id }),
    ...(asset?.network_id && { network_id: asset.network_id }),
    ...(isAmount && { status: 'completed' }),
  }
}

/** What tells an asset on a network from all others. */
export function assetKey({ asset_id, network_id }: ActivityAsset): string {
  return JSON.stringify([asset_id, network_id])
}

/** The days, or the calendar months, of a span that ends today; the oldest first. The month that goes on ends today. */
export function periodsOf(span: ActivitySpan, today: DayNumber): readonly ActivityPeriod[] {
  if (span === '12m') return monthsUpTo(today, 12)
  const count = span === '30d' ? 30 : 90
  return Array.from({ length: count }, (_, index) => {
    const day = today - (count - 1 - index)
    return { unit: 'day', name: dayText(day), range: { first: day, last: day } }
  })
}

function monthsUpTo(today: DayNumber, count: number): readonly ActivityPeriod[] {
  const months: ActivityPeriod[] = []
  for (let last = today; months.length < count; last = monthStart(last) - 1)
    months.unshift({
      unit: 'month',
      name: dayText(last).slice(0, 7),
      range: { first: monthStart(last), last },
    })
  return months
}

/** In which of the periods, which follow each other, a day is. */
function placesOf(periods: readonly ActivityPeriod[]): (day: DayNumber) => number | undefined {
  const places = new Map<DayNumber, number>()
  for (const [place, { range }] of periods.entries())
    for (let day = range.first; day <= range.last; day += 1) places.set(day, place)
  return (day) => places.get(day)
}

/** The exact sum of one side of all bars. */
export function sideSum(bars: readonly BarPair[], side: Side): string {
  return writeDecimal(bars.reduce((sum, bar) => add(sum, readDecimal(bar[side].text) ?? zero), zero))
}

/** The largest value of one side; zero where there is none. */
export function largestOf(bars: readonly BarPair[], side: Side): Decimal {
  return bars.reduce((largest, bar) => {
    const one = readDecimal(bar[side].text)
    return one && compare(one, largest) > 0 ? one : largest
  }, zero)
}
