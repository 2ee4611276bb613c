/** On which day a transaction was recorded, as far as its span tells. */
import type { DateSpan } from '../contract/console-api.ts'
import { type Day, dayOfSpan, dayText } from '../contract/day.ts'
import { zoneDayOf } from '../contract/time-zone.ts'

/** In the days of a zone; null for UTC. Null where the span is unknown, or may be of several days. */
export function dayInZone(recorded: DateSpan | null, zone: string | null): Day | null {
  if (recorded === null || zone === null) return dayOfSpan(recorded)
  const day = zoneDayOf(recorded.from, zone)
  return day === zoneDayOf(recorded.before - 1, zone) ? dayText(day) : null
}
