export type TimeZoneChoice = 'utc' | 'local'

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
    formatter(instantForm, timeZone)
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

/** "2026-11-01 14:03:22 UTC". */
export function instantText(iso: string): string {
  const shown = showInstant(iso, 'utc')
  return shown ? `${shown.date} ${shown.time} ${shown.zone}` : iso
}

/** "Fri 27 Nov, 17:40 UTC". Text that is no instant stays as it came. */
export function momentLabel(iso: string, choice: TimeZoneChoice): string {
  const shown = showInstant(iso, choice)
  if (shown === null) return iso
  const day = dateLabel(Date.parse(`${shown.date}T00:00:00Z`), 'weekday').replace(',', '')
  return `${day}, ${shown.time.slice(0, 'hh:mm'.length)} ${shown.zone}`
}

const instantForm: Intl.DateTimeFormatOptions = {
  ...{ year: 'numeric', month: '2-digit', day: '2-digit' },
  ...{ hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23', timeZoneName: 'short' },
}

/** Such as `Asia/Kolkata`. */
export function localZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

const dateForms = {
  /** "Wed 18 Nov 2026". */
  day: { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
  /** "Wed 18 Nov". */
  weekday: { weekday: 'short', day: 'numeric', month: 'short' },
  /** "18 Nov". */
  shortDay: { day: 'numeric', month: 'short' },
  /** "November 2026". */
  month: { month: 'long', year: 'numeric' },
  /** "Nov". */
  shortMonth: { month: 'short' },
} as const

/** The UTC day of an instant, given in milliseconds. */
export function dateLabel(instant: number, form: keyof typeof dateForms): string {
  return formatter(dateForms[form], 'UTC').format(instant)
}

/** Made on first use, and kept: `Intl` is slow, and pages load this before they need it. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** An undefined zone is the reader’s own. */
function formatter(form: Intl.DateTimeFormatOptions, timeZone: string | undefined): Intl.DateTimeFormat {
  const key = JSON.stringify([form, timeZone])
  const made =
    formatters.get(key) ?? new Intl.DateTimeFormat('en-GB', { ...form, ...(timeZone && { timeZone }) })
  formatters.set(key, made)
  return made
}
