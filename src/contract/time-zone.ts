/** Calendar days in a time zone of the IANA database, as days since 1970. */
import { dayLength } from './day.ts'

export function isTimeZone(name: string): boolean {
  try {
    formatOf(name)
    return true
  } catch {
    return false
  }
}

/** `milliseconds` since 1970. Throws a `RangeError` for an unknown zone. */
export function zoneDayOf(milliseconds: number, zone: string): number {
  return Math.floor((milliseconds + offsetAt(milliseconds, zone)) / dayLength)
}

/** The first instant of a day, in milliseconds since 1970. */
export function zoneDayStart(day: number, zone: string): number {
  return zoneInstant(day * dayLength, zone)
}

/**
 * When the clocks of a zone show a time, given as if it were UTC, in milliseconds since 1970. A time that they leave out is when they have gone
 * forward, and one that they show twice is the first.
 */
export function zoneInstant(shown: number, zone: string): number {
  const offsets = [shown - dayLength, shown, shown + dayLength].map((at) => offsetAt(at, zone))
  const [first = shown, last = shown] = [shown - Math.max(...offsets), shown - Math.min(...offsets)]
  const isReached = (at: number) => at + offsetAt(at, zone) >= shown
  if (isReached(first) && !isReached(first - 1)) return first
  let [low, high] = [first, last]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReached(middle)) high = middle
    else low = middle
  }
  return high
}

/** Milliseconds that the clocks of a zone are before UTC. */
function offsetAt(milliseconds: number, zone: string): number {
  const second = Math.floor(milliseconds / 1000) * 1000
  const parts = formatOf(zone).formatToParts(second)
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, seconds = 0] = (
    ['year', 'month', 'day', 'hour', 'minute', 'second'] as const
  ).map((type) => Number(parts.find((part) => part.type === type)?.value))
  return Date.UTC(year, month - 1, day, hour, minute, seconds) - second
}

const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const format =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  formats.set(timeZone, format)
  return format
}
