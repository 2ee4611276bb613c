/** Periods as people write them: `01.11.2026`, `1 Nov 2026`, `5 November`, `October`, `Q3`, `last week`, `last 90 days`. Days are UTC. */
import { folded } from '../list/rank.ts'
import {
  datePresets,
  isDay,
  neighbourOf,
  type Period,
  type PeriodKind,
  periodAround,
  readPeriod,
} from '../url/periods.ts'

/** Two where day and month may be either way round. Without its year, the latest that has begun. */
export function periodsWritten(text: string, now: Date): readonly Period[] {
  const periods = allPeriods(text, now)
  return periods.filter(
    ({ first, last }, at) => at === periods.findIndex((one) => one.first === first && one.last === last),
  )
}

function allPeriods(text: string, now: Date): readonly Period[] {
  const name = folded(text)
  const named = [
    ...datePresets(now).flatMap(({ label, start_date: first, end_date: last }) =>
      folded(label) === name ? [periodOf(first, last)] : [],
    ),
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
function periodOf(first: string, last: string): Period {
  const kinds: readonly PeriodKind[] = ['month', 'quarter', 'year']
  const whole = kinds.map((kind) => periodAround(kind, first))
  const exact = whole.find((one) => one.first === first && one.last === last)
  return exact ?? { kind: 'days', first, last }
}

function dayBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10)
}

/** "this week", which begins on Monday, and "last 90 days". */
function daysUntilNow(name: string, now: Date): readonly Period[] {
  const [, count = ''] = /^(?:last|past) (\d{1,3}) days$/.exec(name) ?? []
  const before = name === 'this week' ? (now.getUTCDay() + 6) % 7 : Number(count) - 1
  return before < 0 ? [] : [{ kind: 'days', first: dayBefore(now, before), last: dayBefore(now, 0) }]
}

/** A month or quarter without its year. */
function latestNamed(name: string, now: Date): readonly Period[] {
  const today = dayBefore(now, 0)
  const quarter = /^q([1-4])$/.exec(name)?.[1]
  const place = quarter === undefined ? monthAt(name) : 3 * (Number(quarter) - 1)
  if (place < 0) return []
  const first = day(today.slice(0, 4), String(place + 1), '1')
  const period = periodAround(quarter === undefined ? 'month' : 'quarter', first)
  return [first <= today ? period : yearBefore(period)]
}

function yearBefore(period: Period): Period {
  const { first } = neighbourOf(periodAround('year', period.first), -1)
  return periodAround(period.kind, first.slice(0, 4) + period.first.slice(4))
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
  return monthNames.findIndex((each) => each === name || each.slice(0, 3) === name)
}

function day(year = '', month = '', day = ''): string {
  return [year, month.padStart(2, '0'), day.padStart(2, '0')].join('-')
}

const monthNames = [
  ...['january', 'february', 'march', 'april', 'may', 'june', 'july', 'august', 'september', 'october'],
  ...['november', 'december'],
]
