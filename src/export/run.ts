/** One export from its first request to its last byte: a list read whole, written as a file, with the facts about it. */
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'
import { askPatiently, type Patience } from '../api/patience.ts'
import { type WalkEnd, walkPages } from '../api/walk.ts'
import { createWriter } from './create-writer.ts'
import type { ExportJob } from './export-job.ts'
import { type ExportSource, withSource } from './export-source.ts'
import { type ExportFacts, exportFileName, factsOf } from './facts.ts'
import { collectTotals } from './totals.ts'

/** Where the bytes of a file go. */
export interface ByteSink {
  write(bytes: Uint8Array): void | Promise<void>
}

/** How far an export is. */
export interface ExportProgress {
  /** Records read. */
  readonly rows: number
  readonly pages: number
  readonly bytes: number
}

/** How an export is watched, held up and stopped. The `signal` cancels it. */
export interface ExportControl extends Patience {
  readonly onProgress?: (progress: ExportProgress) => void
  /**
   * Ends it with what was read so far, as a partial file; its reason is the sentence that says why. Where nothing was, that is
   * thrown.
   */
  readonly finish?: AbortSignal
}

/** Passing failures are borne for about a quarter of an hour, before somebody has to ask for another try. */
const patience = 20

/**
 * Reads, writes and adds up. Gives the facts, with size and digest of the whole file. Throws the signal's reason when it is
 * cancelled, what `walkPages` throws, and what the sink throws.
 */
export async function runExport(
  job: ExportJob,
  sink: ByteSink,
  control: ExportControl,
): Promise<ExportFacts> {
  const { finish } = control
  const signal = finish ? AbortSignal.any([control.signal, finish]) : control.signal
  const bearing: Patience = { patience, ...control, signal }
  const begun = new Date((control.now ?? Date.now)()).toISOString()
  const ask = <T>(request: () => Promise<T>) => askPatiently(request, bearing)
  return await withSource(job.asked, { signal, session: job.session, ask }, async (source) => {
    const writer = await createWriter(job.format, source.list, job.columns)
    const file = hashing(sink)
    const totals = collectTotals(source.list.totals)
    await file.write(writer.begin())
    const end = await readInto(
      source,
      { ...bearing, finish, cancel: control.signal },
      async (records, pages, rows) => {
        await file.write(writer.rows(records))
        for (const record of records) for (const row of source.list.rowsOf(record)) totals.add(row)
        control.onProgress?.({ rows, pages, bytes: file.bytes() })
      },
    )
    const facts = factsOf(
      {
        list: source.list.name,
        asked: {
          endpoint: source.endpoint,
          parameters: { ...source.parameters },
          link: job.link,
          columns: job.format === 'json' ? null : [...job.columns],
        },
        service: { ...job.service },
        begun,
        ended: end.ended,
        pinned_end_date: source.pinnedEndDate,
        read: { records: end.rows, pages: end.pages, repairs: end.repairs, arrived: end.arrived },
        completeness: end.isWhole ? 'complete' : 'partial',
        reasons: [...end.doubts],
        totals: plain(totals.totals()),
        fileName: exportFileName(source.list.fileName, begun, job.format, !end.isWhole),
        fileFormat: job.format,
      },
      writer.written(),
    )
    await file.write(writer.end(facts))
    return { ...facts, file: { ...facts.file, bytes: file.bytes(), sha256: file.digest() } }
  })
}

/** Reads a list to its end, or to where it was told to finish. */
async function readInto<R>(
  { read, identity }: ExportSource<R>,
  control: Patience & { readonly finish: AbortSignal | undefined; readonly cancel: AbortSignal },
  take: (records: readonly R[], pages: number, rows: number) => Promise<void>,
): Promise<WalkEnd> {
  const now = control.now ?? Date.now
  let soFar = { rows: 0, pages: 0, repairs: 0 }
  const begun = new Date(now()).toISOString()
  const walk = walkPages(read, {
    ...control,
    identity,
    onProgress: (rows, pages, repairs) => {
      soFar = { rows, pages, repairs }
    },
  })
  try {
    for (;;) {
      const page = await walk.next()
      if (page.done) return page.value
      await take(page.value, soFar.pages, soFar.rows)
    }
  } catch (error) {
    if (!control.finish?.aborted || control.cancel.aborted) throw error
    // A part without anything in it is none.
    if (soFar.rows === 0) throw new Error(String(control.finish.reason))
    const doubts = [String(control.finish.reason)]
    const ended = new Date(now()).toISOString()
    return { isWhole: false, doubts, ...soFar, arrived: 0, begun, ended }
  }
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

function plain({ by, sums, groups }: ReturnType<ReturnType<typeof collectTotals>['totals']>) {
  return {
    by: [...by],
    sums: [...sums],
    groups: groups.map((group) => ({
      rows: group.rows,
      values: [...group.values],
      sums: group.sums.map((sum) => ({ ...sum })),
    })),
  }
}
