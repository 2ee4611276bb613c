/** An audit pack of a period, made from the books, so that all of its files agree. Asks the service for nothing. */
import { dayNumber, dayText } from '../../api/dates/day.ts'
import { type Books, updateSentence } from '../../books/books.ts'
import { allDays } from '../../books/edges.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import { counted } from '../../contract/count-text.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import { aboutList, dateReasons, type ListRead, listOfBooks } from '../../files/about-list.ts'
import { booksFiles } from '../../files/books-files.ts'
import type { ExportControl, ExportProgress } from '../../files/export-request.ts'
import type { ExportFacts } from '../../files/facts.ts'
import { columnsFor, type ListedFile, withDates } from '../../files/list-export.ts'
import { bookedTransactionsExport, whitelistsExport } from '../../files/lists.ts'
import {
  type PackManifest,
  type PackPeriod,
  type PackPosition,
  packFormat,
  packListName,
  packVersion,
  readmeName,
} from '../../files/pack.ts'
import { type Sign, unsigned } from '../../files/seal.ts'

import { addInTurns, type ByteSink, beginFile, writeRecord } from '../../files/written-file.ts'
import { transactionsHref, whitelistsHref } from '../../url/hrefs.ts'
import { type StatementQuery, type VaultChoice, writeVaults } from '../../url/statements.ts'
import type { OpenedPack, PackInPlace } from '../../work/task.ts'
import { changesReport } from '../changes/index.ts'
import { reconciliationReport } from '../reconciliation/index.ts'
import { type Report, writeReport } from '../report/index.ts'
import { reviewReport } from '../review/index.ts'
import { pastBalances, statement } from '../statements/index.ts'
import { PackFile } from './pack-file.ts'
import { type PackScope, packScope } from './pack-scope.ts'
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

/** What the parts are made of, and where they go. */
interface Making extends PackRequest {
  readonly pack: PackFile
  readonly scope: PackScope
  readonly sign: Sign
  readonly signal: AbortSignal
}

/** A part that cannot be had. The message is a sentence that says why. */
class PartMissing extends Error {}

/** Each writes its files and gives what it came to, in a sentence; null where there is nothing to say. */
const parts: readonly (readonly [name: string, write: (making: Making) => Promise<string | null>])[] = [
  ['Statement', writeStatement],
  ['Transactions', writeTransactions],
  ['Whitelists', writeWhitelists],
  ['Whitelist review', writeReview],
  ['Reconciliation', writeReconciliation],
  ['Changes', writeChanges],
  ['Books', writeBooks],
]

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
  const { books, period } = request
  const { begun, ended } = books
  if (period.first > ended.slice(0, 10))
    throw new Error('The period has not begun, so there is nothing to pack.')
  const pack = new PackFile(sink)
  const scope = packScope(books, request.vaults)
  const results = [{ part: 'Scope', result: `${scope.text}.` }]
  const missing: PackManifest['missing'][number][] = []
  const wanted = parts.filter(([, write]) => request.earlier || write !== writeChanges)
  for (const [index, [name, write]] of wanted.entries()) {
    const part = { name, number: index + 1, of: wanted.length }
    onProgress?.(partProgress(part))
    await turn()
    signal.throwIfAborted()
    try {
      const result = await write({ ...request, pack, scope, sign, signal })
      if (result !== null) results.push({ part: name, result })
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error
      missing.push({ part: name, why: error.message })
    }
  }
  const about = { begun, ended, results, missing }
  await pack.addText(readmeName, 'This text.', readmeText(request, scope, { ...about, files: pack.files }))
  const facts = await pack.end((own) => writeManifest({ ...about, files: pack.files }, request, sign, own))
  return facts
}

function partProgress({ name, number, of }: PackPosition): ExportProgress {
  return {
    text: `Part ${number} of ${of}, ${name.toLowerCase()}`,
    part: (number - 1) / of,
    hasBegun: true,
  }
}

async function writeStatement({ books, period, vaults, pack, sign }: Making): Promise<string> {
  missingWithoutDays(books)
  const query: StatementQuery = {
    vaults,
    assets: null,
    period: { kind: 'days', ...period },
    zone: null,
  }
  const report = statement(books, query)
  const what =
    'What each vault held of each asset at the beginning and at the end of the period, and what changed it in between.'
  const result = await addReport(pack, 'statement', what, report, sign)
  for (const [end, when] of [
    ['opening', 'when the period began: at the end of the day before it'],
    ['closing', 'when the period ended: at the end of its last day'],
  ] as const)
    await pack.add(`${end}-balances.csv`, `What each vault held ${when}.`, (sink) =>
      writeReport(pastBalances(books, query, end), 'csv', sign, sink),
    )
  return [`${result}.`, ...report.remarks].join(' ')
}

