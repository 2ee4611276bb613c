import { type DatePreset, datePresets } from '../../url/date-presets.ts'
import { folded } from './pasted.ts'

/** A range of whole UTC days, or of instants; either end may be open. */
export interface MeantRange {
  readonly start_date?: string
  readonly end_date?: string
  /** What it was called, where it has a name: "Last 7 days". */
  readonly name?: string
}

/** The ranges that a text means: a UTC day, a month, two days, a named range, or an instant (its day, from it, until it). */
export function datesMeant(text: string, now: Date): readonly MeantRange[] {
  const named = datePresets(now).find(({ label }) => folded(label) === folded(text))
  if (named) return [namedRange(named)]
  const [first = '', second, ...rest] = text.split(/\s*(?:\.\.|–|—|\/| to | - )\s*/)
  if (second !== undefined)
    return rest.length === 0 && isDay(first) && isDay(second) && first <= second
      ? [{ start_date: first, end_date: second }]
      : []
  if (isDay(text)) return [{ start_date: text, end_date: text }]
  const month = monthOf(text)
  if (month) return [month]
  return isInstant(text) ? aroundInstant(text) : []
}

/** The named ranges whose names begin with this text. */
export function datesBeginning(text: string, now: Date): readonly MeantRange[] {
  return datePresets(now)
    .filter(({ label }) => folded(label).startsWith(folded(text)))
    .map(namedRange)
}

function namedRange({ start_date, end_date, label }: DatePreset): MeantRange {
  return { start_date, end_date, name: label }
}

function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && isRealDate(text, `${text}T00:00:00.000Z`)
}

function monthOf(text: string): MeantRange | null {
  const first = `${text}-01`
  if (!/^\d{4}-\d\d$/.test(text) || !isDay(first)) return null
  const [year = 0, month = 0] = text.split('-').map(Number)
  // Not by Date.UTC's arguments: it takes the years 0 to 99 for the twentieth century's.
  const last = [31, 30, 29, 28].map((day) => `${text}-${day}`).find(isDay)
  return last && year > 0 && month > 0 ? { start_date: first, end_date: last } : null
}

function isInstant(text: string): boolean {
  return /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/.test(text) && utcDay(text) !== null
}

function aroundInstant(text: string): readonly MeantRange[] {
  const instant = text.replace(' ', 'T')
  const day = utcDay(instant)
  return [
    ...(day === null ? [] : [{ start_date: day, end_date: day }]),
    { start_date: instant },
    { end_date: instant },
  ]
}

function utcDay(text: string): string | null {
  const milliseconds = Date.parse(text.replace(' ', 'T'))
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString().slice(0, 10)
}

/** `Date` reads 31 February as a day in March. */
function isRealDate(day: string, instant: string): boolean {
  return utcDay(instant) === day
}
