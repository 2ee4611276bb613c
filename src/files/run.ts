/** One export from its first request to its last byte: a list read whole, written as a file, with the facts about it. */
import { type DaysRead, type NoDates, readDays } from '../api/dates/windows.ts'
import type { RetryOptions } from '../api/walk/retries.ts'
import { beforeFirstPage, type WalkEnd, type WalkProgress } from '../api/walk/walk.ts'
import { counted } from '../contract/count-text.ts'
import { datesOffTexts } from '../records/dates.ts'
import type { CoreFacts, ExportFacts, ExportFormat } from './facts.ts'
import { openFilteredList, readFilteredList } from './filtered-list.ts'
import { type ListExport, type ListQuery, recordedColumn, withDates } from './list-export.ts'
import type { PackPosition } from './pack.ts'
import { type Sign, unsigned } from './seal.ts'
import { type ByteSink, beginFile } from './written-file.ts'

/** What somebody wants to have exported, as plain data that a worker can be handed. */
export interface ExportRequest extends ListQuery {
  /** "Transactions". */
  readonly title: string
  readonly format: ExportFormat
  /** From `columnsFor`. JSON holds whole records, and has dates where the column of the day is among these. */
  readonly columns: readonly string[]
  /** The view of the console that shows the same, as a path with its query. */
  readonly link: string
  /** The mark of the only session in which it is read. */
  readonly session: string
  readonly service: { readonly address: string; readonly account: string | null }
}

export interface ExportProgress extends WalkProgress {
  readonly bytes: number
  /** How many records have a date so far, while dates are found; null before and after. */
  readonly dates: number | null
  /** Only of an audit pack. */
  readonly part?: PackPosition
}

/** How an export is watched, held up and stopped. The `signal` cancels it. */
export interface ExportControl extends RetryOptions {
  readonly onProgress?: (progress: ExportProgress) => void
  /**
   * Ends it with what was read so far, as a partial file; its reason is the sentence that says why. Throws that where nothing was read.
   * Once everything was read, it skips the second reading.
   */
  readonly finish?: AbortSignal
  /** Ends finding dates with those that were found so far. */
  readonly skipDates?: AbortSignal
  /** The day of each record, where it is known without asking. */
  readonly days?: DaysRead
  /** Signs the facts before the file ends, since XLSX holds them. */
  readonly sign?: Sign
}

/** Temporary failures are retried for about a quarter of an hour before somebody has to ask for another try. */
const retries = 20

/** Gives the facts, with size and digest of the whole file. Throws the signal's reason, what `readWhole` throws, and what the sink throws. */
export async function runExport(
  request: ExportRequest,
  sink: ByteSink,
  control: ExportControl,
): Promise<ExportFacts> {
  const { format, columns, link, session, service } = request
  const { finish, onProgress } = control
  const reading = { retries, ...control, session, stop: finish }
  const begun = new Date((control.now ?? Date.now)()).toISOString()
  const source = await openFilteredList(request, reading)
  const { whole, dated } = source
  const hasDates = dated !== null && columns.includes(recordedColumn)
  const days = hasDates
    ? (control.days ??
      (await readDays(dated, {
        ...reading,
        signal: finish ? AbortSignal.any([control.signal, finish]) : control.signal,
        skip: control.skipDates,
        onProgress: (dates) => onProgress?.({ ...beforeFirstPage, bytes: 0, dates }),
      })))
    : null
  const list = days
    ? withDates(source.list, (record) => days.dayOf(whole.identity(record) ?? ''))
    : source.list
  const file = await beginFile(format, list, columns, sink)
  const read = await readFilteredList(source, {
    ...reading,
    days,
    onPage: (records, see) => file.add(records, see),
    onProgress: (progress) => onProgress?.({ ...progress, bytes: file.bytes, dates: null }),
  })
  if (finish?.aborted && read.passes === 0 && read.rows === 0) throw new Error(String(finish.reason))
  const { undated } = read
  return file.end(
    {
      ...aboutList(list, read, read.misfits),
      asked: {
        endpoint: list.of.endpoint,
        parameters: source.parameters,
        link,
        columns: format === 'json' ? null : columns,
      },
      service,
      begun,
      pinned_end_date: source.pinnedEndDate,
      dates: days && {
        ...datesFound(days, undated),
        form: days.form,
        windows: days.windows,
        second_reading: read.completeness === 'complete' && read.passes === 1,
      },
      remarks: [...listRemarks(list, read), ...(days ? undatedRemark(undated, days) : [])],
    },
    control.sign ?? unsigned,
  )
}

/** What facts say of a list that was read whole. */
export function aboutList(
  { name, of }: Pick<ListExport<never>, 'name' | 'of'>,
  { rows, pages, passes, repairs, late, completeness, doubts, ended }: WalkEnd,
  misfits = 0,
) {
  return {
    list: name,
    fileName: of.name,
    ended,
    read: { records: rows, pages, passes, repairs, late, misfits },
    completeness,
    reasons: doubts,
  }
}

/** Sentences about a list that was read whole. */
export function listRemarks(
  { remarks = [] }: Pick<ListExport<never>, 'remarks'>,
  { since, late }: WalkEnd,
): readonly string[] {
  const were = counted(late, 'record was', 'records were')
  return [
    ...remarks,
    ...(since === null
      ? []
      : [
          `Without a start date the service leaves records out of this list, so it was read with the start date ${since}.`,
        ]),
    ...(late === 0
      ? []
      : [
          `${were} found only when the list was read again, and ${late === 1 ? 'is' : 'are'} at the end of the file.`,
        ]),
  ]
}

/** What facts say of dates, however they were found. */
export function datesFound(
  days: Pick<DaysRead, 'whose' | 'requests' | 'failure' | 'isCut'>,
  undated: number,
): Pick<NonNullable<CoreFacts['dates']>, 'rule' | 'days' | 'requests' | 'undated' | 'reasons'> {
  const { whose, requests } = days
  return { rule: dateRules[whose], days: whose, requests, undated, reasons: dateReasons(days, undated) }
}

const dateRules: Readonly<Record<DaysRead['whose'], string>> = {
  utc: 'Recorded on is the UTC day for which the service listed the transaction when it was asked for that day.',
  service:
    'Recorded on is the service’s own day for which it listed the transaction when it was asked for that day. In which zone its days are, it does not say.',
}

/** Why records have no date. */
export function dateReasons(
  { failure, isCut }: Pick<DaysRead, 'failure' | 'isCut'>,
  undated: number,
): readonly string[] {
  if (failure !== null) return [noDatesBecause[failure]]
  if (undated === 0) return []
  return [
    isCut
      ? 'The user stopped finding dates before the end.'
      : 'The service listed them on no day: the list changed while it was read, or the service leaves them out when it filters by date. Its days may then be those of completion.',
  ]
}

const noDatesBecause: Readonly<Record<NoDates, string>> = {
  ...datesOffTexts,
  'unknown-range': 'The filter has a date in a form that this console cannot read.',
}

function undatedRemark(undated: number, days: DaysRead): readonly string[] {
  if (undated === 0) return []
  const have = counted(undated, 'record has', 'records have')
  return [[`${have} no date.`, ...dateReasons(days, undated)].join(' ')]
}
