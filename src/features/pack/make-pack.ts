import { type Books, updateSentence } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import { booksFiles } from '../../files/books-files.ts'
import type { ExportControl } from '../../files/export-request.ts'
import type { ExportFacts } from '../../files/facts.ts'
import {
  type PackManifest,
  type PackPeriod,
  packFormat,
  packListName,
  packVersion,
  readmeName,
} from '../../files/pack.ts'
import { type Sign, unsigned } from '../../files/seal.ts'

import { type ByteSink, writeRecord } from '../../files/written-file.ts'
import { type VaultChoice, writeVaults } from '../../url/statements.ts'
import type { OpenedPack, PackInPlace } from '../../work/task.ts'
import { changesReport } from '../changes/index.ts'
import { PackFile } from './pack-file.ts'
import { addReport, packParts } from './pack-parts.ts'
import { packScope } from './pack-scope.ts'
import { readmeText } from './readme.ts'

/** What somebody wants to have packed, by the ids of books that the worker holds. */
export interface PackOrder extends Omit<PackRequest, 'books' | 'earlier'> {
  readonly books: string
  readonly earlier: PackInPlace | null
}

export interface PackRequest {
  readonly format: 'zip'
  readonly books: Books
  readonly period: PackPeriod
  /** Null for all of them. */
  readonly vaults: VaultChoice | null
  /** What changed since that pack is a part of this one. */
  readonly earlier?: OpenedPack | null
  /** The view of the console that shows the same, as a path with its query. */
  readonly link: string
  /** The mark of the session in which it is signed. */
  readonly session: string
}

export async function makeOrderedPack(
  order: PackOrder,
  sink: ByteSink,
  control: Pick<ExportControl, 'signal' | 'sign' | 'onProgress' | 'find' | 'divide'>,
): Promise<ExportFacts> {
  const { find, divide } = control
  const earlier = order.earlier && { ...order.earlier, books: find(order.earlier.books) }
  // Whoever opens the pack may look at any day, and has nobody to ask.
  const books = await divide(order.books, allDays(find(order.books)))
  return makePack({ ...order, books, earlier }, sink, control)
}

/**
 * Gives the facts of the manifest, which say of the whole pack whether it is complete, and why not. A part that cannot be had is named
 * in the manifest and in the README. Throws for a period that has not begun, the signal's reason when it is cancelled, and what the sink throws.
 */
export async function makePack(
  request: PackRequest,
  sink: ByteSink,
  { signal, sign = unsigned, onProgress }: Pick<ExportControl, 'signal' | 'sign' | 'onProgress'>,
): Promise<ExportFacts> {
  const { books } = request
  const { begun, ended } = books
  const pack = new PackFile(sink)
  const scope = packScope(books, request.vaults)
  const made = await packParts(request, (name, what, write) => pack.add(name, what, write), {
    signal,
    sign,
    onProgress,
  })
  const { missing } = made
  const changes = await writeChanges(request, pack, sign)
  const results = [...made.results, ...(changes === null ? [] : [{ part: 'Changes', result: changes }])]
  await writeBooks(books, pack)
  const about = { begun, ended, results, missing }
  await pack.addText(readmeName, 'This text.', readmeText(request, scope, { ...about, files: pack.files }))
  const facts = await pack.end((own) => writeManifest({ ...about, files: pack.files }, request, sign, own))
  return facts
}

async function writeBooks(books: Books, pack: PackFile): Promise<void> {
  for (const { name, what, write } of booksFiles(books)) await pack.addPlain(name, what, write)
}

async function writeChanges(
  { books, earlier }: PackRequest,
  pack: PackFile,
  sign: Sign,
): Promise<string | null> {
  if (!earlier) return null
  const { name } = earlier.about
  const report = changesReport(earlier, { books, about: null })
  const what = `What changed since the audit pack ${name}, as of ${earlier.books.ended}.`
  return `${await addReport((...file) => pack.add(...file), 'changes', what, report, sign)}. Compared with ${name}.`
}

/** The manifest has facts and a signature as every other file, and says of the whole pack whether it is complete. */
async function writeManifest(
  about: Pick<PackManifest, 'begun' | 'ended' | 'files' | 'results' | 'missing'>,
  { books, period, vaults, link }: PackRequest,
  sign: Sign,
  sink: ByteSink,
): Promise<ExportFacts> {
  const { begun, ended, files, missing } = about
  const { service, account } = books
  const update = updateSentence(books)
  const manifest: PackManifest = {
    format: packFormat,
    version: packVersion,
    period: { first_day: period.first, last_day: period.last },
    ...{ service, account, ...about },
  }
  const reasons = [
    ...missing.map(({ part, why }) => `Missing: ${part}. ${why}`),
    ...files.flatMap((file) => file.reasons.map((reason) => `${file.name}: ${reason}`)),
  ]
  return writeRecord(
    manifest,
    {
      ...{ list: packListName, fileName: packListName, begun, ended },
      asked: {
        endpoint: (['balances', 'vaults', 'transactions', 'whitelists'] as const)
          .map((name) => endpointPath(name))
          .join(', '),
        parameters: {
          ...{ start_date: period.first, end_date: period.last },
          ...(vaults && { vaults: writeVaults(vaults) }),
        },
        link,
        columns: null,
      },
      service: { address: service, account },
      ...{ pinned_end_date: null, dates: null, reasons },
      remarks: update === null ? [] : [update],
      read: { records: files.length, pages: 0, passes: 1, repairs: 0, late: 0, misfits: 0 },
      completeness: reasons.length === 0 ? 'complete' : 'partial',
    },
    sign,
    sink,
  )
}
