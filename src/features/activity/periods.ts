import { type Day, type DayNumber, type DayRange, dayText, monthStart } from '../../api/dates/day.ts'
import type { ActivitySpan } from '../../url/activity.ts'

/** A day or a calendar month of UTC, of which the activity is one figure. */
export interface Period {
  readonly unit: 'day' | 'month'
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly name: Day | string
  readonly range: DayRange
}

/** The days, or the calendar months, of a span that ends today; the oldest first. The month that goes on ends today. */
export function periodsOf(span: ActivitySpan, today: DayNumber): readonly Period[] {
  switch (span) {
    case '30d':
      return daysUpTo(today, 30)
    case '90d':
      return daysUpTo(today, 90)
    case '12m':
      return monthsUpTo(today, 12)
  }
}

function daysUpTo(today: DayNumber, count: number): readonly Period[] {
  return Array.from({ length: count }, (_, index) => {
    const day = today - (count - 1 - index)
    return { unit: 'day', name: dayText(day), range: { first: day, last: day } }
  })
}

function monthsUpTo(today: DayNumber, count: number): readonly Period[] {
  const months: Period[] = []
  for (let last = today; months.length < count; last = monthStart(last) - 1)
    months.unshift({
      unit: 'month',
      name: dayText(last).slice(0, 7),
      range: { first: monthStart(last), last },
    })
  return months
}
