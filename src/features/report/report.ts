/**
 * The one shape of a report: titled tables of typed columns, remarks, and its basis. One view draws it and one writer saves it, so both
 * show the same.
 */
import { type Books, listsRead, updateSentence } from '../../books/books.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import type { ReportName } from '../../contract/file-names.ts'
import type { EvidenceInputs } from '../../files/evidence-inputs.ts'
import type { Cell } from '../../files/list-export.ts'
import { transactionHref } from '../../url/hrefs.ts'

export interface Report {
  readonly name: ReportName
  readonly title: string
  /** The worst of what is true. */
  readonly headline: { readonly text: string; readonly tone: ReportTone }
  readonly tables: readonly ReportTable[]
  /** Sentences that every reader should see. */
  readonly remarks: readonly string[]
  readonly basis: Basis
  /** What was asked for, by the names in the link. */
  readonly parameters: Readonly<Record<string, string>>
  /** How people read some of these, such as vaults by name. */
  readonly shown?: Readonly<Record<string, string>>
  readonly link: string
  /** What the reader added to the records, such as prices. */
  readonly inputs?: EvidenceInputs
}

export type ReportTone = 'good' | 'bad' | 'warning' | 'neutral'

export interface ReportTable {
  /** In the column `table` of a file with several tables. */
  readonly name: string
  readonly title: string
  readonly columns: readonly ReportColumn[]
  readonly rows: readonly ReportRow[]
  readonly empty?: string
  readonly remarks?: readonly string[]
  /** Secondary: folded on screen, and only in JSON files. */
  readonly isAside?: boolean
  /** On screen, its rows are links and do not open. */
  readonly isLinked?: boolean
  /** What rows are at each depth, such as `asset` and `vault`: the column `level` of a file. */
  readonly levels?: readonly string[]
}

/** The first column on screen names the row, and opens it. */
export interface ReportColumn {
  /** Its name in files: the API's own field name where there is one. */
  readonly name: string
  readonly label: string
  readonly kind: ColumnKind
  readonly hint?: string
  /** `only` is not on screen, `never` is on screen alone. */
  readonly inFile?: 'only' | 'never'
}

/**
 * How a cell is shown and sorted. A known address is shown by its name, a short or a whole one is not. A transaction is an id, and leads to its record. The cell of a party is `source` or `destination`: an end of the row's
 * transaction.
 */
export type ColumnKind =
  | 'text'
  | 'amount'
  | 'balance'
  | 'count'
  | 'day'
  | 'instant'
  | 'asset'
  | 'vault'
  | 'network'
  | 'address'
  | 'party'
  | 'short-address'
  | 'whole-address'
  | 'status'
  | 'type'
  | 'transaction'
  | 'verdict'
  | 'sentence'

export interface ReportRow {
  readonly id: string
  readonly cells: Readonly<Record<string, Cell>>
  /** Where the row leads. A row with parts opens instead; on screen its first part then leads there, under this label. */
  readonly href?: string | null
  readonly linkLabel?: string
  readonly tone?: ReportTone
  /** What is wrong with the row, in a sentence. */
  readonly remark?: string
  /** For cells of its parties. */
  readonly transaction?: BookedTransaction
  /** The rows that it opens to. */
  readonly parts?: readonly ReportRow[]
}

export interface Basis {
  readonly service: string
  readonly account: string | null
  readonly endpoints: readonly string[]
  /** When reading began and ended: ISO 8601 UTC. The report is as of the end. */
  readonly begun: string
  readonly ended: string
  readonly read: { readonly records: number }
  /** Why it cannot be proved that everything was read, in sentences. */
  readonly doubts: readonly string[]
  /** What was taken from an earlier reading, in a sentence. */
  readonly update?: string
  /** How many of its holdings are proved: with fewer than all it is not complete. */
  readonly proof?: { readonly proved: number; readonly of: number }
}

