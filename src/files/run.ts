/** One export from its first request to its last byte: a list read whole, written as a file, with the facts about it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { type DaysOptions, type DaysRead, readDays } from '../api/dates/windows.ts'
import { askWithRetries, type RetryOptions } from '../api/walk/retries.ts'
import { beforeFirstPage, readWhole, type WalkProgress } from '../api/walk/walk.ts'
import { createWriter } from './create-writer.ts'
import { type ExportFacts, type ExportFormat, factsOf } from './facts.ts'
import { dateDoubts } from './filter-dates.ts'
import { findMisfits, loadCanonical, withMisfits } from './filter-misfits.ts'
import { type ListQuery, recordedColumn, withDates } from './list-export.ts'
import { type ExportSource, exportSource } from './lists.ts'
import type { PackPosition } from './pack.ts'
import { type Sign, seal, unsigned } from './seal.ts'
import { collectTotals } from './totals.ts'
import { dateReasons, dateRules, lateRemark, sinceRemark, undatedRemark, unreadableRemark } from './words.ts'

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

/** Where the bytes of a file go. */
export interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>
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
  /** Signs the facts before the file ends, since XLSX holds them within. */
  readonly sign?: Sign
}

/** Temporary failures are retried for about a quarter of an hour before somebody has to ask for another try. */
export const retries = 20

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
  const file = hashing(sink)
  const finding = { ...retrying, skip: control.skipDates }
  const days = await daysOf(request, source, {
    ...finding,
    onProgress: (dates) => control.onProgress?.({ ...beforeFirstPage, bytes: 0, dates }),
  })
  const list = days
    ? withDates(source.list, (record) => days.dayOf(source.whole.identity(record) ?? ''))
    : source.list
  const writer = await createWriter(request.format, list, request.columns)
  const totals = collectTotals(list.totals)
  const misfits = findMisfits(
    { asked: source },
    list,
    () => true,
    (cell) => cell,
    await loadCanonical(source.parameters),
  )
  let undated = 0
  await file.write(writer.begin())
  const end = await readWhole(source.whole, {
    ...retrying,
    signal: control.signal,
    stop: finish,
    earlier: days?.earlier,
    onPage: async (records) => {
      await file.write(writer.rows(records))
      for (const record of records)
        for (const [index, row] of list.rowsOf(record).entries()) {
          totals.add(row)
          misfits.add(row, index === 0)
          if (index === 0 && row[recordedColumn] === null) undated += 1
        }
    },
    onProgress: (progress) => control.onProgress?.({ ...progress, bytes: file.bytes(), dates: null }),
  })
  // There is nothing to keep.
  if (finish?.aborted && end.passes === 0 && end.rows === 0) throw new Error(String(finish.reason))
  const misfit = misfits.found()
  const ofDates = await dateDoubts({
    filter: request.filter,
    ended: end.ended,
    days,
    undated,
    isReliable: async () =>
      (await source.list.heedsDates?.({ signal, session: request.session, ask })) ?? true,
  })
  const { rows, pages, passes, repairs, late, completeness, doubts, since } = withMisfits(
    end,
    misfit,
    ofDates,
  )
  const controlTotals = totals.totals()
  const known = factsOf(
    {
      list: list.name,
      asked: {
        endpoint: list.of.endpoint,
        parameters: source.parameters,
        link: request.link,
        columns: request.format === 'json' ? null : request.columns,
      },
      service: request.service,
      begun,
      ended: end.ended,
      pinned_end_date: source.pinnedEndDate,
      read: { records: rows, pages, passes, repairs, late, misfits: misfit.records },
      dates: days && {
        rule: dateRules[days.whose],
        days: days.whose,
        form: days.form,
        windows: days.windows,
        requests: days.requests,
        second_reading: completeness === 'complete' && passes === 1,
        undated,
        reasons: dateReasons(days, undated),
      },
      completeness,
      reasons: doubts,
      totals: controlTotals,
      fileFormat: request.format,
    },
    writer.written(),
  )
  const remarks = [
    ...known.remarks,
    ...(list.remarks ?? []),
    ...sinceRemark(since),
    ...lateRemark(late),
    ...(days ? undatedRemark(undated, days) : []),
    ...unreadableRemark(controlTotals),
  ]
  const facts = await seal({ ...known, remarks }, list.of.name, control.sign ?? unsigned)
  await file.write(writer.end(facts))
  return { ...facts, file: { ...facts.file, bytes: file.bytes(), sha256: file.digest() } }
}

/** Finds the day of each record, where the file is to have it: before the list is read, so that rows are written with theirs. */
async function daysOf(
  { columns }: ExportRequest,
  { dated }: ExportSource<unknown>,
  finding: DaysOptions,
): Promise<DaysRead | null> {
  return dated === null || !columns.includes(recordedColumn) ? null : await readDays(dated, finding)
}

/** Counts and digests what goes into a sink. */
function hashing(sink: ByteSink) {
  const hash = sha256.create()
  let bytes = 0
  return {
    async write(more: Uint8Array) {
      if (more.length === 0) return
      hash.update(more)
      bytes += more.length
      await sink.write(more)
    },
    bytes: () => bytes,
    digest: () => bytesToHex(hash.clone().digest()),
  }
}
