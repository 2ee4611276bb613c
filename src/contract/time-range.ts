import { dayNumber } from './day.ts'

/** Microseconds since 1970, the database's resolution. `from` is included, `before` is not. */
export interface TimeRange {
  readonly from?: bigint
  readonly before?: bigint
}

/** Both ends are included; a date is a whole UTC day. Returns a fault (TXN-03) for unreadable dates, and for start after end. */
export function readTimeRange(
  start: string | undefined,
  end: string | undefined,
): TimeRange | { readonly fault: string } {
  const from = start === undefined ? undefined : readMoment(start)
  const until = end === undefined ? undefined : readMoment(end)
  if (from === null) return { fault: unreadable('start_date', start ?? '') }
  if (until === null) return { fault: unreadable('end_date', end ?? '') }
  if (from !== undefined && until !== undefined && from.first > until.last)
    return { fault: 'start_date lies after end_date.' }
  return {
    // Rounded up.
    ...(from === undefined ? {} : { from: -floorDivide(-from.first, 1000n) }),
    ...(until === undefined ? {} : { before: floorDivide(until.last, 1000n) + 1n }),
  }
}

/** Milliseconds since 1970; of a day, its UTC start. Null for another text. */
export function readInstant(text: string): number | null {
  const moment = readMoment(text)
  return moment && Number(floorDivide(moment.first, 1_000_000n))
}

const dayInNanoseconds = 86_400_000_000_000n

/** First and last nanosecond of a day; the same value twice for an instant. */
interface Moment {
  readonly first: bigint
  readonly last: bigint
}

const pattern =
  /^(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?(Z|[+-]\d{2}:?\d{2}))?$/

function readMoment(text: string): Moment | null {
  const match = pattern.exec(text)
  if (match === null) return null
  const [, year = '', month = '', day = '', hour, minute = '0', second = '0', fraction = '', zone = 'Z'] =
    match
  const date = `${year}-${month}-${day}`
  const number = dayNumber(date)
  if (year === '0000' || number === null) return null
  const first = BigInt(number) * dayInNanoseconds
  if (hour === undefined) return { first, last: first + dayInNanoseconds - 1n }
  const offset = readOffset(zone)
  if (Number(hour) > 23 || Number(minute) > 59 || Number(second) > 59 || offset === null) return null
  const seconds = BigInt(hour) * 3600n + BigInt(minute) * 60n + BigInt(second) - offset
  const instant = first + seconds * 1_000_000_000n + BigInt(fraction.padEnd(9, '0'))
  return { first: instant, last: instant }
}

function readOffset(zone: string): bigint | null {
  if (zone === 'Z') return 0n
  const hours = BigInt(zone.slice(1, 3))
  const minutes = BigInt(zone.slice(-2))
  if (hours > 23n || minutes > 59n) return null
  return (zone.startsWith('-') ? -1n : 1n) * (hours * 3600n + minutes * 60n)
}

function unreadable(name: string, text: string): string {
  const rule = `${name} must be a calendar date such as 2026-11-01 or an instant such as 2026-11-01T14:03:22Z.`
  // An unencoded plus in "+02:00" arrives as a space.
  return / \d{2}:?\d{2}$/.test(text) ? `${rule} A plus sign must be sent as %2B.` : rule
}

/** An instant with as many digits as it needs, of microseconds since 1970. */
export function preciseInstant(microseconds: bigint): string {
  const milliseconds = floorDivide(microseconds, 1000n)
  const rest = microseconds - milliseconds * 1000n
  const text = new Date(Number(milliseconds)).toISOString()
  return rest === 0n ? text : text.replace('Z', `${String(rest).padStart(3, '0')}Z`)
}

/** BigInt division rounds towards zero, which is wrong before 1970. */
export function floorDivide(value: bigint, by: bigint): bigint {
  const quotient = value / by
  return value % by < 0n ? quotient - 1n : quotient
}
