/** What people read while they export: the dialog, the tray, and the question before signing out. */
import { counted, countText } from '../../../contract/count-text.ts'
import { vaultTypes } from '../../../contract/enumerations.ts'
import type { Completeness, ExportFormat } from '../../../files/facts.ts'
import type { ListQuery } from '../../../files/list-export.ts'
import type { ExportProgress } from '../../../files/run.ts'
import { vaultTypeLabels } from '../../../records/labels.ts'
import { parameterLabel } from '../../../records/parameter-labels.ts'
import { withHiddenNamed } from '../../../records/untrusted-text.ts'
import { balancesList } from '../../../url/lists.ts'
import type { ExportPhase, JobRequest } from './job.ts'

/** The dialog that asks how to export. */
export const dialogWords = {
  title: (list: string) => `Export ${list.toLowerCase()}`,
  everyPage: 'Exports every page, not only this one:',
  hiddenRows: 'The file also includes rows that are hidden on this page by:',
  format: 'Format',
  formats: {
    csv: 'Plain text that any program can open. Amounts are exact, and formulas are made harmless. Spreadsheets that detect numbers round long amounts to 15 digits and turn a memo like 0007 into 7. For those, choose XLSX.',
    json: 'Whole records as the service sent them, including fields that the specification does not have. Numbers become text, so no digit is lost.',
    xlsx: 'A workbook for spreadsheets. Each exact amount is text, next to a rounded number for formulas. Memos stay as they are. The workbook has a summary, and the facts.',
  },
  columns: 'Columns',
  allColumns: (count: number) => `All ${count}`,
  shownColumns: 'As shown',
  dates: 'Dates',
  includeDates: 'Include the date of each transaction',
  datesHint:
    'The day on which the service recorded it. No record holds it, so the service is asked for one day after another, which adds requests.',
  columnNames: (labels: readonly string[]) => `${labels.join(', ')}.`,
  facts: (format: ExportFormat) =>
    `The facts come ${format === 'xlsx' ? 'in the workbook and ' : ''}as a second, small file: what was asked, which service answered and when, exact totals and digests. With them you can`,
  verify: 'verify the export',
  anyTime: 'at any time.',
  readTwice:
    'The list is read twice. If that does not prove the file complete, its name says READ-ONCE or PARTIAL.',
  cancel: 'Cancel',
  export: 'Export',
} as const

/** The filter in words: "Status pending, Asset ETH", "Cold, Asset ETH"; "No filter" where there is none. */
export function filterWords({ list, filter }: ListQuery): string {
  const type = vaultTypes.find((each) => balancesList(each).name === list)
  const set = Object.entries(filter).map(
    ([name, value]) => `${parameterLabel(name)} ${withHiddenNamed(value)}`,
  )
  const all = [...(type ? [vaultTypeLabels[type]] : []), ...set]
  return all.length === 0 ? 'No filter' : all.join(', ')
}

/** What a job is about: the filter of a list, or the period of a pack. */
export function requestWords(request: JobRequest): string {
  return request.format === 'zip' ? trayWords.allOf(request.period.name) : filterWords(request)
}

const completenessNames: Readonly<Record<Completeness, string>> = {
  complete: 'Complete',
  'read-once': 'Read once',
  partial: 'PARTIAL',
}

