/** The dates of rows: whether each is a day within the filter, and whether as many are missing as the facts say. */
import { rangeOf } from '../../../api/dates/date-range.ts'
import { dayNumber } from '../../../api/dates/day.ts'
import type { ExportFacts } from '../facts.ts'
import { type Row, recordedColumn } from '../list-export.ts'
import type { Check } from './check.ts'
import { checkWords as words } from './check-words.ts'
import type { Found } from './read-through.ts'

/** Rows without a date, and rows whose date is none, or lies beyond the ends of the filter or of reading. */
export interface FoundDates {
  readonly undated: number
  readonly outside: number
}

/** Looks at dates while rows pass. */
export function collectDates({ dates, asked: { parameters }, ended }: ExportFacts) {
  const range = rangeOf(parameters, Date.parse(ended))
  let undated = 0
  let outside = 0
  return {
    add(row: Row) {
      if (!dates) return
      const text = row[recordedColumn] ?? ''
      const day = dayNumber(text)
      if (text === '') undated += 1
      else if (day === null || range === null || day < range.first || day > range.last) outside += 1
    },
    found: (): FoundDates => ({ undated, outside }),
  }
}

/** Only of a file that has dates. */
export function checkDates(
  { dates }: ExportFacts,
  found: Pick<Found, 'dates' | 'unreadable'>,
): readonly Check[] {
  if (!dates) return []
  const { undated, outside } = found.dates
  const expected = words.dates(dates.undated)
  const said = (verdict: Check['verdict'], ...texts: readonly string[]): readonly Check[] => [
    { name: 'dates', verdict, expected, found: texts.join('; ') },
  ]
  if (outside > 0) return said('fail', words.dates(undated), words.datesOutside(outside))
  if (found.unreadable !== null) return said('unchecked', words.readingFailed)
  return said(undated === dates.undated ? 'pass' : 'fail', words.dates(undated))
}
