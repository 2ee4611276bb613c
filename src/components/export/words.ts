import type { ExportAsked } from '../../export/export-job.ts'
import type { ExportFormat } from '../../export/facts.ts'
import { balanceTypeLabels, labelOf } from '../labels.ts'
import { parameterLabel } from '../parameter-labels.ts'
import { withHiddenNamed } from '../untrusted-text.ts'

/** The filter in words: "Status pending, Asset ETH"; "No filter" where there is none. */
export function filterWords(asked: ExportAsked): string {
  const set = Object.entries(asked.filter).map(
    ([name, value]) => `${parameterLabel(name)} ${withHiddenNamed(value)}`,
  )
  const type =
    asked.list === 'balances' && asked.type !== 'all'
      ? [labelOf(balanceTypeLabels, asked.type) ?? asked.type]
      : []
  const all = [...type, ...set]
  return all.length === 0 ? 'No filter' : all.join(', ')
}

/** What each form is for. */
export const formatMeanings: Readonly<Record<ExportFormat, string>> = {
  csv: 'Text that every spreadsheet and program reads. Amounts exact, formulas made harmless.',
  json: 'Whole records exactly as the service sent them, fields beside the specification included.',
  xlsx: 'A workbook: one sheet of rows with amounts as exact text, one with the facts.',
}

const grouped = new Intl.NumberFormat('en')

/** "25,000": a count, which is no amount. */
export function countText(count: number): string {
  return grouped.format(Math.round(count))
}

/** "1 row", "25,000 rows". */
export function rowsText(rows: number): string {
  return `${countText(rows)} ${rows === 1 ? 'record' : 'records'}`
}

/** "12.3 MB". */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

/** "4 s", "3 min 20 s", "1 h 5 min". */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
