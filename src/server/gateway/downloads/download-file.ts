/** What a download has: the rows of a list or of totals, as they are kept at one moment. */

import { parseBody } from '../../../contract/answer-body.ts'
import type { FileFormat, ListName } from '../../../contract/console-api.ts'
import { isoInstant } from '../../../contract/day.ts'
import type { WholeListName } from '../../../contract/list-names.ts'
import type { DayValues } from '../../../contract/prices.ts'
import type { ReadQuery } from '../../../contract/query.ts'
import { preciseInstant } from '../../../contract/time-range.ts'
import type { Subject } from '../../../evidence/about.ts'
import { type AboutFile, madeFileName } from '../../../files/file-name.ts'
import {
  hasDateColumn,
  keptColumns,
  keptTransactions,
  valueCells,
  valueKinds,
} from '../../../files/kept-lists.ts'
import { listExport, valueFileColumns } from '../../../files/list-export.ts'
import { type ByteSink, beginFile, type FileContent, type WrittenFile } from '../../../files/written-file.ts'
import { type FeeAssetOf, readFeeAssets } from '../../../reports/fee-assets.ts'
import { undecidedText } from '../../../reports/recorded-sums.ts'
import { datedAccount } from '../../../reports/report-records.ts'
import type { RecordsMoment } from '../../../store/moment.ts'
import { valuesIn } from '../../../store/queries/read-query.ts'
import type { TransactionQuery } from '../../../store/queries/transaction-query.ts'
import type { TransactionTotal } from '../../../store/queries/transactions.ts'
import type { AccountState, ListEnd } from '../../../store/state.ts'
import { normaliseTransaction } from '../../../sync/service/normalise.ts'
import { Refusal } from '../../http.ts'
import { inOrderOfValue, type PricedDay, valueSort } from '../api/by-value.ts'
import { recordedOf, recordIn } from '../api/console-records.ts'
import { askedList, askedTransactions, filterNamesIn, totalsColumns } from '../api/list-query.ts'
import { claimsOf, type SignedClaims } from '../signed-about.ts'
import { nativeDigest } from '../signed-zip.ts'

/** `count`: totals, as the audit log names them. */
export type DownloadKind = ListName | 'count'

export interface DownloadOrder {
  readonly kind: DownloadKind
  readonly format: FileFormat
  readonly query: ReadQuery
  /** Null for all of them. JSON has whole records, with dates if one of these is a date. */
  readonly columns: readonly string[] | null
  /** Where it is sorted by value, or has values. */
  readonly priced: PricedDay | null
  /** The filter by the API's names, for the name of the file. */
  readonly parameters: Readonly<Record<string, string>>
  /** Only transactions of these vaults, at either end. */
  readonly vaults?: readonly string[]
}

/** A file, and what is signed of it where it is. */
export interface MadeFile {
  readonly written: WrittenFile
  readonly claims: SignedClaims
}

/** Throws GTW-27 where the service refuses the list meanwhile. */
export async function writeList(
  moment: RecordsMoment,
  order: DownloadOrder,
  sink: ByteSink,
  signal: AbortSignal,
): Promise<MadeFile> {
  const { kind, format, query } = order
  const state = await moment.state()
  const end = endOfList(state, kind)
  if (end === null) throw new Refusal('GTW-26')
  const isDated = query.period.from !== undefined || query.period.before !== undefined
  const { undecided } = isDated ? await moment.count(transactionsOf(order)) : { undecided: 0 }
  const about = aboutDownload(state, end, order, undecided)
  const columns = order.columns ?? columnsOf(kind, query)
  const feeAssetOf = columns.includes('fee_asset') ? await readFeeAssets(moment) : () => null
  const { content, pieces } = rowsOfDownload(moment, state, order, columns, feeAssetOf)
  await sink.named?.(madeFileName(about, format))
  const writing = await beginFile(format, content, columns, sink, nativeDigest())
  for await (const records of pieces) {
    signal.throwIfAborted()
    await writing.add(records)
  }
  const written = await writing.end(about)
  const what = listSubject(order, datedAccount(state).whose)
  return { written, claims: claimsOf({ ...state, asOf: about.begun }, written, { what, stated: {} }) }
}

/** All columns that the file can have, in their order. */
export function columnsOf(kind: DownloadKind, query: ReadQuery): readonly string[] {
  const columns = kind === 'count' ? totalsColumnNames(query) : keptColumns(kind)
  return hasValues(kind, query) ? [...columns, ...valueFileColumns] : columns
}

function hasValues(kind: DownloadKind, { filter }: ReadQuery): boolean {
  return (kind === 'transactions' || kind === 'count') && filter.has('currency')
}

/** Null where the list was not read yet. Throws GTW-27 where the service refuses it. */
export function endOfList(state: AccountState, kind: DownloadKind): ListEnd | null {
  const reading = state.lists[kind === 'count' ? 'transactions' : kind]
  if (reading !== null && 'refused' in reading)
    throw new Refusal('GTW-27', `The custody service refuses this list (${reading.refused}).`)
  return reading
}

function aboutDownload(
  { asOf, dates }: AccountState,
  { completeness, doubts, begun }: ListEnd,
  { kind, parameters }: DownloadOrder,
  undecided: number,
): AboutFile {
  const contradictions = kind === 'transactions' || kind === 'count' ? (dates?.doubts ?? []) : []
  const asked = asOf ?? begun
  return {
    ...{ fileName: kind, parameters, begun: asked, ended: asked, undecided },
    days: dates?.days ?? null,
    completeness:
      undecided > 0 || (completeness === 'complete' && contradictions.length > 0) ? 'partial' : completeness,
    reasons: [...doubts, ...contradictions, ...(undecided === 0 ? [] : [undecidedText(undecided)])],
    remarks: [],
  }
}

