/** Amounts and periods as people write them: `16.427,74 USDC`, `BTC 0.5`, `01.11.2026`, `1 Nov 2026`, `October`, `Q3`, `last week`. */
import { readDecimal, writeDecimal } from '../../contract/decimal.ts'
import { folded } from '../../list/rank.ts'
import {
  datePresets,
  neighbourOf,
  type Period,
  type PeriodKind,
  periodAround,
  readPeriod,
} from '../../url/periods.ts'

export interface WrittenAmount {
  /** As the API writes them. Two where a mark may group thousands or begin the decimals. */
  readonly amounts: readonly string[]
  /** Null for none. */
  readonly asset: string | null
}

/** Null for a text that is no amount. */
export function readAmount(text: string): WrittenAmount | null {
  const [, before, number = '', after] =
    /^(?:([a-z][\w.-]{1,20}) )?[+-]?((?:\d[\d.,'’ ]{0,100})?\d) ?([a-z][\w.-]{1,20})?$/i.exec(text) ?? []
  if (number === '' || (before && after)) return null
  const bare = number.replace(/['’ ]/g, '')
  const amounts = [grouped(bare, ',', '.'), grouped(bare, '.', ',')].flatMap((plain) => {
    const decimal = plain === null ? null : readDecimal(plain)
    return decimal ? [writeDecimal(decimal)] : []
  })
  const asset = before ?? after ?? null
  if (amounts.length === 0) return null
  return { amounts: [...new Set(amounts)], asset }
}

/** Null where the marks are not between groups of three. */
function grouped(number: string, group: ',' | '.', point: ',' | '.'): string | null {
  const [whole = '', fraction, ...others] = number.split(point)
  const groups = whole.split(group)
  const isGrouped =
    groups.length === 1 || groups.every((each, at) => (at === 0 ? /^\d{1,3}$/ : /^\d{3}$/).test(each))
  if (others.length > 0 || !isGrouped || fraction?.includes(group) || fraction === '') return null
  return groups.join('') + (fraction === undefined ? '' : `.${fraction}`)
}

/** A named range, a UTC day, two days, a month, quarter or year. Two where day and month may be either way round. */
export function periodsWritten(text: string, now: Date): readonly Period[] {
  const name = folded(text)
  const named = [
    ...datePresets(now).flatMap(({ label, start_date: first, end_date: last }) =>
      folded(label) === name ? [periodOf(first, last)] : [],
    ),
    ...latestNamed(name, now),
  ]
  if (named.length > 0) return named
  const sides = text.split(/\s*(?:\.\.|–|—| to | - )\s*/).map((side) => writtenDates(side)[0] ?? side)
  const written = sides.length === 2 ? [sides.join('..')] : writtenDates(text)
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

/** A month or quarter without its year: the latest that has begun. */
function latestNamed(name: string, now: Date): readonly Period[] {
  const today = now.toISOString().slice(0, 10)
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

/** As `2026-11-01`, or a month as `2026-11`. Two where day and month may be either way round. May be a day that does not exist. */
export function writtenDates(text: string): readonly string[] {
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
    /^(?:(\d{1,2})(?:st|nd|rd|th|\.)? )?([a-z]{3,9})\.?(?: (\d{1,2})(?:st|nd|rd|th)?)?,? (\d{4})$/i.exec(text)
  const [, before, name = '', after, year] = words ?? []
  const month = monthAt(name.toLowerCase())
  if (!words || month < 0 || (before && after)) return []
  return [
    before || after
      ? day(year, String(month + 1), before ?? after)
      : day(year, String(month + 1), '').slice(0, 7),
  ]
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
