/** On which day a transaction was recorded, as far as its span tells. */
import type { DateSpan } from '../contract/console-api.ts'
import { type Day, dayText } from '../contract/day.ts'
import { zoneDayOf } from '../contract/time-zone.ts'

/** In the days of a zone; null for UTC. Null where the span is unknown, or may be of several days. */
export function dayInZone(recorded: DateSpan | null, zone: string | null): Day | null {
  if (recorded === null) return null
  const day = zoneDayOf(recorded.from, zone ?? 'UTC')
  return day === zoneDayOf(recorded.before - 1, zone ?? 'UTC') ? dayText(day) : null
}
