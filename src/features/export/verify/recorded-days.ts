/** The dates of rows: whether each is a day within the filter, and whether as many are missing as the facts say. */
import { rangeOf } from '../../../api/dates/date-range.ts'
import { dayNumber } from '../../../api/dates/day.ts'
import type { ExportFacts } from '../facts.ts'
import { type Row, recordedColumn, recordedTimeColumn } from '../list-export.ts'
import type { Check } from './check.ts'
import { checkWords as words } from './check-words.ts'

/**
 * Rows without a date, and rows whose date is none, or lies beyond the ends of the filter or of reading. The same of times, which lie on
 * the day of their row.
 */
export interface FoundDates {
  readonly undated: number
  readonly outside: number
  readonly untimed: number
  readonly elsewhere: number
}

/** Looks at dates while rows pass. */
export function collectDates({ dates, asked: { parameters }, ended }: ExportFacts) {
  const range = rangeOf(parameters, Date.parse(ended))
  let undated = 0
  let outside = 0
  let untimed = 0
  let elsewhere = 0
  return {
    add(row: Row) {
      if (!dates) return
      const text = row[recordedColumn] ?? ''
      const day = dayNumber(text)
      if (text === '') undated += 1
      else if (day === null || range === null || day < range.first || day > range.last) outside += 1
      if (!dates.times) return
      const time = row[recordedTimeColumn] ?? ''
      if (time === '') untimed += 1
      else if (!isSecondOf(time, text)) elsewhere += 1
    },
    found: (): FoundDates => ({ undated, outside, untimed, elsewhere }),
  }
}

/** `2026-11-18T14:03:21Z` of 2026-11-18. */
function isSecondOf(time: string, day: string): boolean {
  const isForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(time)
  return isForm && time.startsWith(`${day}T`) && !Number.isNaN(Date.parse(time))
}

/** Only of a file that has dates. */
export function checkDates(
  { dates }: ExportFacts,
  found: { readonly dates: FoundDates; readonly unreadable: string | null },
): readonly Check[] {
  if (!dates) return []
  const { undated, outside, untimed, elsewhere } = found.dates
  const { times } = dates
  const counts = (without: number, withoutTime: number) => [
    words.dates(without),
    ...(times ? [words.times(withoutTime)] : []),
  ]
  const said = (verdict: Check['verdict'], ...texts: readonly string[]): readonly Check[] => [
    {
      name: 'dates',
      verdict,
      expected: counts(dates.undated, times?.untimed ?? 0).join('; '),
      found: texts.join('; '),
    },
  ]
  const here = counts(undated, untimed)
  if (outside > 0) return said('fail', ...here, words.datesOutside(outside))
  if (elsewhere > 0) return said('fail', ...here, words.timesElsewhere(elsewhere))
  if (found.unreadable !== null) return said('unchecked', words.readingFailed)
  const isAsStated = undated === dates.undated && untimed === (times?.untimed ?? 0)
  return said(isAsStated ? 'pass' : 'fail', ...here)
}
