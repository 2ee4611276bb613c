/** One export from its first request to its last byte: a list read whole, written as a file, with the facts about it. */
import type { NoDates } from '../api/dates/windows.ts'
import { type DaysOptions, type DaysRead, readDays } from '../api/dates/windows.ts'
import { askWithRetries, type RetryOptions } from '../api/walk/retries.ts'
import { beforeFirstPage, readWhole, type WalkEnd, type WalkProgress } from '../api/walk/walk.ts'
import { counted } from '../contract/count-text.ts'
import { datesOffTexts } from '../records/dates.ts'
import type { CoreFacts, ExportFacts, ExportFormat } from './facts.ts'
import { watchFilter } from './filter-watch.ts'
import { type ListExport, type ListQuery, recordedColumn, withDates } from './list-export.ts'
import { type ExportSource, exportSource } from './lists.ts'
import type { PackPosition } from './pack.ts'
import { type Sign, unsigned } from './seal.ts'
import { type ByteSink, beginFile } from './written-file.ts'

/** What somebody wants to have exported, as plain data that a worker can be handed. */
export interface ExportRequest extends ListQuery {
  /** What the list is called: "Transactions". */
  readonly title: string
  readonly format: ExportFormat
  /** The file's columns, from `columnsFor`. JSON has none and holds whole records, with dates where these have that column. */
  readonly columns: readonly string[]
  /** The view of the console that shows the same, as a path with its query. */
  readonly link: string
  /** The mark of the session in which it is read, and in no other. */
  readonly session: string
  readonly service: { readonly address: string; readonly account: string | null }
}

/** How far an export is. */
export interface ExportProgress extends WalkProgress {
  readonly bytes: number
  /** How many records have a date so far, while dates are found; null before and after. */
  readonly dates: number | null
  /** Which part of an audit pack it is; only of a pack. */
  readonly part?: PackPosition
}

/** How an export is watched, held up and stopped. The `signal` cancels it. */
export interface ExportControl extends RetryOptions {
  readonly onProgress?: (progress: ExportProgress) => void
  /**
   * Ends it with what was read so far, as a partial file; its reason is the sentence that says why. Where nothing was, that is
   * thrown. Once everything was read it skips reading it again.
   */
  readonly finish?: AbortSignal
  /** Ends finding dates with those that were found so far. */
  readonly skipDates?: AbortSignal
  /** The day of each record, where it is known without asking. */
  readonly days?: DaysRead
  /** Signs the facts before the file ends, since XLSX holds them within. */
  readonly sign?: Sign
}

/** Temporary failures are retried for about a quarter of an hour before somebody has to ask for another try. */
const retries = 20

/**
 * Reads, writes and adds up. Gives the facts, with size and digest of the whole file. Throws the signal's reason when it is
 * cancelled, what `readWhole` throws, and what the sink throws.
 */
export async function runExport(
  request: ExportRequest,
  sink: ByteSink,
  control: ExportControl,
): Promise<ExportFacts> {
  const { finish } = control
  const signal = finish ? AbortSignal.any([control.signal, finish]) : control.signal
  const retrying: RetryOptions = { retries, ...control, signal }
  const begun = new Date((control.now ?? Date.now)()).toISOString()
  const ask = <T>(request: () => Promise<T>) => askWithRetries(request, retrying)
  const source = await exportSource(request, { signal, session: request.session, ask })
  const days = await daysOf(request, source, control.days, {
    ...retrying,
    skip: control.skipDates,
    onProgress: (dates) => control.onProgress?.({ ...beforeFirstPage, bytes: 0, dates }),
  })
  const list = days
    ? withDates(source.list, (record) => days.dayOf(source.whole.identity(record) ?? ''))
    : source.list
  const file = await beginFile(request.format, list, request.columns, sink)
  const watch = await watchFilter(request.filter)
  let undated = 0
  const end = await readWhole(source.whole, {
    ...retrying,
    signal: control.signal,
    stop: finish,
    earlier: days?.earlier,
    onPage: (records) =>
      file.add(records, (rows) => {
        watch.add(rows)
        if (rows[0]?.[recordedColumn] === null) undated += 1
      }),
    onProgress: (progress) => control.onProgress?.({ ...progress, bytes: file.bytes(), dates: null }),
  })
  // There is nothing to keep.
  if (finish?.aborted && end.passes === 0 && end.rows === 0) throw new Error(String(finish.reason))
  const isReliable = async () =>
    (await source.list.heedsDates?.({ signal, session: request.session, ask })) ?? true
  const read = await watch.judge(end, { days, undated, isReliable })
  return file.end(
    {
      ...aboutList(list, read, read.misfits),
      asked: {
        endpoint: list.of.endpoint,
        parameters: source.parameters,
        link: request.link,
        columns: request.format === 'json' ? null : request.columns,
      },
      service: request.service,
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

/** What is to be known of a list that was read whole, in sentences. */
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

/** What a date of a file means. */
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
  return [isCut ? 'The user stopped finding dates before the end.' : notListed]
}

const noDatesBecause: Readonly<Record<NoDates, string>> = {
  ...datesOffTexts,
  'unknown-range': 'The filter has a date in a form that this console cannot read.',
}

const notListed =
  'The service listed them on no day: the list changed while it was read, or the service leaves them out when it filters by date. Its days may then be those of completion.'

function undatedRemark(undated: number, days: DaysRead): readonly string[] {
  if (undated === 0) return []
  const have = counted(undated, 'record has', 'records have')
  return [[`${have} no date.`, ...dateReasons(days, undated)].join(' ')]
}

/** Finds the day of each record, where the file is to have it: before the list is read, so that rows are written with theirs. */
async function daysOf(
  { columns }: ExportRequest,
  { dated }: ExportSource<unknown>,
  known: DaysRead | undefined,
  finding: DaysOptions,
): Promise<DaysRead | null> {
  if (dated === null || !columns.includes(recordedColumn)) return null
  return known ?? (await readDays(dated, finding))
}
