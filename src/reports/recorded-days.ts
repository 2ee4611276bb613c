/** On which day a transaction was recorded, as far as its span tells. */
import { type Day, dayText } from '../contract/day.ts'
import { zoneDayOf } from '../contract/time-zone.ts'

/** In the days of a zone, or in UTC. Null where the span is unknown, or may be one of several days. */
export function dayOfSpan(
  { from, before }: { readonly from: number | null; readonly before: number | null },
  zone: string | null,
): Day | null {
  if (from === null || before === null) return null
  const day = zoneDayOf(from, zone ?? 'UTC')
  return day === zoneDayOf(before - 1, zone ?? 'UTC') ? dayText(day) : null
}
