/** What the file of a list is. */

import type { ListName } from '../contract/console-api.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import {
  amountNames,
  type Holding,
  holderOf,
  type Transaction,
  type Vault,
  type Whitelist,
} from '../contract/normal-records.ts'

export const exportFormats = ['csv', 'json', 'xlsx'] as const
export type ExportFormat = (typeof exportFormats)[number]

export const mediaTypes: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv;charset=utf-8',
  json: 'application/json',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

export type Cell = string | null

/** By column name. A missing column has no value. */
export type FileRow = Readonly<Record<string, Cell>>

/** What XLSX has as a number or a date. An amount stays exact text, with an approximate number beside it. */
export type ColumnKinds = Readonly<Record<string, 'amount' | 'count' | 'day' | 'instant'>>

/** The day on which the service recorded a row. Records do not have it: it is found by asking for one day after another. */
export const recordedColumn = 'recorded_on'

export interface ListExport<R, Name extends string = string> {
  /** In the order of the specification, with the API's field names if these are clear. */
  readonly columns: readonly Name[]
  /** Columns that identify a row. Every file has them: without them, rows cannot be checked or compared. */
  readonly identity: readonly Name[]
  readonly kinds: ColumnKinds
  /** At least one, so that no record is lost. */
  rowsOf(record: R): readonly FileRow[]
  received(record: R): unknown
  /** True if the service sent fields that are not in the specification. Only JSON can hold them. */
  hasOthers(record: R): boolean
}

/** The chosen columns in their order, after those that identify a row. */
export function withIdentity(
  { identity }: Pick<ListExport<never>, 'identity'>,
  chosen: readonly string[],
): readonly string[] {
  return [...new Set([...identity.filter((name) => !chosen.includes(name)), ...chosen])]
}

/** Keeps all digits of the instant. A text without an offset is unchanged. */
export function inUtc(text: Cell): Cell {
  const match = /^(\d{4}-\d{2}-\d{2})[T ](\d{2}:\d{2}:\d{2})(\.\d+)?([+-]\d{2}):?(\d{2})$/.exec(text ?? '')
  if (!match) return text
  const [, date, time, fraction = '', hours, minutes] = match
  const instant = new Date(`${date}T${time}${hours}:${minutes}`)
  return Number.isNaN(instant.getTime()) ? text : `${instant.toISOString().slice(0, 19)}${fraction}Z`
}

const assetColumns = ['asset_id', 'asset_name', 'network_id', 'network_name'] as const
export const sourceColumns = ['source_type', 'source_id', 'source_name', 'source_address'] as const
export const destinationColumns = [
  ...(['destination_type', 'destination_id', 'destination_name', 'destination_address'] as const),
  'memo',
] as const

/** A file has them where it is asked for in a currency. */
export const valueFileColumns = ['value', 'currency', 'price', 'price_date'] as const

interface SentRecord {
  readonly received?: unknown
  readonly others: readonly unknown[]
  readonly assets?: readonly { readonly others: readonly unknown[] }[]
}

const asSent = {
  received: ({ received }: SentRecord) => received,
  hasOthers: ({ others, assets = [] }: SentRecord) =>
    others.length > 0 || assets.some((each) => each.others.length > 0),
}

export const transactionsExport = {
  columns: [
    'transaction_id',
    // The API's `timestamp`. Under that name it would be taken for the time of the transaction.
    'retrieved_at',
    ...(['recorded_on', 'status', 'transaction_type'] as const),
    ...assetColumns,
    ...(['amount', 'fee', 'fee_asset'] as const),
    ...sourceColumns,
    ...destinationColumns,
    ...(['txn_hash', 'blockexplorer_link', 'note'] as const),
  ],
  identity: ['transaction_id'],
  kinds: { retrieved_at: 'instant', recorded_on: 'day', amount: 'amount', fee: 'amount' },
  rowsOf: ({ source, destination, timestamp, others: _, received: __, ...fields }) => [
    { ...fields, ...source, ...destination, retrieved_at: inUtc(timestamp) },
  ],
  ...asSent,
} satisfies ListExport<Transaction>

export type TransactionFileColumn = (typeof transactionsExport.columns | typeof valueFileColumns)[number]

const whitelistFileColumns = [
  ...(['whitelist_id', 'whitelist_name', 'whitelist_type'] as const),
  ...assetColumns,
  ...(['address', 'memo'] as const),
] as const
export type WhitelistFileColumn = (typeof whitelistFileColumns)[number]

/** One row per address; a whitelist without addresses has one row. */
export const whitelistsExport: ListExport<Whitelist, WhitelistFileColumn> = {
  columns: whitelistFileColumns,
  identity: ['whitelist_id', 'asset_id', 'network_id', 'address', 'memo'],
  kinds: {},
  rowsOf: ({ whitelist_id, whitelist_name, whitelist_type, assets }) =>
    rowOfEach(
      { whitelist_id, whitelist_name, whitelist_type },
      assets.map(({ others: _, received: __, ...entry }) => entry),
    ),
  ...asSent,
}

const balanceKinds: ColumnKinds = Object.fromEntries(amountNames.map((name) => [name, 'amount']))

function holdingRow({ asset_id, asset_name, network_id, network_name, balances }: Holding): FileRow {
  return { asset_id, asset_name, network_id, network_name, ...balances }
}

/** A record without entries has one row. */
function rowOfEach(record: FileRow, entries: readonly FileRow[]): readonly FileRow[] {
  return (entries.length === 0 ? [{}] : entries).map((entry) => ({ ...record, ...entry }))
}

const balanceFileColumns = ['balance_type', ...assetColumns, ...amountNames] as const
export type BalanceFileColumn = (typeof balanceFileColumns)[number]

function balancesExport(type: BalanceType): ListExport<Holding, BalanceFileColumn> {
  return {
    columns: balanceFileColumns,
    identity: ['balance_type', 'asset_id', 'network_id'],
    kinds: balanceKinds,
    rowsOf: (record) => [{ balance_type: holderOf(record) ?? type, ...holdingRow(record) }],
    ...asSent,
  }
}

const vaultFileColumns = [
  ...(['vault_id', 'vault_name', 'vault_type'] as const),
  ...assetColumns,
  ...amountNames,
] as const
export type VaultFileColumn = (typeof vaultFileColumns)[number]

/** One row per holding; an empty vault has one row. */
export const vaultsExport: ListExport<Vault, VaultFileColumn> = {
  columns: vaultFileColumns,
  identity: ['vault_id', 'asset_id', 'network_id'],
  kinds: balanceKinds,
  rowsOf: ({ vault_id, vault_name, vault_type, assets }) =>
    rowOfEach({ vault_id, vault_name, vault_type }, assets.map(holdingRow)),
  ...asSent,
}

const exports: Readonly<Record<ListName, ListExport<unknown>>> = {
  transactions: transactionsExport,
  vaults: vaultsExport,
  whitelists: whitelistsExport,
  balances: balancesExport('all'),
  'balances-cold': balancesExport('cold'),
  'balances-warm': balancesExport('warm'),
}

export function listExport(name: ListName): ListExport<unknown> {
  return exports[name]
}
