/** Totals by month and by day, from totals by day. */
import type { DateFilter } from '../../api/dates/date-filter.ts'
import { type DateForm, type DayRange, dayNumber, rangeOf } from '../../api/dates/day.ts'
import type { NoDates } from '../../api/dates/windows.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { ControlTotals } from '../export/index.ts'
import { type TallyDetail, type TallyRow, tallyRows } from './tally-rows.ts'

/** The column that has the day of a transaction. */
export const dayColumn = 'recorded_on'

/** What was counted by day. */
export interface Dates {
  /** Why there are no days; null where there are. */
  readonly failure: NoDates | 'too-many-groups' | null
  /** How the service was asked for days. */
  readonly form: DateForm
  /** Whose days these are. */
  readonly whose: DateFilter['days']
  /** By day, asset, network, type and status. */
  readonly totals: ControlTotals
}

/** Into what time totals are split. */
export type TallySplit = 'none' | 'month' | 'day'

/** A line of one month, `YYYY-MM`, or one day, `YYYY-MM-DD`; null for the transactions that have no date. */
export interface PeriodRow extends TallyRow {
  readonly period: string | null
}

/** The lines of each month or day, the newest first, and last those of the transactions without a date. */
export function periodRows(
  totals: ControlTotals,
  split: Exclude<TallySplit, 'none'>,
  detail: TallyDetail,
): readonly PeriodRow[] {
  const at = totals.by.indexOf(dayColumn)
  const periods = new Map<string | null, ControlTotals['groups'][number][]>()
  for (const group of totals.groups) {
    const period = group.values[at]?.slice(0, split === 'month' ? 7 : 10) ?? null
    const groups = periods.get(period)
    if (groups) groups.push(group)
    else periods.set(period, [group])
  }
  const newestFirst = [...periods].sort(([one], [other]) => ((one ?? '') < (other ?? '') ? 1 : -1))
  return newestFirst.flatMap(([period, groups]) =>
    tallyRows({ ...totals, groups }, detail).map((row) => ({ ...row, period, id: `${period} ${row.id}` })),
  )
}

/** How many of the transactions have no date. */
export function undatedIn(totals: ControlTotals): number {
  const at = totals.by.indexOf(dayColumn)
  return totals.groups.reduce((sum, { values, rows }) => sum + (values[at] === null ? rows : 0), 0)
}

/** The parameters that narrow a filter to one of its months or days, in the form in which the service was asked; null without a date. */
export function periodParameters(
  period: string | null,
  filter: Filter<'transactions'>,
  form: DateForm,
  now: number,
): Filter<'transactions'> | null {
  const range = rangeOf(filter, now)
  const days = period === null ? null : daysOf(period)
  if (range === null || days === null) return null
  const { first, last } = days
  const within = { first: Math.max(first, range.first), last: Math.min(last, range.last) }
  return range.parameters(within, form)
}

function daysOf(period: string): DayRange | null {
  const first = dayNumber(period.length === 7 ? `${period}-01` : period)
  if (first === null) return null
  const [year, month] = period.split('-').map(Number)
  const length = period.length === 7 ? new Date(Date.UTC(year ?? 0, month ?? 0, 0)).getUTCDate() : 1
  return { first, last: first + length - 1 }
}
