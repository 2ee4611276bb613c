/** The days that a filter of dates lets through, and how a service is asked for some of them. */
import {
  type DateForm,
  type DateParameters,
  type DayNumber,
  type DayRange,
  dateParameters,
  dayNumber,
  dayOf,
  dayStart,
} from './day.ts'

/** A range of milliseconds since 1970, both ends included. */
export interface Part {
  readonly from: number
  readonly to: number
}

/** The days of a filter, from the first that is asked for to the last. */
export interface FilterRange extends DayRange {
  /** Whether the filter has no start. */
  readonly isOpen: boolean
  /** The parameters for some of its days, within the ends of the filter. */
  parameters(days: DayRange, form: DateForm): DateParameters
  /** The part of a day that lies within the ends of the filter. */
  partOf(day: DayNumber): Part
}

/** The range of a filter, to the present day where it has no end; null where its dates are in a form that is not known here. */
export function rangeOf(
  { start_date, end_date }: { readonly start_date?: string; readonly end_date?: string },
  now: number,
): FilterRange | null {
  const start = start_date === undefined ? { from: 0, to: 0, isDay: true } : momentOf(start_date)
  const end = end_date === undefined ? wholeDay(dayOf(now, 'utc')) : momentOf(end_date)
  if (start === null || end === null) return null
  const first = Math.max(0, dayOf(start.from, 'utc'))
  const last = dayOf(end.to, 'utc')
  return {
    first,
    last,
    isOpen: start_date === undefined,
    parameters(days, form) {
      const whole = dateParameters(days, form, 'utc')
      return {
        start_date: days.first <= first && !start.isDay && start_date ? start_date : whole.start_date,
        end_date: days.last >= last && !end.isDay && end_date ? end_date : whole.end_date,
      }
    },
    partOf: (day) => ({
      from: Math.max(start.from, dayStart(day, 'utc')),
      to: Math.min(end.to, dayStart(day + 1, 'utc') - 1),
    }),
  }
}

/** The first and the last millisecond that a date means: of a day both of its ends. */
function momentOf(text: string): (Part & { readonly isDay: boolean }) | null {
  const day = dayNumber(text)
  if (day !== null) return wholeDay(day)
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/.test(text)) return null
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? null : { from: milliseconds, to: milliseconds, isDay: false }
}

function wholeDay(day: DayNumber): Part & { readonly isDay: boolean } {
  return { from: dayStart(day, 'utc'), to: dayStart(day + 1, 'utc') - 1, isDay: true }
}
