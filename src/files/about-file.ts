/** What is said of a file: its name, its period, and how the list in it was read, by the books or alone. */

import { type Books, type DateForms, listsRead, updateSentence } from '../books/books.ts'
import { counted } from '../contract/count-text.ts'
import { dayNumber, isUnfinished, monthEnd } from '../contract/day.ts'
import { datesOffTexts } from '../records/dates.ts'
import type { WalkEnd } from '../sync/service/walk.ts'
import { readPeriod } from '../url/periods.ts'
import type { ExportFormat, ListExport } from './list-export.ts'

export interface AboutFile {
  /** The beginning of its name. */
  readonly fileName: string
  /** By the API's parameter names. */
  readonly parameters: Readonly<Record<string, string>>
  /** When reading began and ended. ISO 8601 UTC. */
  readonly begun: string
  readonly ended: string
  /** Whose days the dates are; null without dates. */
  readonly days: DateForms['whose'] | null
  readonly completeness: WalkEnd['completeness']
  readonly reasons: readonly string[]
  readonly remarks: readonly string[]
  /** Records that may be in the period, and are not in the file. */
  readonly undecided?: number
}

/** The list cannot hold all of a period that ended after reading began. */
export function isBeforeItsEnd({ parameters, begun, days }: AboutFile): boolean {
  const { end_date, at = '', period = '' } = parameters
  const end = end_date ?? readPeriod(period)?.last ?? (dayNumber(at) === null ? undefined : at)
  return end !== undefined && isUnfinished(end, days ?? 'utc', Date.parse(begun))
}

/** Valid on every file system: list or report, period, filter, as of, and marks if its period is not over, or it is not proved complete. */
export function madeFileName(about: AboutFile, format: ExportFormat | 'zip'): string {
  const { fileName, parameters, ended, completeness, undecided = 0 } = about
  const parts = [plainWord(fileName.toLowerCase()), ...scopeOf(parameters), instantInName(ended)]
  const without = undecided === 0 ? '' : `.WITHOUT-${undecided}-UNDECIDED`
  const soFar = isBeforeItsEnd(about) ? '.SO-FAR' : ''
  return `${parts.join('_')}${without}${soFar}${marks[completeness]}.${format}`
}

/** To the second, without what some file systems refuse. */
export function instantInName(iso: string): string {
  return `${iso.slice(0, 19).replaceAll(':', '-')}Z`.replace(/[^0-9TZ-]/g, '-')
}

const marks = { complete: '', 'read-once': '.READ-ONCE', partial: '.PARTIAL' } as const

/** A long value, such as an address, is left out: cut short, it could be taken for another. */
function scopeOf({ start_date, end_date, ...filter }: AboutFile['parameters']): readonly string[] {
  const values = Object.entries(filter).map(([name, value]) => plainWord(value.length <= 23 ? value : name))
  const all = values.length > 4 ? [...values.slice(0, 3), `${values.length - 3}-more`] : values
  return [...periodWords(start_date, end_date), ...all]
}

/** "2026-10" for a whole month, "2026-10-01-to-2026-10-12", "from-2026-10-01", "to-2026-10-12T08-30-00Z". */
function periodWords(start: string | undefined, end: string | undefined): readonly string[] {
  const first = start && plainWord(start.replace(/T00:00(:00(\.0+)?)?Z$/, ''))
  const last = end && plainWord(end.replace(/T23:59:59\.9{3,}Z$/, ''))
  if (!first) return last ? [`to-${last}`] : []
  if (!last) return [`from-${first}`]
  if (first === last) return [first]
  const day = first.endsWith('-01') ? dayNumber(first) : null
  return day !== null && monthEnd(day) === dayNumber(last) ? [first.slice(0, 7)] : [`${first}-to-${last}`]
}

function plainWord(text: string): string {
  return text.replace(/[^A-Za-z0-9-]+/g, '-')
}

