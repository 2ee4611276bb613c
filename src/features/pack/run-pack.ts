/** One audit pack from its first request to its last byte: every part read anew, one after the other, and put into one ZIP. */
import { ApiError } from '../../api/api-error.ts'
import type { RetryOptions } from '../../api/walk/retries.ts'
import { beforeFirstPage } from '../../api/walk/walk.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import {
  type ByteSink,
  createPack,
  type ExportControl,
  type ExportFacts,
  type PackManifest,
  type PackRequest,
  packListName,
  type Report,
  readmeName,
  retries,
  unsigned,
} from '../export/index.ts'
import { PartMissing, parts, refusing } from './parts.ts'
import { type AboutPack, readmeText } from './readme.ts'
import { packWords as words } from './words.ts'

/**
 * Gives the facts of its manifest, which know of the whole pack whether it is complete, and why not. A part that cannot be had is named
 * in the manifest and in the README. Throws for a period that has not begun, the signal's reason when it is cancelled, and what the sink throws.
 */
export async function runPack(
  request: PackRequest,
  sink: ByteSink,
  control: ExportControl,
): Promise<ExportFacts> {
  const { signal, finish, sign = unsigned, now = Date.now } = control
  const { onProgress, finish: _finish, sign: _sign, ...options } = control
  const retrying: RetryOptions = {
    retries,
    ...options,
    signal: finish ? AbortSignal.any([signal, finish]) : signal,
    onFailure: refusing(control.onFailure),
  }
  const begun = new Date(now()).toISOString()
  if (request.period.first > begun.slice(0, 10)) throw new Error(words.toCome)
  const pack = createPack(sink, sign)
  const results: PackManifest['results'][number][] = []
  const missing: PackManifest['missing'][number][] = []
  for (const [index, { name, read }] of parts.entries()) {
    const part = { name, number: index + 1, of: parts.length }
    const tell = (rows: number) =>
      onProgress?.({
        ...beforeFirstPage,
        rows,
        met: rows,
        bytes: pack.bytes(),
        dates: null,
        part,
      })
    tell(0)
    try {
      finish?.throwIfAborted()
      const result = await read({
        request,
        pack,
        retrying,
        control: { ...control, sign, onProgress: ({ met, dates }) => tell(dates ?? met) },
        tell,
      })
      if (result !== null) results.push({ part: name, result })
    } catch (error) {
      signal.throwIfAborted()
      missing.push({ part: name, why: finish?.aborted ? String(finish.reason) : whyMissing(error) })
    }
  }
  const [first] = missing
  // There is nothing to keep.
  if (first && pack.files().length === 0) throw new Error(first.why)
  const about = {
    begun,
    ended: new Date(now()).toISOString(),
    files: pack.files(),
    results,
    missing,
  }
  await pack.text(readmeName, words.files.readme, readmeText(request, about))
  const facts = await pack.end(manifestReport(request, { ...about, files: pack.files() }))
  onProgress?.({ ...beforeFirstPage, bytes: pack.bytes(), dates: null })
  return facts
}

function whyMissing(error: unknown): string {
  if (error instanceof PartMissing) return error.message
  if (!(error instanceof ApiError)) throw error
  const { code, details, message } = error.failure
  return words.refused(details || message, code)
}

/** The manifest as a report: so it has facts and a signature as every other file, and says of the whole pack whether it is complete. */
function manifestReport({ period, service, link }: PackRequest, about: AboutPack): Report {
  const { files, missing, begun, ended } = about
  const manifest: PackManifest = {
    format: 'custody-console/audit-pack',
    version: 1,
    period: { first_day: period.first, last_day: period.last },
    service: service.address,
    account: service.account,
    ...about,
  }
  return {
    list: packListName,
    endpoints: [
      endpointPath('balances'),
      endpointPath('vaults'),
      endpointPath('transactions'),
      endpointPath('whitelists'),
    ],
    parameters: { start_date: period.first, end_date: period.last },
    link,
    service: service.address,
    account: service.account,
    begun,
    ended,
    read: { records: files.length, pages: 0 },
    doubts: [
      ...missing.map(({ part, why }) => words.missing(part, why)),
      ...files.flatMap(({ name, reasons }) => reasons.map((reason) => `${name}: ${reason}`)),
    ],
    columns: [],
    rows: [],
    countedBy: [],
    json: manifest,
  }
}
