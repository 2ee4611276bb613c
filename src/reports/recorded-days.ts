/** On which day a transaction was recorded, as far as its span tells. */
import type { DateSpan } from '../contract/console-api.ts'
import { countText } from '../contract/count-text.ts'
import { type Day, dayText } from '../contract/day.ts'
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