/** The tray of exports. */
export const trayWords = {
  exports: 'Exports',
  expandAll: 'Expand exports',
  collapseAll: 'Collapse exports',
  expand: (list: string) => `Expand the export of ${list.toLowerCase()}`,
  collapse: (list: string) => `Collapse the export of ${list.toLowerCase()}`,
  dismiss: (list: string) => `Dismiss the export of ${list.toLowerCase()}`,
  completeness: completenessNames,
  phases: {
    reading: null,
    waiting: 'Waiting',
    paused: 'Paused',
    'sign-in-needed': 'Signed out',
    failed: 'Stopped by an error',
    broken: 'Failed',
    complete: completenessNames.complete,
    incomplete: 'Not complete',
  } satisfies Record<ExportPhase, string | null>,
  /** Of somebody who may have signed in elsewhere with another key. */
  onHold: 'On hold',
  rows: (count: number) => counted(count, 'row'),
  records: (count: number) => counted(count, 'record'),
  saved: (rows: number, bytes: number, milliseconds: number, file: string) =>
    `${counted(rows, 'row')}, ${sizeText(bytes)}, in ${durationText(milliseconds)}. Handed to the browser to save as ${file}, with its facts.`,
  allOf: (period: string) => `${period}, all vaults and assets`,
  size: sizeText,
  savedPack: (bytes: number, milliseconds: number, file: string) =>
    `${sizeText(bytes)}, in ${durationText(milliseconds)}. Handed to the browser to save as ${file}.`,
  refused: 'Refused',
  refusedWhy:
    'the service does not accept this filter. Cancel, correct the filter on its page, and export again.',
  /** How far it is; `rate` in records a second. */
  progress: (
    { rows, pages, bytes, pass, met, dates, part }: ExportProgress,
    milliseconds: number,
    rate: number,
  ) => {
    if (part)
      return `Part ${part.number} of ${part.of}, ${part.name.toLowerCase()}: ${counted(rows, 'record')} so far; ${durationText(milliseconds)}.`
    if (dates !== null)
      return `Finding dates: ${counted(dates, 'record')} so far; ${durationText(milliseconds)}.`
    return pass === 1
      ? `${counted(rows, 'record')}, ${counted(pages, 'page')}, ${sizeText(bytes)}; ${durationText(milliseconds)}, ${countText(rate)} a second.`
      : `Second reading: ${countText(met)} of ${counted(rows, 'record')}; ${durationText(milliseconds)}.`
  },
  signInToContinue:
    'Sign in with the same key and account to continue. Signing in with another one ends this export.',
  waiting: (why: string, seconds: number) => `${why}. It continues by itself in ${seconds} s.`,
  unsigned: 'Not signed.',
  pause: 'Pause',
  resume: 'Resume',
  retry: 'Try again from here',
  signIn: 'Sign in and continue',
  finish: 'Keep what was read',
  skipSecond: 'Skip the second reading',
  skipDates: 'Skip the remaining dates',
  cancel: 'Cancel',
  saveAgain: 'Save again',
  saveFacts: 'Save facts',
  verify: 'Verify',
  announcement: (list: string, phase: ExportPhase) =>
    `Export of ${list.toLowerCase()}: ${announcements[phase]}`,
  workerNotLoaded: 'The part of the console that writes exports could not be loaded.',
  /** Becomes a reason in the facts. */
  finished: (rows: number | null, error: string | null) =>
    `The user stopped it${error === null ? '' : ` after an error (${error})`}${rows === null ? '' : ` when ${counted(rows, 'record')} had been read`}.`,
} as const

const announcements: Readonly<Record<ExportPhase, string>> = {
  reading: 'reading',
  waiting: 'waiting, continues by itself',
  paused: 'paused',
  'sign-in-needed': 'signed out, sign in to continue',
  failed: 'stopped by an error',
  broken: 'failed',
  complete: 'complete',
  incomplete: 'ended, not proved complete',
}

/** What stands over the exports: how many run, are paused, and go on only when somebody does something. */
export function trayTitle(phases: readonly ExportPhase[]): string {
  const all = counted(phases.length, 'export')
  const of = (...some: ExportPhase[]) => phases.filter((phase) => some.includes(phase)).length
  const needing = of('failed', 'sign-in-needed')
  const states = [
    { count: of('reading', 'waiting'), word: 'running' },
    { count: of('paused'), word: 'paused' },
    { count: needing, word: needing === 1 ? 'needs you' : 'need you' },
  ].filter(({ count }) => count > 0)
  const [only] = states
  if (!only) return trayWords.exports
  if (states.length > 1) return `${all}: ${states.map(({ count, word }) => `${count} ${word}`).join(', ')}`
  return only.count === phases.length ? `${all} ${only.word}` : `${only.count} of ${all} ${only.word}`
}

/** The question before signing out. */
export const signOutWords = {
  title: 'Sign out and lose what was read?',
  question:
    'Signing out ends the exports in every tab. These exports in this tab are not finished and leave no file. To keep what was read so far, stay signed in:',
  running: (list: string, format: JobRequest['format'], rows: number) =>
    `${list}, ${format.toUpperCase()}: ${counted(rows, 'record')} read`,
  stay: 'Stay signed in',
  signOut: 'Sign out',
} as const

/** "12.3 MB". */
function sizeText(bytes: number): string {
  const units = ['bytes', 'kB', 'MB', 'GB'] as const
  const power = Math.min(units.length - 1, bytes < 1000 ? 0 : Math.floor(Math.log10(bytes) / 3))
  return `${power === 0 ? bytes : (bytes / 1000 ** power).toFixed(1)} ${units[power]}`
}

/** "4 s", "3 min 20 s", "1 h 5 min"; nothing takes no time at all. */
function durationText(milliseconds: number): string {
  const seconds = Math.max(1, Math.round(milliseconds / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${seconds % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
