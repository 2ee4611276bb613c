/** Periods as people write them: `01.11.2026`, `1 Nov 2026`, `5 November`, `Tuesday`, `October`, `Q3`, `last week`, `end of September`. Days are UTC. */
import { dayLength, dayOf, dayText, weekStart } from '../contract/day.ts'
import { folded } from '../list/rank.ts'
import {
  datePresets,
  isDay,
  monthNames,
  neighbourOf,
  type Period,
  type PeriodKind,
  periodAround,
  readPeriod,
} from '../url/periods.ts'
import { endOfWords, periodNames, weekdayNames } from './words.ts'

/** Two where day and month may be either way round. Without its year, the latest that has begun. */
export function periodsWritten(text: string, now: Date): readonly Period[] {
  const periods = allPeriods(text, now)
  return periods.filter(
    ({ first, last }, at) => at === periods.findIndex((one) => one.first === first && one.last === last),
  )
}

/** `2026-11-28T18:00Z` for "yesterday 18:00". Null for a text without a day or without a time. */
export function momentWritten(text: string, now: Date): string | null {
  const [, written = '', time = ''] = /^(.+?)(?: at)? (\d{1,2}:\d{2})(?: utc)?$/.exec(text) ?? []
  const [day, another] = written === '' ? [] : periodsWritten(written, now)
  const clock = time.padStart(5, '0')
  if (!day || another || day.first !== day.last || !/^(?:[01]\d|2[0-3]):[0-5]\d$/.test(clock)) return null
  return `${day.first}T${clock}Z`
}

/** The last day of "end of September". Null for a text that does not say so. */
export function endOfPeriod(text: string, now: Date): string | null {
  const words = endOfWords.find((one) => text.startsWith(`${one} `))
  if (words === undefined) return null
  const name = text.slice(words.length + 1)
  const current = /^(?:this|the|current) (month|quarter|year)$/.exec(name)?.[1]
  const kind = (['month', 'quarter', 'year'] as const).find((one) => one === current)
  // A period so far ends today, which is not its end.
  if (kind) return periodAround(kind, dayBefore(now, 0)).last
  const periods = periodsWritten(name, now)
  return periods.length === 1 ? (periods[0]?.last ?? null) : null
}

function allPeriods(text: string, now: Date): readonly Period[] {
  const name = folded(text)
  const end = endOfPeriod(name, now)
  const named = [
    ...(end === null ? [] : [shortestPeriod(end, end)]),
    ...namedPeriods(name, now),
    ...daysUntilNow(name, now),
    ...latestNamed(name, now),
  ]
  if (named.length > 0) return named
  const sides = text.split(/\s*(?:\.\.|…|–|—| to | - )\s*/).map((side) => datesIn(side, now)[0] ?? side)
  const written = sides.length === 2 ? [sides.join('..')] : datesIn(text, now)
  return [text, ...written].flatMap(
    (one) =>
      readPeriod(one.replace(/\s*(?:\.\.|–|—|\/| to | - )\s*/, '..')) ?? readPeriod(`${one}..${one}`) ?? [],
  )
}

/** As a month, quarter or year if it is one, because its link is shorter. */
export function shortestPeriod(first: string, last: string): Period {
  const kinds: readonly PeriodKind[] = ['month', 'quarter', 'year']
  const whole = kinds.map((kind) => periodAround(kind, first))
  const exact = whole.find((one) => one.first === first && one.last === last)
  return exact ?? { kind: 'days', first, last }
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * dayLength).toISOString().slice(0, 10)
}

function namedPeriods(name: string, now: Date): readonly Period[] {
  const today = dayBefore(now, 0)
  const week = dayText(weekStart(dayOf(now.getTime())))
  const presets = [...datePresets(now), { label: 'This week', start_date: week, end_date: today }]
  const named = periodNames.find(({ words }) => words.includes(name))
  return presets.flatMap(({ label, start_date, end_date }) =>
    label === named?.preset ? [shortestPeriod(start_date, end_date)] : [],
  )
}

/** "last 90 days", and "Tuesday": the latest one. */
function daysUntilNow(name: string, now: Date): readonly Period[] {
  const weekday = weekdayNames.indexOf(name)
  const ago = (now.getUTCDay() - weekday + 7) % 7
  if (weekday >= 0) return [{ kind: 'days', first: dayBefore(now, ago), last: dayBefore(now, ago) }]
  const [, count = ''] = /^(?:last|past) (\d{1,3}) days$/.exec(name) ?? []
  const before = Number(count) - 1
  return before < 0 ? [] : [{ kind: 'days', first: dayBefore(now, before), last: dayBefore(now, 0) }]
}

/** A month or quarter without its year. */
function latestNamed(name: string, now: Date): readonly Period[] {
  const today = dayBefore(now, 0)
  const quarter = /^q([1-4])$/.exec(name)?.[1]
  const place = quarter === undefined ? monthAt(name) : 3 * (Number(quarter) - 1)
  if (place < 0) return []
  const first = day(today.slice(0, 4), String(place + 1), '1')
  const kind = quarter === undefined ? 'month' : 'quarter'
  const year = first <= today ? first : neighbourOf(periodAround('year', first), -1).first
  return [periodAround(kind, year.slice(0, 4) + first.slice(4))]
}

/** As `2026-11-01`, or a month as `2026-11`. May be a day that does not exist. */
function datesIn(text: string, now: Date): readonly string[] {
  const iso = /^(\d{4})([-/.])(\d{1,2})\2(\d{1,2})\.?$/.exec(text)
  if (iso) return [day(iso[1], iso[3], iso[4])]
  const numbers = /^(\d{1,2})([-/.])(\d{1,2})\2(\d{4})\.?$/.exec(text)
  if (numbers) {
    const [, first, mark, second, year] = numbers
    const dayFirst = day(year, second, first)
    const monthFirst = day(year, first, second)
    if (mark === '.' || Number(first) > 12) return [dayFirst]
    return Number(second) > 12 || first === second ? [monthFirst] : [dayFirst, monthFirst]
  }
  const quarter = /^(?:q([1-4])[ /-]?(\d{4})|(\d{4})[ /-]?q([1-4]))$/i.exec(text)
  if (quarter) return [`${quarter[2] ?? quarter[3]}-Q${quarter[1] ?? quarter[4]}`]
  const words =
    /^(?:(\d{1,2})(?:st|nd|rd|th|\.)? )?([a-z]{3,9})\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?(?:,? (\d{4}))?$/i.exec(
      text,
    )
  const [, before, name = '', after, year] = words ?? []
  const month = monthAt(name.toLowerCase())
  const number = before ?? after
  if (!words || month < 0 || (before && after)) return []
  if (number === undefined) return year === undefined ? [] : [day(year, String(month + 1), '').slice(0, 7)]
  return [year === undefined ? latestDay(month, number, now) : day(year, String(month + 1), number)]
}

/** Of 29 February, the latest that there was. */
function latestDay(month: number, number: string, now: Date): string {
  const today = dayBefore(now, 0)
  const years = Array.from({ length: 8 }, (_, before) => String(Number(today.slice(0, 4)) - before))
  const days = years.map((year) => day(year, String(month + 1), number))
  return days.find((one) => isDay(one) && one <= today) ?? ''
}

function monthAt(name: string): number {
  const names = monthNames.map((each) => each.toLowerCase())
  return names.findIndex((each) => each === name || each.slice(0, 3) === name)
}

function day(year = '', month = '', day = ''): string {
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}
