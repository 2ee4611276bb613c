/** The parts of an audit pack, made from the books, so that all of its files agree. */
import { dayNumber, dayText } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import { counted } from '../../contract/count-text.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import { aboutList, dateReasons, type ListRead, listOfBooks } from '../../files/about-list.ts'
import type { ExportProgress } from '../../files/export-request.ts'
import type { ExportFacts } from '../../files/facts.ts'
import { columnsFor, type ListedFile, withDates } from '../../files/list-export.ts'
import { bookedTransactionsExport, whitelistsExport } from '../../files/lists.ts'
import type { PackPeriod, PackPosition } from '../../files/pack.ts'
import { type Sign, unsigned } from '../../files/seal.ts'
import { addInTurns, type ByteSink, beginFile } from '../../files/written-file.ts'
import { transactionsHref, whitelistsHref } from '../../url/hrefs.ts'
import { type StatementQuery, type VaultChoice, writeVaults } from '../../url/statements.ts'
import { reconciliationReport } from '../reconciliation/index.ts'
import { type Report, writeReport } from '../report/logic.ts'
import { reviewReport } from '../review/index.ts'
import { pastBalances, statement } from '../statements/index.ts'
import { type PackScope, packScope } from './pack-scope.ts'

export interface PackContent {
  readonly books: Books
  readonly period: PackPeriod
  /** Null for all of them. */
  readonly vaults: VaultChoice | null
}

/** Takes a file. `what` says in a sentence what it is. */
export type AddFile = (
  name: string,
  what: string,
  write: (sink: ByteSink) => Promise<ExportFacts>,
) => Promise<void>

interface Making extends PackContent {
  readonly add: AddFile
  readonly scope: PackScope
  readonly sign: Sign
  readonly signal: AbortSignal
}

/** A part that cannot be had. The message is a sentence that says why. */
class PartMissing extends Error {}

/** Each adds its files and gives what it came to, in a sentence; null where there is nothing to say. */
const parts: readonly (readonly [name: string, write: (making: Making) => Promise<string | null>])[] = [
  ['Statement', writeStatement],
  ['Transactions', writeTransactions],
  ['Whitelists', writeWhitelists],
  ['Whitelist review', writeReview],
  ['Reconciliation', writeReconciliation],
]

interface PackResults {
  readonly results: readonly { readonly part: string; readonly result: string }[]
  readonly missing: readonly { readonly part: string; readonly why: string }[]
}

/** Throws for a period that has not begun, the signal's reason when it is cancelled, and what `add` throws. */
export async function packParts(
  content: PackContent,
  add: AddFile,
  {
    signal,
    sign = unsigned,
    onProgress,
  }: {
    readonly signal: AbortSignal
    readonly sign?: Sign | undefined
    readonly onProgress?: ((progress: ExportProgress) => void) | undefined
  },
): Promise<PackResults> {
  const { books, period } = content
  if (period.first > books.ended.slice(0, 10))
    throw new Error('The period has not begun, so there is nothing to pack.')
  const scope = packScope(books, content.vaults)
  const results = [{ part: 'Scope', result: `${scope.text}.` }]
  const missing: { readonly part: string; readonly why: string }[] = []
  for (const [index, [name, write]] of parts.entries()) {
    onProgress?.(partProgress({ name, number: index + 1, of: parts.length }))
    await turn()
    signal.throwIfAborted()
    try {
      const result = await write({ ...content, add, scope, sign, signal })
      if (result !== null) results.push({ part: name, result })
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error
      missing.push({ part: name, why: error.message })
    }
  }
  return { results, missing }
}

function partProgress({ name, number, of }: PackPosition): ExportProgress {
  return {
    text: `Part ${number} of ${of}, ${name.toLowerCase()}`,
    part: (number - 1) / of,
    hasBegun: true,
  }
}

async function writeStatement({ books, period, vaults, add, sign }: Making): Promise<string> {
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
  const result = await addReport(add, 'statement', what, report, sign)
  for (const [end, when] of [
    ['opening', 'when the period began: at the end of the day before it'],
    ['closing', 'when the period ended: at the end of its last day'],
  ] as const)
    await add(`${end}-balances.csv`, `What each vault held ${when}.`, (sink) =>
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

async function writeReview({ books, add, sign }: Making): Promise<string> {
  const what = 'Whitelist entries and withdrawals that deserve a look, with the evidence.'
  return addReport(add, 'whitelist-review', what, reviewReport(books), sign)
}

async function writeReconciliation({ books, add, sign }: Making): Promise<string> {
  const what = 'Whether balances, vaults and transactions agreed with each other, figure by figure.'
  return addReport(add, 'reconciliation', what, reconciliationReport(books), sign)
}

function missingWithoutDays({ transactions: { days } }: Books): void {
  if (days.failure !== null) throw new PartMissing(dateReasons(days.failure, 0).join(' '))
}

/** A report as CSV, and with everything that it rests on as JSON. Returns its headline. */
export async function addReport(
  add: AddFile,
  name: string,
  what: string,
  report: Report,
  sign: Sign,
): Promise<string> {
  await add(`${name}.csv`, what, (sink) => writeReport(report, 'csv', sign, sink))
  const more = `The same as ${name}.csv, with everything that it is based on, for programs.`
  await add(`${name}.json`, more, (sink) => writeReport(report, 'json', sign, sink))
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
  { add, sign, signal }: Making,
  { what, list, records, parameters, link, read }: PackedList<R>,
): Promise<void> {
  const columns = columnsFor(list, 'all')
  await add(`${list.name}.csv`, what, async (sink) => {
    const file = await beginFile('csv', list, columns, sink)
    await addInTurns(file, records, signal)
    const about = aboutList(list, { parameters, link, columns }, read, { misfits: 0, undated: 0 })
    return file.end(about, sign)
  })
}
