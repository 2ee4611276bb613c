import { amountNames, type Holding, type Transaction, type Vault, type Whitelist } from '../api/records.ts'
import type { BookRow } from '../books/transaction-table.ts'
import { wireTransaction } from '../books/wire-form.ts'
import type { BalanceType } from '../contract/enumerations.ts'
import { feeAssetAssumption, feeAssetOf } from '../contract/fee-asset.ts'
import type { ListName } from '../contract/file-names.ts'
import { balancesList, transactionsList, vaultsList, whitelistsList } from '../url/lists.ts'
import { type ColumnKinds, type FileRow, inUtc, type ListExport } from './list-export.ts'

const assetColumns = ['asset_id', 'asset_name', 'network_id', 'network_name'] as const
const sourceColumns = ['source_type', 'source_id', 'source_name', 'source_address'] as const
const destinationColumns = [
  ...(['destination_type', 'destination_id', 'destination_name', 'destination_address'] as const),
  'memo',
] as const

interface SentRecord {
  readonly received: unknown
  readonly others: readonly unknown[]
  readonly assets?: readonly { readonly others: readonly unknown[] }[]
}

const asSent = {
  received: ({ received }: SentRecord) => received,
  hasOthers: ({ others, assets = [] }: SentRecord) =>
    others.length > 0 || assets.some((each) => each.others.length > 0),
}

export const transactionsExport = {
  name: 'transactions',
  of: transactionsList,
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
  shownBy: {
    transaction_type: ['transaction_type'],
    status: ['status'],
    amount: ['amount'],
    asset_id: ['asset_id'],
    network_name: ['network_id', 'network_name'],
    source: sourceColumns,
    destination: destinationColumns,
    fee: ['fee', 'fee_asset'],
    txn_hash: ['txn_hash'],
    transaction_id: ['transaction_id'],
    timestamp: ['retrieved_at'],
    recorded_on: ['recorded_on'],
  },
  identity: ['transaction_id'],
  kinds: { retrieved_at: 'instant', recorded_on: 'day', amount: 'amount', fee: 'amount' },
  remarks: [feeAssetAssumption],
  isDated: true,
  rowsOf: ({ source, destination, timestamp, others: _, received: __, ...fields }) => [
    {
      ...fields,
      ...source,
      ...destination,
      retrieved_at: inUtc(timestamp),
      fee_asset: feeAssetOf(fields.network_id),
    },
  ],
  ...asSent,
} satisfies ListExport<Transaction>

/** The same of transactions in books, which keep them in another form. */
export const bookedTransactionsExport = {
  ...transactionsExport,
  rowsOf: (row) => transactionsExport.rowsOf({ ...row.whole(), received: null }),
  received: (row) => wireTransaction(row.whole()),
  hasOthers: ({ others }) => others.length > 0,
} satisfies ListExport<BookRow>

/** One row per address; a whitelist without addresses has one row. */
export const whitelistsExport: ListExport<Whitelist> = {
  name: 'whitelists',
  of: whitelistsList,
  columns: ['whitelist_id', 'whitelist_name', 'whitelist_type', ...assetColumns, 'address', 'memo'],
  shownBy: {
    whitelist_name: ['whitelist_name'],
    whitelist_type: ['whitelist_type'],
    assets: ['asset_id', 'asset_name'],
    networks: ['network_id', 'network_name'],
  },
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

function balancesExport(type: BalanceType): ListExport<Holding> {
  return {
    name: 'balances',
    of: balancesList(type),
    columns: ['balance_type', ...assetColumns, ...amountNames],
    shownBy: {
      ...Object.fromEntries([...assetColumns, ...amountNames].map((name) => [name, [name]])),
      network_name: ['network_id', 'network_name'],
      // What the API has of it: files of its records have no values.
      value: ['total_balance'],
    },
    identity: ['balance_type', 'asset_id', 'network_id'],
    kinds: balanceKinds,
    rowsOf: (record) => [{ balance_type: type, ...holdingRow(record) }],
    ...asSent,
  }
}

/** One row per holding; an empty vault has one row. */
export const vaultsExport: ListExport<Vault> = {
  name: 'vaults',
  of: vaultsList,
  columns: ['vault_id', 'vault_name', 'vault_type', ...assetColumns, ...amountNames],
  shownBy: {
    vault_id: ['vault_id'],
    vault_name: ['vault_name'],
    vault_type: ['vault_type'],
    value: ['asset_id', 'total_balance'],
    assets: [...assetColumns, 'total_balance'],
    states: amountNames.filter((name) => name !== 'total_balance'),
  },
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

/** Of records as they are in books, and where a list was read into a table of transactions. */
export function bookedExport(name: ListName): ListExport<unknown> {
  return name === 'transactions' ? bookedTransactionsExport : listExport(name)
}