/** Those of the period, by the day that the books have for each. They are complete where all transactions are, and all have a day. */
async function writeTransactions(making: Making): Promise<null> {
  const { books, period, vaults, scope } = making
  missingWithoutDays(books)
  const { table, days } = books.transactions
  const [first, last] = [dayNumber(period.first) ?? 0, dayNumber(period.last) ?? 0]
  const records: BookRow[] = []
  const dayOf = new Map<BookRow, string>()
  let undated = 0
  eachRow(table, (row, day) => {
    if (day === null) undated += 1
    else if (
      day >= first &&
      day <= last &&
      scope.includes(row.source.source_id, row.destination.destination_id)
    ) {
      records.push(row)
      dayOf.set(row, dayText(day))
    }
  })
  const filter = { start_date: period.first, end_date: period.last }
  const read = listOfBooks(books, endpointPath('transactions'), days, Date.parse(books.ended))
  const doubt = `${counted(undated, 'transaction has', 'transactions have')} no date, and may belong to the period.`
  const completeness = undated > 0 ? 'partial' : read.end.completeness
  const doubts = undated > 0 ? [...read.end.doubts, doubt] : read.end.doubts
  const remark = `Selected from all transactions in the books, by the day on which each was recorded${vaults ? ' and by its source and destination vaults' : ''}. The service was not asked for these alone.`
  await writeList(making, {
    what: 'Every transaction of the period, with the day on which the service recorded it.',
    list: withDates(bookedTransactionsExport, (row) => dayOf.get(row) ?? null),
    records,
    parameters: { ...filter, ...(vaults && { vaults: writeVaults(vaults) }) },
    link: transactionsHref(filter),
    read: { ...read, end: { ...read.end, completeness, doubts }, remarks: [...read.remarks, remark] },
  })
  return null
}

async function writeWhitelists(making: Making): Promise<null> {
  const { books } = making
  await writeList(making, {
    what: 'Every whitelist and its addresses, as they were when they were read.',
    list: whitelistsExport,
    records: books.whitelists.records,
    parameters: {},
    link: whitelistsHref(),
    read: listOfBooks(books, endpointPath('whitelists'), null, Date.parse(books.ended)),
  })
  return null
}

async function writeReview({ books, pack, sign }: Making): Promise<string> {
  const what = 'Whitelist entries and withdrawals that deserve a look, with the evidence.'
  return addReport(pack, 'whitelist-review', what, reviewReport(books), sign)
}

async function writeReconciliation({ books, pack, sign }: Making): Promise<string> {
  const what = 'Whether balances, vaults and transactions agreed with each other, figure by figure.'
  return addReport(pack, 'reconciliation', what, reconciliationReport(books), sign)
}

async function writeBooks({ books, pack }: Making): Promise<null> {
  for (const { name, what, write } of booksFiles(books)) await pack.addPlain(name, what, write)
  return null
}

async function writeChanges({ books, earlier, pack, sign }: Making): Promise<string | null> {
  if (!earlier) return null
  const { name } = earlier.about
  const report = changesReport(earlier, { books, about: null })
  const what = `What changed since the audit pack ${name}, as of ${earlier.books.ended}.`
  return `${await addReport(pack, 'changes', what, report, sign)}. Compared with ${name}.`
}

function missingWithoutDays({ transactions: { days } }: Books): void {
  if (days.failure !== null) throw new PartMissing(dateReasons(days.failure, 0).join(' '))
}

/** A report as CSV, and with everything that it rests on as JSON. Returns its headline. */
async function addReport(
  pack: PackFile,
  name: string,
  what: string,
  report: Report,
  sign: Sign,
): Promise<string> {
  await pack.add(`${name}.csv`, what, (sink) => writeReport(report, 'csv', sign, sink))
  const more = `The same as ${name}.csv, with everything that it is based on, for programs.`
  await pack.add(`${name}.json`, more, (sink) => writeReport(report, 'json', sign, sink))
  return report.headline.text
}

/** Whoever cancels it is heard, and pages that ask the same worker are answered. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

interface PackedList<R> {
  readonly what: string
  readonly list: ListedFile<R>
  readonly records: readonly R[]
  readonly parameters: Readonly<Record<string, string>>
  readonly link: string
  readonly read: ListRead
}

async function writeList<R>(
  { pack, sign, signal }: Making,
  { what, list, records, parameters, link, read }: PackedList<R>,
): Promise<void> {
  const columns = columnsFor(list, 'all')
  await pack.add(`${list.name}.csv`, what, async (sink) => {
    const file = await beginFile('csv', list, columns, sink)
    await addInTurns(file, records, signal)
    const about = aboutList(list, { parameters, link, columns }, read, { misfits: 0, undated: 0 })
    return file.end(about, sign)
  })
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