/** Why no row has a date. `unknown-range`: the filter's own dates are in an unknown form. */
export type NoDates = NonNullable<DateForms['failure']> | 'unknown-range'

export interface DatesFound extends Pick<DateForms, 'form' | 'whose'> {
  readonly failure: NoDates | null
}

export interface ListRead {
  readonly end: WalkEnd
  /** The whole reading that it belongs to. */
  readonly begun: string
  readonly ended: string
  /** Null where none were looked for. */
  readonly dates: DatesFound | null
  readonly remarks: readonly string[]
}

/** The list at this endpoint, as the books have it. */
export function listOfBooks(books: Books, endpoint: string, dates: DatesFound | null, at: number): ListRead {
  const { begun, ended } = books
  const update = updateSentence(books)
  return {
    end: endInBooks(books, endpoint, at),
    ...{ begun, ended, dates },
    remarks: update === null ? [] : [update],
  }
}

/** An update reads all but older transactions anew: of those that were read longer ago, no file says that they are complete. */
function isRecent({ update, ended }: Pick<Books, 'update' | 'ended'>, at: number): boolean {
  return at - Date.parse(update?.whole ?? ended) <= longestAge
}

export function endInBooks(books: Books, endpoint: string, at: number): WalkEnd {
  const read = listsRead(books).find((each) => each.endpoint === endpoint)
  if (!read) throw new Error(`These records include no list ${endpoint}.`)
  const { list, end } = read
  const update = list === 'transactions' ? books.update : null
  if (end.completeness !== 'complete' || isRecent({ ...books, update }, at)) return end
  const whole = update?.whole ?? books.ended
  const doubt = `All of them were last read at ${whole}. Older records may have changed since.`
  return { ...end, completeness: 'read-once', doubts: [doubt] }
}

const longestAge = 3_600_000

export function aboutList(
  { of, remarks = [] }: Pick<ListExport<never>, 'of' | 'remarks'>,
  parameters: AboutFile['parameters'],
  { end, begun, ended, dates, remarks: own }: ListRead,
  undated: number,
): AboutFile {
  const { completeness, doubts } = end
  return {
    ...{ fileName: of.name, parameters, begun, ended, completeness, reasons: doubts },
    days: dates?.whose ?? null,
    remarks: [
      ...remarks,
      ...endRemarks(end),
      ...own,
      ...(dates?.failure === null ? [dateRules[dates.whose]] : []),
      ...(dates ? undatedRemark(dates.failure, undated) : []),
    ],
  }
}

function endRemarks({ since, late }: WalkEnd): readonly string[] {
  const were = counted(late, 'record was', 'records were')
  return [
    ...(since === null
      ? []
      : [
          `Without a start date the service leaves records out of this list, so it was read with the start date ${since}.`,
        ]),
    ...(late === 0 ? [] : [`${were} found only when the list was read again.`]),
  ]
}

const dateRules: Readonly<Record<DateForms['whose'], string>> = {
  utc: 'Recorded on is the UTC day for which the service’s date filter lists the transaction.',
  service:
    'Recorded on is the service’s own day for which its date filter lists the transaction. It does not say in which time zone its days are.',
}

export function dateReasons(failure: NoDates | null, undated: number): readonly string[] {
  if (failure !== null) return [noDatesBecause[failure]]
  if (undated === 0) return []
  return [
    'The service did not list them on any day: the list changed while it was read, or the service leaves them out when it filters by date. Its days may then be those of completion.',
  ]
}

const noDatesBecause: Readonly<Record<NoDates, string>> = {
  ...datesOffTexts,
  'unknown-range': 'The filter has a date in a form that this console cannot read.',
}

function undatedRemark(failure: NoDates | null, undated: number): readonly string[] {
  if (undated === 0) return []
  const have = counted(undated, 'record has', 'records have')
  return [[`${have} no date.`, ...dateReasons(failure, undated)].join(' ')]
}
