export type TimeZoneChoice = 'utc' | 'local'

/** Such as `2026-11-01 14:03:22 UTC`. */
interface ShownInstant {
  readonly date: string
  readonly time: string
  /** `UTC`, or an abbreviation or offset. */
  readonly zone: string
}

/** Null if the text is no ISO 8601 instant with a zone. */
export function showInstant(iso: string, choice: TimeZoneChoice, timeZone?: string): ShownInstant | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i.test(iso)) return null
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return null
  if (choice === 'utc') {
    const [date = '', time = ''] = instant.toISOString().split('T')
    return { date, time: time.slice(0, 'hh:mm:ss'.length), zone: 'UTC' }
  }
  const parts = new Map(
    formatter(timeZone)
      .formatToParts(instant)
      .map(({ type, value }) => [type, value]),
  )
  const part = (type: Intl.DateTimeFormatPartTypes) => parts.get(type) ?? ''
  return {
    date: `${part('year')}-${part('month')}-${part('day')}`,
    time: `${part('hour')}:${part('minute')}:${part('second')}`,
    zone: part('timeZoneName'),
  }
}

/** Made once for each zone, because that is slow. Undefined is the reader's own. */
const formatters = new Map<string | undefined, Intl.DateTimeFormat>()

function formatter(timeZone: string | undefined): Intl.DateTimeFormat {
  const made = formatters.get(timeZone)
  if (made) return made
  const format = new Intl.DateTimeFormat('en-GB', {
    ...(timeZone !== undefined && { timeZone }),
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  formatters.set(timeZone, format)
  return format
}
