/** The parts of an audit pack, all made from the same books, so that they agree. */

import type { Books } from '../../books/books.ts'
import { type BookRow, eachRow } from '../../books/transaction-table.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import { counted } from '../../contract/count-text.ts'
import { dayNumber, dayText } from '../../contract/day.ts'
import { endpointPath } from '../../contract/endpoints.ts'
import type { Price, Valuation } from '../../contract/prices.ts'
import type { Report } from '../../contract/report.ts'
import { aboutList, dateReasons, type ListRead, listOfBooks } from '../../files/about-file.ts'
import type { EvidenceInputs } from '../../files/evidence-inputs.ts'
import {
  bookedTransactionsExport,
  columnsFor,
  type ExportProgress,
  type ListExport,
  whitelistsExport,
  withDates,
} from '../../files/list-export.ts'
import { addInTurns, type ByteSink, beginFile, type WrittenFile } from '../../files/written-file.ts'
import { writeReport } from '../../reports/report-file.ts'
import { type VaultChoice, writeVaults } from '../../url/holdings.ts'
import type { StatementQuery } from '../../url/statements.ts'
import { reconciledBooks } from '../reconciliation/books-reconciliation.ts'
import { reviewOfBooks } from '../review/books-review.ts'
import { confirmation } from '../statements/confirmation.ts'
import { statement } from '../statements/statement.ts'
import { valuationInputs } from '../statements/valuation.ts'
import { type PackPeriod, type PackScope, packRows, packScope } from './pack-scope.ts'

interface PackContent {
  readonly books: Books
  readonly period: PackPeriod
  /** Null for all of them. */
  readonly vaults: VaultChoice | null
  readonly valuation: Valuation | null
  readonly accepted: readonly AcceptedFinding[]
}

export type AddFile = (name: string, write: (sink: ByteSink) => Promise<WrittenFile>) => Promise<void>

interface Making extends PackContent {
  readonly add: AddFile
  readonly scope: PackScope
  /** Prices that the reports use. */
  readonly used: Price[]
  readonly signal: AbortSignal
}

/** A part that cannot be made. The message is a sentence. */
class PartMissing extends Error {}

const parts: readonly (readonly [name: string, write: (making: Making) => Promise<void>])[] = [
  ['Statement', writeStatement],
  ['Transactions', writeTransactions],
  ['Whitelists', writeWhitelists],
  ['Whitelist review', writeReview],
  ['Reconciliation', writeReconciliation],
]

/** Returns sentences for missing parts, and the inputs that are used. Throws for a period that has not begun, the signal's reason, and what `add` throws. */
export async function packParts(
  content: PackContent,
  add: AddFile,
  {
    signal,
    onProgress,
  }: { readonly signal: AbortSignal; readonly onProgress: (progress: ExportProgress) => void },
): Promise<{ readonly missing: readonly string[]; readonly inputs: EvidenceInputs }> {
  const { books, period, accepted } = content
  if (period.first > books.ended.slice(0, 10))
    throw new Error('The period has not begun, so there is nothing to pack.')
  const scope = packScope(books, content.vaults)
  const missing: string[] = []
  const used: Price[] = []
  for (const [index, [name, write]] of parts.entries()) {
    const text = `Part ${index + 1} of ${parts.length}, ${name.toLowerCase()}`
    onProgress({ text, part: index / parts.length, hasBegun: true })
    await turn()
    signal.throwIfAborted()
    try {
      await write({ ...content, add, scope, used, signal })
    } catch (error) {
      if (!(error instanceof PartMissing)) throw error
      missing.push(`Missing: ${name}. ${error.message}`)
    }
  }
  return {
    missing,
    inputs: {
      ...(content.valuation && valuationInputs(content.valuation, used)),
      ...(await reviewOfBooks(books, accepted)).inputs,
    },
  }
}

