/** Calendar days in a time zone of the IANA database, as days since 1970. */

const dayLength = 86_400_000

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

/**
 * The first instant of a day, in milliseconds since 1970. A day without a midnight begins when the clocks have gone forward, one with two begins
 * at the first, and one that a zone left out begins with the next.
 */
export function zoneDayStart(day: number, zone: string): number {
  const guess = day * dayLength
  const offsets = [guess - dayLength, guess, guess + dayLength].map((at) => offsetAt(at, zone))
  const [first = guess, last = guess] = [guess - Math.max(...offsets), guess - Math.min(...offsets)]
  const isBegun = (at: number) => zoneDayOf(at, zone) >= day
  if (isBegun(first) && !isBegun(first - 1)) return first
  let [low, high] = [first, last]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isBegun(middle)) high = middle
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

/** Kept, because making one is slow. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, calendar: 'gregory', numberingSystem: 'latn', hourCycle: 'h23' },
      ...{ year: 'numeric', month: 'numeric', day: 'numeric' },
      ...{ hour: 'numeric', minute: 'numeric', second: 'numeric' },
    })
  formats.set(timeZone, known)
  return known
}