export function basisOf(
  books: Books,
  lists: readonly ('vaults' | 'balances' | 'whitelists' | 'transactions')[],
): Basis {
  const { service, account, begun, ended } = books
  const read = listsRead(books)
    .filter(({ list }) => lists.includes(list))
    .map(({ endpoint, end }) => ({ endpoint, ...end }))
  const update = lists.includes('transactions') && updateSentence(books)
  return {
    ...{ service, account, begun, ended },
    endpoints: read.map(({ endpoint }) => endpoint),
    read: { records: read.reduce((sum, { rows }) => sum + rows, 0) },
    doubts: [...new Set(read.flatMap(({ doubts }) => doubts))],
    ...(update && { update }),
  }
}

/** All remarks, with that about an update. */
export function remarksOf({
  remarks,
  basis: { update },
}: Pick<Report, 'remarks' | 'basis'>): readonly string[] {
  return update === undefined ? remarks : [...remarks, update]
}

/** Rows, each with those that it is made of. */
export function withParts(rows: readonly ReportRow[]): readonly ReportRow[] {
  return rows.flatMap((row) => [row, ...withParts(row.parts ?? [])])
}

const itemFields = [
  'transaction_id',
  'txn_hash',
  'status',
  'transaction_type',
  'asset_id',
  'network_id',
  'amount',
  'fee',
  'note',
] as const
const sourceFields = ['source_type', 'source_id', 'source_name', 'source_address'] as const
const destinationFields = [
  'destination_type',
  'destination_id',
  'destination_name',
  'destination_address',
] as const
const destinationEnd = [...destinationFields, 'memo'] as const

/** The cells of a transaction, by the API's own names. Rows of the books' table have getters, which spreading leaves out. */
export function transactionCells(transaction: BookedTransaction): Readonly<Record<string, Cell>> {
  const { source, destination } = transaction
  return Object.fromEntries([
    ...itemFields.map((name) => [name, transaction[name]]),
    ...sourceFields.map((name) => [name, source[name]]),
    ...destinationEnd.map((name) => [name, destination[name]]),
  ])
}

/** Columns that are in files alone. */
export function fileColumns(kind: ColumnKind, ...names: readonly string[]): readonly ReportColumn[] {
  return names.map((name) => ({ name, label: name, kind, inFile: 'only' }))
}

/** The columns that rows of an asset begin with, of all its vaults or one: whatever the report, they are the same. */
export const assetColumns: readonly ReportColumn[] = [
  { name: 'line', label: 'Asset', kind: 'text', inFile: 'never' },
  ...fileColumns('asset', 'asset_id'),
  ...fileColumns('network', 'network_id'),
]

export const vaultColumns = fileColumns('vault', 'vault_id', 'vault_name', 'vault_type')

export const partyColumns = fileColumns('text', ...sourceFields, ...destinationEnd)

/** Of tables with a row for each transaction: when, what, how much, from where to where. */
export const recordColumns: readonly ReportColumn[] = [
  { name: 'recorded_on', label: 'Date', kind: 'day' },
  ...fileColumns('transaction', 'transaction_id'),
  { name: 'transaction_type', label: 'Type', kind: 'type' },
  { name: 'status', label: 'Status', kind: 'status' },
  { name: 'asset_id', label: 'Asset', kind: 'asset' },
  ...fileColumns('network', 'network_id'),
  { name: 'amount', label: 'Amount', kind: 'amount' },
  { name: 'from', label: 'From', kind: 'party', inFile: 'never' },
  { name: 'to', label: 'To', kind: 'party', inFile: 'never' },
  ...partyColumns,
]

/** `place` names a transaction without an id. */
export function recordRow(
  transaction: BookedTransaction,
  recorded_on: string | null,
  place: number,
): ReportRow {
  const { transaction_id } = transaction
  return {
    id: transaction_id ?? String(place),
    href: transaction_id === null ? null : transactionHref(transaction_id),
    transaction,
    cells: { ...transactionCells(transaction), recorded_on, from: 'source', to: 'destination' },
  }
}
