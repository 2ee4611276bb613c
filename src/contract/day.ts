/** Calendar days and date parameters. No record says when its transaction happened, and the filter goes by when it was recorded. */

export type Day = string

export type DayNumber = number

export interface DayRange {
  readonly first: DayNumber
  readonly last: DayNumber
}

/** `service`: the service's own days, in an unknown zone. */
export type WhoseDays = 'utc' | 'service'

/** `day`: names of the first and last day. `instant`: first and last millisecond, UTC. `next-day`: names, for an exclusive `end_date`. */
export type DateForm = 'day' | 'instant' | 'next-day'

export interface DateParameters {
  readonly start_date: string
  readonly end_date: string
}

export const dayLength = 86_400_000

/** Null unless the text is a valid `YYYY-MM-DD`. */
export function dayNumber(text: string): DayNumber | null {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const milliseconds = Date.parse(`${text}T00:00:00Z`)
  if (Number.isNaN(milliseconds)) return null
  const number = milliseconds / dayLength
  // Some engines read 30 February as 2 March.
  return dayText(number) === text ? number : null
}

export function dayText(number: DayNumber): Day {
  const cached = texts.get(number)
  if (cached !== undefined) return cached
  const text = new Date(number * dayLength).toISOString().slice(0, 10)
  texts.set(number, text)
  return text
}

/** Cached: each new date makes every row ask again. */
const texts = new Map<DayNumber, Day>()

/** Of milliseconds since 1970: ISO 8601 UTC. */
export function isoInstant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** A week begins on Monday. */
export function weekStart(day: DayNumber): DayNumber {
  return day - ((day + 3) % 7)
}

export function monthStart(day: DayNumber): DayNumber {
  return day + 1 - Number(dayText(day).slice(8))
}

export function monthEnd(day: DayNumber): DayNumber {
  return monthStart(monthStart(day) + 31) - 1
}

/** In UTC. */
export function dayOf(milliseconds: number): DayNumber {
  return Math.floor(milliseconds / dayLength)
}

export function dateParameters({ first, last }: DayRange, form: DateForm): DateParameters {
  if (form !== 'instant')
    return { start_date: dayText(first), end_date: dayText(form === 'day' ? last : last + 1) }
  return instantParameters(first * dayLength, (last + 1) * dayLength - 1)
}

/** Whether a filter that ends at this day or instant can still gain records. A service's own day ends up to twelve hours after the UTC day. */
export function isUnfinished(end_date: string, whose: WhoseDays, at: number): boolean {
  if (dayNumber(end_date) === null) return Date.parse(end_date) > at
  return Date.parse(end_date) + (whose === 'service' ? 1.5 : 1) * dayLength > at
}

export function instantParameters(from: number, to: number): DateParameters {
  return { start_date: isoInstant(from), end_date: isoInstant(to) }
}
