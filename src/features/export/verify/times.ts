/** The dates that were asked for, when the list was read, and when its rows were retrieved. */

import { readPeriod } from '../../../url/statements.ts'
import type { ExportFacts } from '../facts.ts'
import { type Row, retrievedColumn } from '../list-export.ts'
import type { Check } from './check.ts'
import { headlineWords, checkWords as words } from './check-words.ts'

/** The first and the last retrieval time of rows, in milliseconds. */
export interface RetrievalTimes {
  readonly first: number
  readonly last: number
}

/** Collects retrieval times while rows pass. */
export function collectTimes() {
  let first = Number.POSITIVE_INFINITY
  let last = Number.NEGATIVE_INFINITY
  let before: string | null = null
  return {
    add(row: Row) {
      const text = row[retrievedColumn] ?? null
      // Rows of one page have the same.
      if (text === null || text === before) return
      before = text
      if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text)) return
      const milliseconds = Date.parse(text)
      if (Number.isNaN(milliseconds)) return
      first = Math.min(first, milliseconds)
      last = Math.max(last, milliseconds)
    },
    found: (): RetrievalTimes | null => (first <= last ? { first, last } : null),
  }
}

/**
 * Holds retrieval times, by the service's clock, against begun and ended, by the reader's. A clock that is wrong by its time zone is no
 * forgery, and half a day is more than any is. Times that lie further apart than reading took are none of retrieving.
 */
export function checkTimes(
  { begun, ended }: Pick<ExportFacts, 'begun' | 'ended'>,
  times: RetrievalTimes | null,
): Check {
  const from = Date.parse(begun)
  const to = Date.parse(ended)
  const said = (verdict: Check['verdict'], found: string): Check => ({
    name: 'times',
    verdict,
    expected: spanText(begun, ended),
    found,
  })
  if (times === null || Number.isNaN(from) || Number.isNaN(to)) return said('unchecked', words.noTimes)
  const { first, last } = times
  const found = spanText(new Date(first).toISOString(), new Date(last).toISOString())
  if (last - first > to - from + slack) return said('unchecked', words.tooLong(found))
  const away = Math.max(from - first, last - to)
  if (away > hours(12)) return said('fail', words.otherDay(found))
  if (away > slack || first - from > hours(12)) return said('unchecked', words.wrongClock(found))
  return said('pass', found)
}

const slack = 10 * 60_000

/** In milliseconds. */
export function hours(count: number): number {
  return count * 3_600_000
}

/** "2026-11-21 15:03" of an ISO 8601 UTC instant; what is none stays as it came. */
export function minuteText(iso: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d/.test(iso) ? iso.slice(0, 16).replace('T', ' ') : iso
}

/** "2026-11-21 15:03 UTC", or with the other end where that is in another minute. */
export function spanText(begun: string, ended: string): string {
  const [from, to] = [minuteText(begun), minuteText(ended)]
  if (from === to) return `${from} UTC`
  return from.slice(0, 10) === to.slice(0, 10) ? `${from}–${to.slice(11)} UTC` : `${from} to ${to} UTC`
}

/** "1–31 October 2026", "from 1 October 2026", "all dates"; null for a list that has no dates. */
export function periodWords({ list, asked: { parameters }, pinned_end_date }: ExportFacts): string | null {
  if (list !== 'transactions') return null
  const start = parameters.start_date ?? null
  const end = pinned_end_date === null ? (parameters.end_date ?? null) : null
  if (start !== null && end !== null) return between(start, end)
  if (start !== null) return headlineWords.fromDate(dateWords(start))
  return end === null ? headlineWords.allDates : headlineWords.toDate(dateWords(end))
}

/** Whether the period that was asked for went on after reading had begun: then the list cannot hold all of it. */
export function isBeforeItsEnd({ asked: { parameters }, pinned_end_date, begun }: ExportFacts): boolean {
  const end_date = parameters.end_date ?? parameters.end_of_day ?? readPeriod(parameters.period ?? '')?.last
  if (end_date === undefined || pinned_end_date !== null) return false
  const end = isDay(end_date) ? `${end_date}T23:59:59.999Z` : end_date
  return Date.parse(end) > Date.parse(begun)
}

function between(start: string, end: string): string {
  if (!isDay(start) || !isDay(end)) return `${dateWords(start)} to ${dateWords(end)}`
  if (start === end) return dateWords(start)
  if (start.slice(0, 7) === end.slice(0, 7)) return `${Number(start.slice(8))}–${dateWords(end)}`
  if (start.slice(0, 4) === end.slice(0, 4)) return `${dateWords(start).slice(0, -5)} – ${dateWords(end)}`
  return `${dateWords(start)} – ${dateWords(end)}`
}

function isDay(text: string): boolean {
  return /^\d{4}-(0[1-9]|1[0-2])-\d\d$/.test(text)
}

function dateWords(text: string): string {
  if (isDay(text))
    return `${Number(text.slice(8))} ${headlineWords.months[Number(text.slice(5, 7)) - 1]} ${text.slice(0, 4)}`
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/.test(text) ? `${minuteText(text)} UTC` : `“${text}”`
}
