import { dayNumber, dayOf, dayText, weekStart } from '../contract/day.ts'

/** Calendar days in UTC, both ends included, as `YYYY-MM-DD`. */
export interface Period {
  readonly kind: PeriodKind
  readonly first: string
  readonly last: string
}

export const periodKinds = ['month', 'quarter', 'year', 'days'] as const
export type PeriodKind = (typeof periodKinds)[number]

/** Reads `2025`, `2025-Q4`, `2025-12` and `2025-12-01..2025-12-24`; null for anything else. */
export function readPeriod(text: string): Period | null {
  const days = /^(\d{4}-\d{2}-\d{2})\.\.(\d{4}-\d{2}-\d{2})$/.exec(text)
  if (days) {
    const [, first = '', last = ''] = days
    return isDay(first) && isDay(last) && first <= last ? { kind: 'days', first, last } : null
  }
  const [, year = '', quarter, month] = /^(\d{4})(?:-Q([1-4])|-(0[1-9]|1[0-2]))?$/.exec(text) ?? []
  if (year < '1970') return null
  if (quarter !== undefined) return monthsFrom('quarter', Number(year), 3 * Number(quarter) - 3)
  if (month !== undefined) return monthsFrom('month', Number(year), Number(month) - 1)
  return monthsFrom('year', Number(year), 0)
}

export function writePeriod({ kind, first, last }: Period): string {
  const [year = '', month = ''] = first.split('-')
  switch (kind) {
    case 'year':
      return year
    case 'quarter':
      return `${year}-Q${Math.ceil(Number(month) / 3)}`
    case 'month':
      return `${year}-${month}`
    case 'days':
      return `${first}..${last}`
  }
}

/** "October 2026", "Q4 2026", "2026", "2026-10-01 to 2026-10-12". */
export function periodName({ kind, first, last }: Period): string {
  const [year = '', month = '1'] = first.split('-')
  switch (kind) {
    case 'year':
      return year
    case 'quarter':
      return `Q${Math.ceil(Number(month) / 3)} ${year}`
    case 'month':
      return `${monthNames[Number(month) - 1] ?? ''} ${year}`
    case 'days':
      return first === last ? first : `${first} to ${last}`
  }
}

export const monthNames =
  'January February March April May June July August September October November December'.split(' ')

export function periodAround(kind: PeriodKind, day: string): Period {
  const [year = 0, month = 1] = day.split('-').map(Number)
  if (kind === 'days') return { kind, first: day, last: day }
  const start = kind === 'year' ? 0 : kind === 'quarter' ? month - 1 - ((month - 1) % 3) : month - 1
  return monthsFrom(kind, year, start)
}

/** The next period of the same length in either direction. */
export function neighbourOf(period: Period, step: -1 | 1): Period {
  const edge = shifted(step < 0 ? period.first : period.last, step)
  if (period.kind !== 'days') return periodAround(period.kind, edge)
  const length = (dayNumber(period.last) ?? 0) - (dayNumber(period.first) ?? 0)
  const far = shifted(edge, step * length)
  return { kind: 'days', first: step < 0 ? far : edge, last: step < 0 ? edge : far }
}

/** Changes the kind of a period: to the one around it, or the last that is over unless this one is not over. `days` keeps its days. */
export function periodInPlace({ first, last }: Period, kind: PeriodKind, today: string): Period {
  if (kind === 'days') return { kind, first, last }
  const around = periodAround(kind, last < today ? last : today)
  return around.last < today || last >= today ? around : neighbourOf(around, -1)
}

export interface DatePreset {
  readonly label: string
  readonly start_date: string
  readonly end_date: string
}

export function datePresets(now: Date): readonly DatePreset[] {
  const day = dayOf(now.getTime())
  const today = dayText(day)
  const week = dayText(weekStart(day))
  const range = (label: string, start_date: string, end_date = today) => ({ label, start_date, end_date })
  const soFar = (kind: PeriodKind) => range(`This ${kind}`, periodAround(kind, today).first)
  const last = (kind: PeriodKind) => {
    const before = neighbourOf(periodAround(kind, today), -1)
    return range(`Last ${kind}`, before.first, before.last)
  }
  return [
    range('Today', today),
    range('Yesterday', shifted(today, -1), shifted(today, -1)),
    range('Last 7 days', shifted(today, -6)),
    range('Last week', shifted(week, -7), shifted(week, -1)),
    range('Last 30 days', shifted(today, -29)),
    ...(['month', 'quarter', 'year'] as const).flatMap((kind) => [soFar(kind), last(kind)]),
  ]
}

const months = { month: 1, quarter: 3, year: 12 } as const

function monthsFrom(kind: keyof typeof months, year: number, month: number): Period {
  return {
    kind,
    first: dayText(dayOf(Date.UTC(year, month, 1))),
    last: dayText(dayOf(Date.UTC(year, month + months[kind], 0))),
  }
}

function shifted(day: string, days: number): string {
  return dayText((dayNumber(day) ?? 0) + days)
}

export function isDay(text: string): boolean {
  return (dayNumber(text) ?? -1) >= 0
}
