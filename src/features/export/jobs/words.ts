import { counted } from '../../../contract/count-text.ts'
import { vaultTypes } from '../../../contract/enumerations.ts'
import { vaultTypeLabels } from '../../../records/labels.ts'
import { parameterLabel } from '../../../records/parameter-labels.ts'
import { withHiddenNamed } from '../../../records/untrusted-text.ts'
import { balancesList } from '../../../url/lists.ts'
import type { ExportFormat } from '../facts.ts'
import type { ListQuery } from '../list-export.ts'
import type { ExportPhase } from './jobs.ts'

/** The filter in words: "Status pending, Asset ETH", "Cold, Asset ETH"; "No filter" where there is none. */
export function filterWords({ list, filter }: ListQuery): string {
  const type = vaultTypes.find((each) => balancesList(each).name === list)
  const set = Object.entries(filter).map(
    ([name, value]) => `${parameterLabel(name)} ${withHiddenNamed(value)}`,
  )
  const all = [...(type ? [vaultTypeLabels[type]] : []), ...set]
  return all.length === 0 ? 'No filter' : all.join(', ')
}

/** What each form is for. */
export const formatMeanings: Readonly<Record<ExportFormat, string>> = {
  csv: 'Text that every program can read. Amounts are exact, and formulas are made harmless. Spreadsheets that detect numbers round long amounts to 15 digits and turn a memo such as 0007 into 7; use XLSX for those.',
  json: 'Whole records as the service sent them, including fields that are not in the specification. Numbers become text, so no digit is lost.',
  xlsx: 'A workbook for spreadsheets. Each exact amount is text, beside an approximate number for formulas; memos stay as they are. It has a summary, and the facts.',
}

/** What stands over the exports: how many run, are paused, and go on only when somebody does something. */
export function trayTitle(phases: readonly ExportPhase[]): string {
  const all = phases.length === 1 ? '1 export' : `${phases.length} exports`
  const of = (...some: ExportPhase[]) => phases.filter((phase) => some.includes(phase)).length
  const needing = of('failed', 'sign-in-needed')
  const states = [
    { count: of('reading', 'waiting'), word: 'running' },
    { count: of('paused'), word: 'paused' },
    { count: needing, word: needing === 1 ? 'needs you' : 'need you' },
  ].filter(({ count }) => count > 0)
  const [only] = states
  if (!only) return 'Exports'
  if (states.length > 1) return `${all}: ${states.map(({ count, word }) => `${count} ${word}`).join(', ')}`
  return only.count === phases.length ? `${all} ${only.word}` : `${only.count} of ${all} ${only.word}`
}

/** "1 row", "25,000 rows". */
export function rowsText(rows: number): string {
  return counted(rows, 'record')
}

/** "12.3 MB". */
export function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

/** "4 s", "3 min 20 s", "1 h 5 min"; nothing takes no time at all. */
export function durationText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
