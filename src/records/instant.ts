/** Instants for people: always with their zone, never a bare time. */

/** In which zone instants are shown: UTC, or the reader's own. */
export type TimeZoneChoice = 'utc' | 'local'

/** An instant as shown: `2026-11-01 14:03:22 UTC`, date and time apart so that a caption can use one of them. */
export interface ShownInstant {
  readonly date: string
  readonly time: string
  /** `UTC`, or the reader's zone as its abbreviation or offset. */
  readonly zone: string
}

/** Reads an ISO 8601 instant and renders it; null where it is no instant (it is then shown as it came). */
export function showInstant(iso: string, choice: TimeZoneChoice, timeZone?: string): ShownInstant | null {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}([.,]\d+)?)?(Z|[+-]\d{2}:?\d{2})$/i.test(iso)) return null
  const instant = new Date(iso)
  if (Number.isNaN(instant.getTime())) return null
  if (choice === 'utc') {
    const [date = '', time = ''] = instant.toISOString().split('T')
    return { date, time: time.slice(0, 'hh:mm:ss'.length), zone: 'UTC' }
  }
  const parts = new Map(
    formatter(timeZone ?? ownTimeZone())
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

/** Asked only where it is needed: to find it out takes longer than to write an instant. */
function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
    timeZoneName: 'short',
  })
  formatters.set(timeZone, made)
  return made
}
