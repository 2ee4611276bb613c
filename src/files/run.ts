import { askTransactionIds, dateFilterOf, ignoresDatesBeside, withRetries } from '../api/dates/date-filter.ts'
import { type Pinned, pinEndDate, unpinned } from '../api/dates/dated-list.ts'
import { type DaysRead, type NoDates, readDays } from '../api/dates/windows.ts'
import { openSource } from '../api/pack-source.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import { datedTransactionList } from '../api/walk/lists.ts'
import type { RetryOptions } from '../api/walk/retries.ts'
import { beforeFirstPage, readWhole, type WalkEnd, type WalkProgress } from '../api/walk/walk.ts'
import { daysOfBooks } from '../books/answer.ts'
import { type Books, listsRead } from '../books/books.ts'
import { counted } from '../contract/count-text.ts'
import { datesOffTexts } from '../records/dates.ts'
import type { CoreFacts, ExportFacts, ExportFormat } from './facts.ts'
import { filterCheck } from './filter-check.ts'
import { type ListExport, type ListFilter, type ListQuery, recordedColumn, withDates } from './list-export.ts'
import { listExport } from './lists.ts'
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
  /** For a filter by address: what to ask for instead. */
  readonly account?: {
    readonly requests: readonly ListFilter[]
    readonly spellings: readonly string[]
    /** Why not every spelling is among them: a sentence. */
    readonly doubt: string | null
  }
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
  /** Those of an open pack, which are read instead of the service. */
  readonly books?: Books
  readonly sign?: Sign
}

/** Throws the signal's reason, and what `readWhole` and the sink throw. */
export async function runExport(
  request: ExportRequest,
  sink: ByteSink,
  control: ExportControl,
): Promise<ExportFacts> {
  const { filter, format, columns, link, session, service } = request
  const { finish, onProgress, books } = control
  const begun = new Date((control.now ?? Date.now)()).toISOString()
  const list = listExport(request.list)
  const parts = await listParts(list, request, control)
  const days = joinDays(parts.flatMap((part) => part.days ?? []))
  const identityOf = parts[0]?.whole.identity ?? (() => null)
  const content = days ? withDates(list, (record) => days.dayOf(identityOf(record) ?? '')) : list
  const file = await beginFile(format, content, columns, sink)
  const check = await filterCheck(filter, days)
  const isNew = parts.length > 1 ? newRecords(identityOf) : () => true
  let read: WalkEnd | null = null
  for (const { whole, days: own } of parts) {
    const before: WalkEnd | null = read
    let repeated = 0
    const end = await readWhole(whole, {
      ...control,
      stop: finish,
      earlier: own?.earlier,
      onPage(records) {
        const added = records.filter(isNew)
        repeated += records.length - added.length
        return file.add(added, check.see)
      },
      onProgress: (progress) =>
        onProgress?.({
          ...progress,
          rows: progress.rows + (before?.rows ?? 0),
          pages: progress.pages + (before?.pages ?? 0),
          bytes: file.size(),
          dates: null,
        }),
    })
    read = joinEnds(before, { ...end, rows: end.rows - repeated })
  }
  if (read === null) throw new Error('An export asks for one list at least.')
  if (finish?.aborted && read.passes === 0 && read.rows === 0) throw new Error(String(finish.reason))
  const booked = books && listsRead(books).find(({ endpoint }) => endpoint === list.of.endpoint)
  const { doubt = null, spellings = [] } = request.account ?? {}
  const doubts = [
    ...(await check.doubts(read.ended, () => isDateFilterReliable(list, filter, session, control))),
    ...(booked?.end.doubts ?? []),
    ...(doubt === null ? [] : [doubt]),
  ]
  const undated = check.undated()
  const completeness = doubts.length === 0 ? read.completeness : 'partial'
  const end = { ...read, completeness, doubts: [...read.doubts, ...doubts] } as const
  const [first] = parts
  const isOne = parts.length === 1 && first !== undefined
  return file.end(
    {
      ...aboutList(list, end, check.misfits()),
      asked: {
        endpoint: list.of.endpoint,
        parameters: isOne ? first.pinned.filter : filter,
        link,
        columns: format === 'json' ? null : columns,
      },
      service,
      begun,
      pinned_end_date: isOne ? first.pinned.endDate : null,
      dates: days && {
        ...datesFound(days, undated),
        form: days.form,
        windows: days.windows,
        second_reading: completeness === 'complete' && read.passes === 1,
      },
      remarks: [
        ...listRemarks(list, read),
        ...(spellings.length > 0 ? [spellingsRemark(spellings)] : []),
        ...(days ? undatedRemark(undated, days) : []),
      ],
    },
    control.sign ?? unsigned,
  )
}

interface ListPart {
  readonly whole: WholeList<unknown>
  readonly days: DaysRead | null
  readonly pinned: Pinned<ListFilter>
}