async function writeStatement({ books, period, vaults, valuation, add, used }: Making): Promise<void> {
  missingWithoutDays(books)
  const query: StatementQuery = {
    vaults,
    assets: null,
    period: { kind: 'days', ...period },
    zone: null,
  }
  const report = statement(books, query, valuation)
  used.push(...(report.inputs?.prices?.rows ?? []))
  await addReport(add, 'statement', report)
  const days = { opening: dayText((dayNumber(period.first) ?? 0) - 1), closing: period.last }
  for (const [name, day] of Object.entries(days)) {
    const at = { day, time: null }
    const report = confirmation(books, { ...query, at, reference: null, addressee: null }, valuation)
    used.push(...(report.inputs?.prices?.rows ?? []))
    await add(`${name}-balances.csv`, (sink) => writeReport(report, 'csv', sink))
  }
}

/** Complete only where all transactions are, and each has a day. */
async function writeTransactions(making: Making): Promise<void> {
  const { books, period, vaults, scope } = making
  missingWithoutDays(books)
  const { table, days } = books.transactions
  const isOfPeriod = packRows(period, scope)
  const records: BookRow[] = []
  const dayOf = new Map<BookRow, string>()
  let undated = 0
  eachRow(table, (row, day) => {
    if (day === null) undated += 1
    else if (isOfPeriod(row, day)) {
      records.push(row)
      dayOf.set(row, dayText(day))
    }
  })
  const filter = { start_date: period.first, end_date: period.last }
  const read = listOfBooks(books, endpointPath('transactions'), days, Date.parse(books.ended))
  const doubt = `${counted(undated, 'transaction has', 'transactions have')} no date, and may belong to the period.`
  const completeness = undated > 0 ? 'partial' : read.end.completeness
  const doubts = undated > 0 ? [...read.end.doubts, doubt] : read.end.doubts
  const remark = `Selected from all transactions of the account that were read, by the day on which each was recorded${vaults ? ' and by its source and destination vaults' : ''}. The service was not asked for these alone.`
  await writeList(making, {
    list: withDates(bookedTransactionsExport, (row) => dayOf.get(row) ?? null),
    records,
    parameters: { ...filter, ...(vaults && { vaults: writeVaults(vaults) }) },
    read: { ...read, end: { ...read.end, completeness, doubts }, remarks: [...read.remarks, remark] },
  })
}

async function writeWhitelists(making: Making): Promise<void> {
  const { books } = making
  await writeList(making, {
    list: whitelistsExport,
    records: books.whitelists.records,
    parameters: {},
    read: listOfBooks(books, endpointPath('whitelists'), null, Date.parse(books.ended)),
  })
}

async function writeReview({ books, accepted, add }: Making): Promise<void> {
  await addReport(add, 'whitelist-review', await reviewOfBooks(books, accepted))
}

async function writeReconciliation({ books, add }: Making): Promise<void> {
  await addReport(add, 'reconciliation', reconciledBooks(books))
}

function missingWithoutDays({ transactions: { days } }: Books): void {
  if (days.failure !== null) throw new PartMissing(dateReasons(days.failure, 0).join(' '))
}

async function addReport(add: AddFile, name: string, report: Report): Promise<void> {
  for (const format of ['csv', 'json'] as const)
    await add(`${name}.${format}`, (sink) => writeReport(report, format, sink))
}

/** Lets the worker hear of a cancellation, and answer pages. */
function turn(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve))
}

interface PackedList<R> {
  readonly list: ListExport<R>
  readonly records: readonly R[]
  readonly parameters: Readonly<Record<string, string>>
  readonly read: ListRead
}

async function writeList<R>(
  { add, signal }: Making,
  { list, records, parameters, read }: PackedList<R>,
): Promise<void> {
  await add(`${list.name}.csv`, async (sink) => {
    const file = await beginFile('csv', list, columnsFor(list, 'all'), sink)
    await addInTurns(file, records, signal)
    return file.end(aboutList(list, parameters, read, 0))
  })
}
