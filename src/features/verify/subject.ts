/** What an export is of, in the words of a headline: all that somebody who relabels a file would relabel. */

import type { ExportFacts } from '../../files/facts.ts'
import { readPeriod } from '../../url/statements.ts'
import { headlineWords as words } from './words.ts'

/** The list, its filter, its period, and when it was read. */
export function subjectOf(facts: ExportFacts): readonly string[] {
  const { list, asked, begun, ended } = facts
  const type = /^\/balances\/(\w+)$/.exec(asked.endpoint)?.[1]
  const filter = Object.entries(asked.parameters).filter(([name]) => !dates.has(name))
  const period = periodText(facts)
  return [
    quoted(type ? `${list} ${type}` : list),
    filter.length === 0
      ? words.noFilter
      : filter.map(([name, value]) => words.term(name, quoted(value))).join(', '),
    ...(period === null ? [] : [period]),
    words.readOn(spanText(begun, ended)),
  ]
}

const dates: ReadonlySet<string> = new Set(['start_date', 'end_date'])

/** A value may be made to look like the rest of the headline. */
function quoted(value: string): string {
  return /^[\w.:+@/-]+( \w+)?$/.test(value) ? value : `“${value}”`
}

/** "1–31 October 2026", "from 1 October 2026", "all dates"; null for a list that has no dates. */
function periodText({ list, asked: { parameters }, pinned_end_date }: ExportFacts): string | null {
  if (list !== 'transactions') return null
  const start = parameters.start_date ?? null
  const end = pinned_end_date === null ? (parameters.end_date ?? null) : null
  if (start !== null && end !== null) return daysText(start, end)
  if (start !== null) return words.fromDate(dateText(start))
  return end === null ? words.allDates : words.toDate(dateText(end))
}

/** Whether the period that was asked for went on after reading had begun: then the list cannot hold all of it. */
export function isBeforeItsEnd({ asked: { parameters }, pinned_end_date, begun }: ExportFacts): boolean {
  const end_date = parameters.end_date ?? parameters.end_of_day ?? readPeriod(parameters.period ?? '')?.last
  if (end_date === undefined || pinned_end_date !== null) return false
  const end = isDay(end_date) ? `${end_date}T23:59:59.999Z` : end_date
  return Date.parse(end) > Date.parse(begun)
}

/** "2026-11-21 15:03" of an ISO 8601 UTC instant; what is none stays as it came. */
export function minuteText(iso: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? iso.slice(0, 16).replace('T', ' ') : iso
}

/** "2026-11-21 15:03 UTC", or with the other end where that is in another minute. */
function spanText(begun: string, ended: string): string {
  const [from, to] = [minuteText(begun), minuteText(ended)]
  if (from === to) return `${from} UTC`
  return from.slice(0, 10) === to.slice(0, 10) ? `${from}–${to.slice(11)} UTC` : `${from} to ${to} UTC`
}

function daysText(start: string, end: string): string {
  if (!isDay(start) || !isDay(end)) return `${dateText(start)} to ${dateText(end)}`
  if (start === end) return dateText(start)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))}–${dateText(end)}`
  if (start.slice(0, 4) === end.slice(0, 4)) return `${dateText(start).slice(0, -5)} – ${dateText(end)}`
  return `${dateText(start)} – ${dateText(end)}`
}

function isDay(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(text)
}

function dateText(text: string): string {
  if (isDay(text))
    return `${Number(text.slice(8))} ${words.months[Number(text.slice(5, 7)) - 1]} ${text.slice(0, 4)}`
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/.test(text) ? `${minuteText(text)} UTC` : `“${text}”`
}
