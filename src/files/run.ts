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

/** Plain data for a worker. */
export interface ExportRequest extends ListQuery {
  readonly title: string
  readonly format: ExportFormat
  /** From `columnsFor`. JSON holds whole records, with dates if the date column is here. */
  readonly columns: readonly string[]
  /** The same view in the console: a path with its query. */
  readonly link: string
  /** The list is read in this session only. */
  readonly session: string
  readonly service: { readonly address: string; readonly account: string | null }
}

export interface ExportProgress extends WalkProgress {
  readonly bytes: number
  /** Records that have a date so far; null unless dates are being found. */
  readonly dates: number | null
  readonly part?: PackPosition
}

/** `signal` cancels the export. */
export interface ExportControl extends RetryOptions {
  readonly onProgress?: (progress: ExportProgress) => void
  /** Ends with a partial file, or skips the second reading. Throws its reason, a sentence, if nothing was read. */
  readonly finish?: AbortSignal
  /** Ends finding dates and keeps those found so far. */
  readonly skipDates?: AbortSignal
  readonly days?: DaysRead
  /** Signs before the file ends, because XLSX contains its facts. */
  readonly sign?: Sign
}

/** Throws the signal's reason, and what `readWhole` and the sink throw. */
export async function runExport(
  request: ExportRequest,
  sink: ByteSink,
  control: ExportControl,
): Promise<ExportFacts> {
  const { format, columns, link, session, service } = request
  const { finish, onProgress } = control
  const reading = { ...control, session, stop: finish }
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
    onProgress: (progress) => onProgress?.({ ...progress, bytes: file.size(), dates: null }),
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

export function datesFound(
  days: Pick<DaysRead, 'whose' | 'requests' | 'failure' | 'isCut'>,
  undated: number,
): Pick<NonNullable<CoreFacts['dates']>, 'rule' | 'days' | 'requests' | 'undated' | 'reasons'> {
  const { whose, requests } = days
  return { rule: dateRules[whose], days: whose, requests, undated, reasons: dateReasons(days, undated) }
}

const dateRules: Readonly<Record<DaysRead['whose'], string>> = {
  utc: 'Recorded on is the UTC day for which the service’s date filter lists the transaction.',
  service:
    'Recorded on is the service’s own day for which its date filter lists the transaction. It does not say in which time zone its days are.',
}

export function dateReasons(
  { failure, isCut }: Pick<DaysRead, 'failure' | 'isCut'>,
  undated: number,
): readonly string[] {
  if (failure !== null) return [noDatesBecause[failure]]
  if (undated === 0) return []
  return [
    isCut
      ? 'The user stopped finding dates before the end.'
      : 'The service did not list them on any day: the list changed while it was read, or the service leaves them out when it filters by date. Its days may then be those of completion.',
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
