/** The dates that were asked for, in words, and whether they were over when the list was read. */
import type { ExportFacts } from './facts.ts'
import { minuteText } from './times.ts'

/** "1–31 October 2026", "from 1 October 2026", "all dates"; null for a list that has no dates. */
export function periodWords({ list, asked: { parameters }, pinned_end_date }: ExportFacts): string | null {
  if (list !== 'transactions') return null
  const start = parameters.start_date ?? null
  const end = pinned_end_date === null ? (parameters.end_date ?? null) : null
  if (start !== null && end !== null) return between(start, end)
  if (start !== null) return `from ${dateWords(start)}`
  return end === null ? 'all dates' : `to ${dateWords(end)}`
}

/** Whether the period that was asked for went on after reading had begun: then the list cannot hold all of it. */
export function isBeforeItsEnd({ asked: { parameters }, pinned_end_date, begun }: ExportFacts): boolean {
  const { end_date } = parameters
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
    return `${Number(text.slice(8))} ${months[Number(text.slice(5, 7)) - 1]} ${text.slice(0, 4)}`
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d[\d:.]*Z$/.test(text) ? `${minuteText(text)} UTC` : `“${text}”`
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const
