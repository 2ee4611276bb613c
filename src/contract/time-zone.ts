/** Names of time zones, as the IANA database has them, and their calendar days, as days since 1970. */
import { dayLength } from './day.ts'

/** The present name of a zone; null for an unknown one. */
export function readZone(name: string): string | null {
  return isTimeZone(name) ? (presentNames.get(name) ?? name) : null
}

/** All zones by their present names, in order. */
export function zoneNames(): readonly string[] {
  return Intl.supportedValuesOf('timeZone')
    .map((name) => presentNames.get(name) ?? name)
    .sort()
}

/** Engines list these zones by the names that they had before. */
const presentNames: ReadonlyMap<string, string> = new Map([
  ['Africa/Asmera', 'Africa/Asmara'],
  ['America/Buenos_Aires', 'America/Argentina/Buenos_Aires'],
  ['America/Catamarca', 'America/Argentina/Catamarca'],
  ['America/Coral_Harbour', 'America/Atikokan'],
  ['America/Cordoba', 'America/Argentina/Cordoba'],
  ['America/Godthab', 'America/Nuuk'],
  ['America/Indianapolis', 'America/Indiana/Indianapolis'],
  ['America/Jujuy', 'America/Argentina/Jujuy'],
  ['America/Louisville', 'America/Kentucky/Louisville'],
  ['America/Mendoza', 'America/Argentina/Mendoza'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['Asia/Katmandu', 'Asia/Kathmandu'],
  ['Asia/Rangoon', 'Asia/Yangon'],
  ['Asia/Saigon', 'Asia/Ho_Chi_Minh'],
  ['Atlantic/Faeroe', 'Atlantic/Faroe'],
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['Pacific/Enderbury', 'Pacific/Kanton'],
  ['Pacific/Ponape', 'Pacific/Pohnpei'],
  ['Pacific/Truk', 'Pacific/Chuuk'],
])

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

/** The first instant of a day, in milliseconds since 1970. A day that the clocks leave out begins when they have gone forward. */
export function zoneDayStart(day: number, zone: string): number {
  const midnight = day * dayLength
  const offsets = offsetsAround(midnight, zone)
  const [first, last] = [midnight - Math.max(...offsets), midnight - Math.min(...offsets)]
  const isReached = (at: number) => at + offsetAt(at, zone) >= midnight
  if (isReached(first) && !isReached(first - 1)) return first
  let [low, high] = [first, last]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isReached(middle)) high = middle
    else low = middle
  }
  return high
}

/**
 * When the clocks of a zone show a time, given as if it were UTC: milliseconds since 1970, the earlier first. None where they leave it out, two
 * where they show it twice.
 */
export function zoneInstants(shown: number, zone: string): readonly number[] {
  return [...offsetsAround(shown, zone)]
    .map((offset) => shown - offset)
    .filter((at) => at + offsetAt(at, zone) === shown)
    .sort((one, other) => one - other)
}

/** "+05:30": what the clocks of a zone are before UTC. */
export function zoneOffset(milliseconds: number, zone: string): string {
  const minutes = Math.round(offsetAt(milliseconds, zone) / 60_000)
  const digits = (number: number) => String(Math.floor(Math.abs(number))).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${digits(minutes / 60)}:${digits(minutes % 60)}`
}

function offsetsAround(shown: number, zone: string): ReadonlySet<number> {
  return new Set([shown - dayLength, shown, shown + dayLength].map((at) => offsetAt(at, zone)))
}

/** Milliseconds that the clocks of a zone are before UTC. */
function offsetAt(milliseconds: number, zone: string): number {
  // Asked for each row of a report, and the most.
  if (zone === 'UTC') return 0
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