interface DownloadRows {
  readonly content: FileContent<unknown>
  /** Records of this content, in pieces. */
  readonly pieces: AsyncIterable<readonly unknown[]>
}

function rowsOfDownload(
  moment: RecordsMoment,
  { dates }: AccountState,
  order: DownloadOrder,
  columns: readonly string[],
  feeAssetOf: FeeAssetOf,
): DownloadRows {
  const { kind, query, priced } = order
  const values = hasValues(kind, query) ? (priced?.values ?? null) : null
  if (kind === 'count')
    return { content: totalsContent(feeAssetOf, values), pieces: totalsPieces(moment, query) }
  if (kind === 'transactions')
    return {
      content: keptTransactions(dates?.days ?? 'utc', hasDateColumn(columns), feeAssetOf, values),
      pieces: inForm(moment.transactions(transactionsOf(order)), (row) => ({
        transaction: normaliseTransaction(parseBody(row.record)),
        recorded: recordedOf(row).recorded,
      })),
    }
  return { content: listExport(kind), pieces: listPieces(moment, kind, query, priced) }
}

function transactionsOf({ query, vaults, priced }: DownloadOrder): TransactionQuery {
  const sort = priced && valueSort(query, priced)
  return { ...askedTransactions(query), ...(sort && { sort }), ...(vaults && { vault_id: vaults }) }
}

function listPieces(
  moment: RecordsMoment,
  kind: WholeListName,
  query: ReadQuery,
  priced: DownloadOrder['priced'],
): AsyncIterable<readonly unknown[]> {
  const piecesOf = <Name extends WholeListName>(name: Name) =>
    inForm(moment.list(name, askedList(query, name)), (text) => recordIn(name, text))
  return kind === 'vaults' && priced !== null
    ? ranked(piecesOf('vaults'), (all) => inOrderOfValue(all, query, priced))
    : piecesOf(kind)
}

/** There are a few thousand at most. */
async function* ranked<Record>(
  pieces: AsyncIterable<readonly Record[]>,
  rank: (records: readonly Record[]) => readonly Record[],
): AsyncGenerator<readonly Record[]> {
  const all: Record[] = []
  for await (const records of pieces) all.push(...records)
  yield rank(all)
}

async function* inForm<Row, Record>(
  pieces: AsyncIterable<readonly Row[]>,
  form: (row: Row) => Record,
): AsyncGenerator<readonly Record[]> {
  for await (const rows of pieces)
    for (let at = 0; at < rows.length; at += rowsInForm) yield rows.slice(at, at + rowsInForm).map(form)
}

/** Small batches, so that a garbage collection in between does not promote them. */
const rowsInForm = 20

/** The asset of fees is told where networks are told apart. */
function totalsColumnNames(query: ReadQuery): readonly string[] {
  const by = totalsColumns(query)
  return [
    ...by,
    ...['transactions', 'amount', 'fee'],
    ...(by.includes('network_id') ? ['fee_asset'] : []),
    ...['amountless', 'feeless', 'recorded_from', 'recorded_before'],
  ]
}

/** Counts and exact sums, with the asset in which the network takes its fees. */
const totalsContent = (feeAssetOf: FeeAssetOf, values: DayValues | null): FileContent<TransactionTotal> => ({
  kinds: {
    ...valueKinds,
    ...{ transactions: 'count', amountless: 'count', feeless: 'count' },
    ...{ amount: 'amount', fee: 'amount', recorded_from: 'instant', recorded_before: 'instant' },
  },
  rowsOf: ({ group, count, amount, amountless, fee, feeless, recorded }) => [
    {
      ...group,
      ...{ transactions: String(count), amountless: String(amountless), feeless: String(feeless) },
      ...{ amount, fee, fee_asset: feeAssetOf({ asset_id: null, network_id: null, ...group }) },
      recorded_from: recorded && isoInstant(recorded.from),
      recorded_before: recorded && isoInstant(recorded.before),
      ...(values && cellsOf(values, { group, amount })),
    },
  ],
  received: (total) => ({ ...total, ...(values && cellsOf(values, total)) }),
  hasOthers: () => false,
})

function cellsOf(values: DayValues, { group, amount }: Pick<TransactionTotal, 'group' | 'amount'>) {
  return valueCells(values, { asset_id: group.asset_id ?? null, held: amount })
}

async function* totalsPieces(moment: RecordsMoment, query: ReadQuery) {
  yield await moment.totals(askedTransactions(query), totalsColumns(query))
}

/** What the file is of, as it was understood: for whoever signs it. */
function listSubject({ kind, query, columns, priced }: DownloadOrder, days: 'utc' | 'service'): Subject {
  const named = [...filterNamesIn(query), 'currency'].filter(
    (name) => query.filter.has(name) && name !== 'sort' && name !== 'by',
  )
  const by = totalsColumns(query)
  const { from, before } = query.period
  return {
    kind: 'list',
    name: kind === 'count' ? 'totals' : kind,
    period:
      from === undefined && before === undefined
        ? null
        : {
            from: from === undefined ? null : preciseInstant(from),
            before: before === undefined ? null : preciseInstant(before),
            zone: days === 'service' ? 'service' : 'UTC',
          },
    vaults: null,
    parameters: {
      ...Object.fromEntries(named.map((name) => [name, valuesIn(query, name) ?? []])),
      ...(by.length > 0 && { by }),
      ...(priced && { prices: [`${priced.source.name} ${priced.source.sha256}`] }),
    },
    sort: query.filter.get('sort') ?? null,
    columns,
  }
}
