/** Activity over time, from the books: how many transactions came in and went out, by day or month. Each bar leads to the list that it counts. */
import type { Books } from '../../books/books.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import {
  type DayNumber,
  type DayRange,
  dateParameters,
  dayOf,
  dayText,
  monthStart,
} from '../../contract/day.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionTypes } from '../../contract/enumerations.ts'
import { dayEdges } from '../../settlement/edges.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import type { ActivitySpan } from '../../url/lists.ts'
import type { ViewControl } from '../../work/views.ts'

export const sides = ['in', 'out'] as const
export type Side = (typeof sides)[number]

export interface ActivityPeriod {
  readonly unit: 'day' | 'month'
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly name: string
  readonly range: DayRange
}

export interface Bar {
  readonly count: number
  readonly href: string
}

export interface BarPair extends Readonly<Record<Side, Bar>> {
  readonly period: ActivityPeriod
}

interface ActivityAsked {
  readonly span: ActivitySpan
  /** Id of one vault; null for all. */
  readonly vaultId: string | null
}

interface ActivityAnswer extends ActivityAsked {
  readonly bars: readonly BarPair[]
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
  asked: ActivityAsked,
  { divide }: ViewControl,
): Promise<ActivityAnswer> {
  const today = dayOf(Date.parse(ended), 'utc')
  const firsts = periodsOf(asked.span, today).map(({ range }) => range.first)
  return activityOf(await divide(dayEdges([...firsts, today + 1])), asked)
}

/** The activity up to the day on which the books were read. */
export function activityOf(books: Books, { span, vaultId }: ActivityAsked): ActivityAnswer {
  const { table, days } = books.transactions
  const today = dayOf(Date.parse(books.ended), 'utc')
  const periods = periodsOf(span, today)
  const first = periods[0]?.range.first ?? today
  const counts = periods.map(() => ({ in: 0, out: 0 }))
  let [undated, untyped] = [0, 0]
  eachRow(table, (row, day) => {
    if (day !== null && (day < first || day > today)) return
    const own = sidesOf(row, vaultId)
    // For one vault, every type counts.
    if (own.length === 0 && vaultId === null && !isKnownType(row)) untyped += 1
    if (own.length > 0 && day === null) undated += 1
    const count = day === null ? undefined : counts[periods.findIndex(({ range }) => day <= range.last)]
    if (count) for (const side of own) count[side] += 1
  })
  const barOf = ({ range }: ActivityPeriod, side: Side, count = 0): Bar => ({
    count,
    href: transactionsHref({
      ...filterOf(side, vaultId),
      ...dateParameters(range, days.formOfLinks, 'utc'),
    }),
  })
  const bars = periods.map((period, index) => ({
    period,
    in: barOf(period, 'in', counts[index]?.in),
    out: barOf(period, 'out', counts[index]?.out),
  }))
  return { span, vaultId, bars, undated, untyped }
}

/** Of all vaults, deposits come in and withdrawals go out. Of one vault, everything with it as destination or source. */
function sidesOf(
  { transaction_type, source, destination }: BookRow,
  vaultId: string | null,
): readonly Side[] {
  return sides.filter((side) => {
    if (vaultId === null) return transaction_type === typeOf(side)
    return vaultId === (side === 'in' ? destination.destination_id : source.source_id)
  })
}

function isKnownType({ transaction_type }: BookRow): boolean {
  return transactionTypes.some((type) => type === transaction_type)
}

function filterOf(side: Side, vaultId: string | null): Filter<'transactions'> {
  if (vaultId === null) return { transaction_type: typeOf(side) }
  return side === 'in' ? { destination_id: vaultId } : { source_id: vaultId }
}

function typeOf(side: Side) {
  return side === 'in' ? 'deposit' : 'withdraw'
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

/** "Deposits" of all vaults, "In" of one. */
export function sideLabel(side: Side, vaultId: string | null): string {
  if (vaultId === null) return side === 'in' ? 'Deposits' : 'Withdrawals'
  return side === 'in' ? 'In' : 'Out'
}