/** The list of the filter, or those of the spellings of its address, which together are the same. */
async function listParts(
  list: ListExport<unknown>,
  request: ExportRequest,
  control: ExportControl,
): Promise<readonly ListPart[]> {
  const { filter, columns, session, account } = request
  const filters = account?.requests ?? [filter]
  const parts: ListPart[] = []
  for (const one of filters) {
    // One end for several lists would have to be the same for all.
    let pinned = filters.length === 1 ? await pinnedEnd(list, one, session, control) : unpinned(one)
    const part: ListPart = {
      whole: {
        ...list.whole(pinned.filter, session),
        async withoutEnd(rows) {
          if (!(await pinned.lacks(rows))) return null
          pinned = unpinned(one)
          return list.whole(one, session)
        },
      },
      days:
        list.isDated && columns.includes(recordedColumn)
          ? await daysOf(pinned.filter, session, control)
          : null,
      get pinned() {
        return pinned
      },
    }
    parts.push(part)
  }
  return parts
}

function newRecords(identityOf: (record: unknown) => string | null): (record: unknown) => boolean {
  const met = new Set<string>()
  return (record) => {
    const id = identityOf(record)
    if (id === null) return true
    const isNew = !met.has(id)
    met.add(id)
    return isNew
  }
}

/** As good as the worst of them. */
function joinEnds(before: WalkEnd | null, end: WalkEnd): WalkEnd {
  if (before === null) return end
  const worst = (['partial', 'read-once', 'complete'] as const).find((each) =>
    [before.completeness, end.completeness].includes(each),
  )
  return {
    ...end,
    completeness: worst ?? 'partial',
    doubts: [...new Set([...before.doubts, ...end.doubts])],
    isUnchecked: before.isUnchecked && end.isUnchecked,
    since: before.since ?? end.since,
    rows: before.rows + end.rows,
    pages: before.pages + end.pages,
    passes: Math.max(before.passes, end.passes),
    repairs: before.repairs + end.repairs,
    late: before.late + end.late,
    begun: before.begun,
  }
}

/** Null where none were looked for. */
function joinDays(all: readonly DaysRead[]): DaysRead | null {
  const [first] = all
  if (first === undefined) return null
  return {
    ...first,
    failure: all.find(({ failure }) => failure !== null)?.failure ?? null,
    isCut: all.some(({ isCut }) => isCut),
    windows: all.reduce((sum, { windows }) => sum + windows, 0),
    requests: all.reduce((sum, { requests }) => sum + requests, 0),
    dayOf(id) {
      for (const days of all) {
        const day = days.dayOf(id)
        if (day !== null) return day
      }
      return null
    },
  }
}

function spellingsRemark(spellings: readonly string[]): string {
  return `The service compares addresses as text. It was asked for ${counted(spellings.length, 'spelling')}: ${spellings.join(', ')}.`
}

/** Sets an end if the list has dates, the filter has none, and records can arrive: not in an open pack. */
async function pinnedEnd(
  { isDated }: ListExport<unknown>,
  filter: ListFilter,
  session: string,
  control: ExportControl,
): Promise<Pinned<ListFilter>> {
  if (!isDated || openSource()) return unpinned(filter)
  const asking = stoppable(control)
  const ask = withRetries(askTransactionIds(session), asking)
  return await unlessStopped(pinEndDate(filter, ask, asking), unpinned(filter), control)
}

async function daysOf(filter: ListFilter, session: string, control: ExportControl): Promise<DaysRead> {
  if (control.books) return daysOfBooks(control.books)
  return await readDays(datedTransactionList(filter, session), {
    ...stoppable(control),
    skip: control.skipDates,
    onProgress: (dates) => control.onProgress?.({ ...beforeFirstPage, bytes: 0, dates }),
  })
}

/** `filter` is that of the list, since a service may heed dates by themselves alone. */
async function isDateFilterReliable(
  { isDated }: ListExport<unknown>,
  filter: ListFilter,
  session: string,
  control: ExportControl,
): Promise<boolean> {
  if (!isDated) return true
  const asking = stoppable(control)
  const ask = withRetries(askTransactionIds(session), asking)
  const test = async () => {
    const found = await dateFilterOf(session, ask, asking)
    return found === null || (found.off === null && !(await ignoresDatesBeside(filter, found, ask, asking)))
  }
  return await unlessStopped(test(), true, control)
}

function stoppable({ finish, onProgress: _, ...control }: ExportControl) {
  return { ...control, signal: finish ? AbortSignal.any([control.signal, finish]) : control.signal }
}

/** A stop ends with what it has instead of throwing. */
async function unlessStopped<T>(
  answer: Promise<T>,
  otherwise: T,
  { signal, finish }: ExportControl,
): Promise<T> {
  return await answer.catch((error: unknown) => {
    if (finish?.aborted && !signal.aborted) return otherwise
    throw error
  })
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
