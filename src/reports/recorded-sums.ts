/** Sums of transactions, as several reports have them: when the first and the last were recorded, and what is in no sum. */
import type { DateSpan } from '../contract/console-api.ts'
import { counted, countText } from '../contract/count-text.ts'
import type { FirstAndLast } from '../contract/counterparty.ts'
import { type Day, dayText } from '../contract/day.ts'
import type { ReportCells, ReportColumn, ReportRow } from '../contract/report.ts'
import { zoneDayOf } from '../contract/time-zone.ts'

/** In the days of a zone; null for UTC. Null where the span is unknown, or may be of several days. */
export function dayInZone(recorded: DateSpan | null, zone: string | null): Day | null {
  if (recorded === null) return null
  const day = zoneDayOf(recorded.from, zone ?? 'UTC')
  return day === zoneDayOf(recorded.before - 1, zone ?? 'UTC') ? dayText(day) : null
}

/** Of records that a list of a period leaves out. */
export function undecidedText(count: number): string {
  return count === 1
    ? 'It is not known whether 1 record is in the period: it is left out.'
    : `It is not known whether ${countText(count)} records are in the period: they are left out.`
}

/** Of a headline that counts what is known to be in a period. `none`: without the period. */
export function headlineInPeriod(figures: readonly string[], none: string, undecided: number): string {
  if (figures.length > 0)
    return [
      ...figures,
      ...(undecided > 0 ? [`${countText(undecided)} more may be in this period`] : []),
    ].join(' · ')
  return undecided > 0
    ? `${none} known in this period · ${countText(undecided)} may be in it`
    : `${none} in this period`
}

/** Null where one has no date, and without any. */
export function firstAndLast(
  sums: readonly { readonly first: DateSpan | null; readonly last: DateSpan | null }[],
): FirstAndLast | null {
  const firsts = sums.flatMap(({ first }) => first ?? [])
  const lasts = sums.flatMap(({ last }) => last ?? [])
  if (sums.length === 0 || firsts.length < sums.length || lasts.length < sums.length) return null
  const within = (all: readonly DateSpan[], bound: (...values: number[]) => number): DateSpan => ({
    from: bound(...all.map(({ from }) => from)),
    before: bound(...all.map(({ before }) => before)),
  })
  return { first: within(firsts, Math.min), last: within(lasts, Math.max) }
}

export const recordedColumns: readonly ReportColumn[] = [
  { name: 'first_recorded_on', label: 'First', kind: 'day', room: 'wide' },
  { name: 'last_recorded_on', label: 'Last', kind: 'day' },
]

export function recordedCells(recorded: FirstAndLast | null, zone: string | null): ReportCells {
  return {
    first_recorded_on: dayInZone(recorded?.first ?? null, zone),
    last_recorded_on: dayInZone(recorded?.last ?? null, zone),
  }
}

export function unreadableRemark(
  sums: readonly { readonly amountless: number }[],
): Pick<ReportRow, 'tone' | 'remark'> {
  const count = sums.reduce((total, { amountless }) => total + amountless, 0)
  if (count === 0) return {}
  const remark = `Left out of the sum: ${counted(count, 'amount')} that cannot be read.`
  return { tone: 'warning', remark }
}
