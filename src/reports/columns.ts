/** Columns and rows that several reports have. */
import type {
  ColumnKind,
  ReportCells,
  ReportColumn,
  ReportRow,
  ReportTone,
  ReportTransaction,
} from '../contract/report.ts'
import { destinationColumns, sourceColumns } from '../files/list-export.ts'
import { transactionHref } from '../url/hrefs.ts'

const itemFields = [
  ...(['transaction_id', 'txn_hash', 'status', 'transaction_type', 'asset_id', 'network_id'] as const),
  ...(['amount', 'fee', 'note'] as const),
]

/** The cells of a transaction, by the API's own names. */
export function transactionCells(transaction: ReportTransaction): ReportCells {
  const { source, destination } = transaction
  return Object.fromEntries([
    ...itemFields.map((name) => [name, transaction[name]]),
    ...sourceColumns.map((name) => [name, source[name]]),
    ...destinationColumns.map((name) => [name, destination[name]]),
  ])
}

export function fileColumns(kind: ColumnKind, ...names: readonly string[]): readonly ReportColumn[] {
  return names.map((name) => ({ name, label: name, kind, where: 'file' }))
}

export const assetIdColumns = [...fileColumns('asset', 'asset_id'), ...fileColumns('network', 'network_id')]

/** The columns that rows of an asset begin with, of all its vaults or one: whatever the report, they are the same. */
export const assetColumns: readonly ReportColumn[] = [
  { name: 'line', label: 'Asset', kind: 'text', where: 'page' },
  ...assetIdColumns,
]

/** Where the asset does not name the row. */
export const shownAssetColumns: readonly ReportColumn[] = [
  { name: 'asset_id', label: 'Asset', kind: 'asset' },
  ...fileColumns('network', 'network_id'),
]

export const vaultColumns = fileColumns('vault', 'vault_id', 'vault_name', 'vault_type')

export const partyColumns = fileColumns('text', ...sourceColumns, ...destinationColumns)

export function periodColumns(zone: string | null): readonly ReportColumn[] {
  return [...fileColumns('day', 'first_day', 'last_day'), ...(zone ? fileColumns('text', 'time_zone') : [])]
}

/** Of tables with a row for each transaction: when, what, how much, from where to where. */
export const recordColumns: readonly ReportColumn[] = [
  { name: 'recorded_on', label: 'Date', kind: 'day' },
  ...fileColumns('transaction', 'transaction_id'),
  { name: 'transaction_type', label: 'Type', kind: 'type' },
  { name: 'status', label: 'Status', kind: 'status' },
  ...shownAssetColumns,
  { name: 'amount', label: 'Amount', kind: 'amount' },
  { name: 'from', label: 'From', kind: 'party', where: 'page' },
  { name: 'to', label: 'To', kind: 'party', where: 'page' },
  ...partyColumns,
]

/** `place` names a transaction without an id. */
export function recordRow(
  transaction: ReportTransaction,
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

/** The worst first, and otherwise as they come. */
export function worstFirst<Row extends Pick<ReportRow, 'tone'>>(rows: readonly Row[]): readonly Row[] {
  const rankOf = ({ tone = 'neutral' }: Row) => tonesInOrder.indexOf(tone)
  return rows.toSorted((one, other) => rankOf(one) - rankOf(other))
}

const tonesInOrder: readonly ReportTone[] = ['bad', 'warning', 'neutral', 'good']

export function worstOf(tones: readonly ReportTone[]): ReportTone {
  return tonesInOrder.find((tone) => tones.includes(tone)) ?? 'neutral'
}
