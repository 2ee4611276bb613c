/** Activity over time, from the books: what came in and went out, day by day or month by month. */

import type { Books } from '../../books/books.ts'
import { dayEdges } from '../../books/edges.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import {
  type Day,
  type DayNumber,
  type DayRange,
  dateParameters,
  dayOf,
  dayText,
  monthStart,
} from '../../contract/day.ts'
import { add, compare, type Decimal, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionTypes } from '../../contract/enumerations.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import type { ActivitySpan } from '../../url/lists.ts'
import type { ViewControl } from '../../work/views.ts'

export const sides = ['in', 'out'] as const
export type Side = (typeof sides)[number]

export interface Choice {
  /** Id of one vault; null for all. */
  readonly whose: string | null
  /** Null for all. */
  readonly asset: ActivityAsset | null
  /** Amounts of completed transactions in place of the number of transactions. */
  readonly isAmount: boolean
}

export interface ActivityAsset {
  readonly asset_id: string | null
  readonly network_id: string | null
}

export interface ActivityPeriod {
  readonly unit: 'day' | 'month'
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly name: Day | string
  readonly range: DayRange
}

/** One side of one period. */
export interface Bar {
  readonly period: ActivityPeriod
  readonly side: Side
  /** A count or an amount as decimal text. */
  readonly text: string
  /** Completed transactions whose amount is no decimal. */
  readonly unreadable: number
  /** The list with the same transactions. */
  readonly href: string
}

export type BarPair = Readonly<Record<Side, Bar>>

/** Transactions of the choice that no bar has, or not with their amount. */
export interface LeftOut {
  readonly unreadable: number
  readonly undated: number
  readonly untyped: number
}

declare module '../../work/views.ts' {
  interface BooksViews {
    activity: typeof activityAnswer
  }
}

export async function activityAnswer(
  { ended }: Books,
  asked: Parameters<typeof activityOf>[1],
  { divide }: ViewControl,
): Promise<ReturnType<typeof activityOf>> {
  const today = dayOf(Date.parse(ended), 'utc')
  const firsts = periodsOf(asked.span, today).map(({ range }) => range.first)
  return activityOf(await divide(dayEdges([...firsts, today + 1])), asked)
}

/** The activity up to the day on which the books were read: oldest period first, and every asset that moved. */
export function activityOf(
  books: Books,
  { span, choice }: { readonly span: ActivitySpan; readonly choice: Choice },
): {
  readonly span: ActivitySpan
  readonly choice: Choice
  readonly bars: readonly BarPair[]
  readonly assets: readonly ActivityAsset[]
  readonly leftOut: LeftOut
} {
  const { table, days } = books.transactions
  const today = dayOf(Date.parse(books.ended), 'utc')
  const periods = periodsOf(span, today)
  const first = periods[0]?.range.first ?? today
  const sums = periods.map(() => ({ in: emptySum(), out: emptySum() }))
  const assets = new Map<string, ActivityAsset>()
  const leftOut = { unreadable: 0, undated: 0, untyped: 0 }
  eachRow(table, (row, day) => {
    if (day !== null && (day < first || day > today)) return
    const sides = sidesOf(row, choice.whose)
    const { asset_id, network_id } = row
    if (day !== null && sides.length > 0 && asset_id) assets.set(assetKey(row), { asset_id, network_id })
    if (!isChosen(row, choice)) return
    if (sides.length === 0) {
      if (isUntyped(row, choice)) leftOut.untyped += 1
    } else if (day === null) leftOut.undated += 1
    else {
      if (choice.isAmount && !readDecimal(row.amount)) leftOut.unreadable += 1
      const sum = sums[periods.findIndex(({ range }) => day <= range.last)]
      if (sum) for (const side of sides) enter(sum[side], row)
    }
  })
  const name = ({ asset_id, network_id }: ActivityAsset) => `${asset_id ?? ''} ${network_id ?? ''}`
  return {
    ...{ span, choice },
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
    leftOut,
  }
}

/** Of all vaults, deposits come in and withdrawals go out. Of one vault, everything with it as destination or source. */
function sidesOf({ transaction_type, source, destination }: BookRow, whose: string | null): readonly Side[] {
  return sides.filter((side) => {
    if (whose === null) return transaction_type === (side === 'in' ? 'deposit' : 'withdraw')
    return whose === (side === 'in' ? destination.destination_id : source.source_id)
  })
}

/** Of one vault, every type counts. */
function isUntyped({ transaction_type }: BookRow, { whose }: Choice): boolean {
  return whose === null && transactionTypes.every((type) => type !== transaction_type)
}

/** Amounts are those of completed transactions. */
function isChosen({ asset_id, network_id, status }: BookRow, { asset, isAmount }: Choice): boolean {
  if (isAmount && status !== 'completed') return false
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

function enter(sum: SideSum, { amount }: BookRow): void {
  sum.count += 1
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

export function assetKey({ asset_id, network_id }: ActivityAsset): string {
  return JSON.stringify([asset_id, network_id])
}

const spanLengths: Readonly<Record<ActivitySpan, number>> = {
  '14d': 14,
  '30d': 30,
  '90d': 90,
  '12m': 12,
}

/** Days or calendar months up to today, oldest first. The current month ends today. */
export function periodsOf(span: ActivitySpan, today: DayNumber): readonly ActivityPeriod[] {
  const unit = span === '12m' ? 'month' : 'day'
  const periods: ActivityPeriod[] = []
  let last = today
  while (periods.length < spanLengths[span]) {
    const first = unit === 'month' ? monthStart(last) : last
    periods.unshift({
      unit,
      name: dayText(first).slice(0, unit === 'month' ? 7 : 10),
      range: { first, last },
    })
    last = first - 1
  }
  return periods
}

export function sideSum(bars: readonly BarPair[], side: Side): string {
  return writeDecimal(bars.reduce((sum, bar) => add(sum, readDecimal(bar[side].text) ?? zero), zero))
}

export function largestOf(bars: readonly BarPair[], side: Side): Decimal {
  return bars.reduce((largest, bar) => {
    const one = readDecimal(bar[side].text)
    return one && compare(one, largest) > 0 ? one : largest
  }, zero)
}
