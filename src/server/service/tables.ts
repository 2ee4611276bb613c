import type {
  DestinationType,
  SourceType,
  TransactionStatus,
  TransactionType,
  VaultType,
  WhitelistType,
} from '../../contract/enumerations.ts'
import type { Database, Queries } from '../../database/database.ts'
import { define, orderedText } from '../../database/definition.ts'

/**
 * What PGlite, PostgreSQL and engines that speak its protocol share; it runs at every start, one statement at a time, since few engines change
 * tables within a transaction. Amounts are exact: `text` where a record carries them unchanged, `numeric` where they are added up. `ordered`
 * is the type of texts that are sorted.
 */
export const tablesWith = (ordered: string): readonly string[] => [
  `create table if not exists setting (
  name text primary key,
  value text not null
)`,
  `create table if not exists api_key (
  key_hash text primary key,
  key_id text not null unique,
  key_name text not null,
  roles text not null,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
)`,
  `create table if not exists asset (
  asset_id ${ordered} not null,
  network_id ${ordered} not null,
  asset_name text not null,
  network_name text not null,
  primary key (asset_id, network_id)
)`,
  `create table if not exists vault (
  vault_id ${ordered} primary key,
  vault_name ${ordered} not null,
  vault_type text not null
)`,
  `create table if not exists holding (
  vault_id ${ordered} not null references vault,
  asset_id ${ordered} not null,
  network_id ${ordered} not null,
  available_balance numeric not null,
  processing_balance numeric not null,
  staking_balance numeric not null,
  claimable_balance numeric not null,
  primary key (vault_id, asset_id, network_id),
  foreign key (asset_id, network_id) references asset
)`,
  `create table if not exists whitelist (
  whitelist_id ${ordered} primary key,
  whitelist_name ${ordered} not null,
  whitelist_type text not null
)`,
  `create table if not exists whitelist_address (
  whitelist_id ${ordered} not null references whitelist,
  position integer not null,
  asset_id ${ordered} not null,
  network_id ${ordered} not null,
  address text not null,
  memo text not null,
  primary key (whitelist_id, position),
  foreign key (asset_id, network_id) references asset
)`,
  `create table if not exists transaction (
  transaction_id ${ordered} primary key,
  recorded_at timestamptz not null,
  transaction_type text not null,
  status text not null,
  asset_id ${ordered} not null,
  network_id ${ordered} not null,
  amount text not null,
  fee text not null,
  source_type text not null,
  source_id text not null,
  source_name text not null,
  source_address text not null,
  destination_type text not null,
  destination_id text not null,
  destination_name text not null,
  destination_address text not null,
  memo text not null,
  txn_hash text not null,
  blockexplorer_link text not null,
  note text not null,
  foreign key (asset_id, network_id) references asset
)`,
]

const filtered = [
  'source_id',
  'source_address',
  'asset_id',
  'network_id',
  'transaction_type',
  'destination_id',
  'destination_address',
  'status',
]

/** A filter is followed by the order of its list, so that a page is read off the index. Separate: bulk loads are faster without. */
export const indexes: readonly string[] = [
  'create index if not exists transaction_order on transaction (recorded_at desc, transaction_id)',
  ...filtered.map(
    (column) =>
      `create index if not exists transaction_by_${column} on transaction (${column}, recorded_at desc, transaction_id)`,
  ),
  'create index if not exists vault_order on vault (vault_name asc, vault_id)',
  'create index if not exists vault_by_type on vault (vault_type, vault_name, vault_id)',
  'create index if not exists holding_by_asset on holding (asset_id, network_id, vault_id)',
  'create index if not exists holding_by_network on holding (network_id, vault_id)',
  'create index if not exists whitelist_order on whitelist (whitelist_name asc, whitelist_id)',
  'create index if not exists whitelist_by_type on whitelist (whitelist_type, whitelist_name, whitelist_id)',
  'create index if not exists whitelist_address_by_asset on whitelist_address (asset_id, network_id, whitelist_id)',
  'create index if not exists whitelist_address_by_network on whitelist_address (network_id, whitelist_id)',
]

/** A killed process leaves tables without rows, or all of them. Takes as long as it takes. */
export async function install(
  database: Database,
  fill: (queries: Queries) => Promise<void> = async () => {},
): Promise<void> {
  for (const statement of tablesWith(await orderedText(database))) await define(database, statement)
  await database.transaction(fill, { seconds: null })
  for (const statement of indexes) await define(database, statement)
}

/** Times the columns of a transaction, less than the 65,535 parameters that a statement can have. */
const chunkSize = 500

/** Takes transactions as they are generated: a million need no more memory. */
export async function loadRecords(queries: Queries, books: DemonstrationRecords): Promise<void> {
  await insertRows(queries, 'asset', books.assets)
  await insertRows(queries, 'vault', books.vaults)
  await insertRows(queries, 'whitelist', books.whitelists)
  await insertRows(queries, 'whitelist_address', books.whitelistAddresses)
  await insertRows(queries, 'transaction', books.transactions)
  await insertRows(queries, 'holding', books.holdings())
}

async function insertRows(queries: Queries, table: string, rows: Iterable<object>): Promise<void> {
  for (const chunk of chunks(rows)) {
    const columns = Object.keys(chunk[0] ?? {})
    const values: string[] = []
    const lines = chunk.map((row) => {
      const fields = new Map<string, unknown>(Object.entries(row))
      return `(${columns.map((name) => `$${values.push(String(fields.get(name)))}`).join(', ')})`
    })
    await queries.query(`insert into ${table} (${columns.join(', ')}) values ${lines.join(', ')}`, values)
  }
}

function* chunks(rows: Iterable<object>): Generator<object[]> {
  let chunk: object[] = []
  for (const row of rows) {
    chunk.push(row)
    if (chunk.length < chunkSize) continue
    yield chunk
    chunk = []
  }
  if (chunk.length > 0) yield chunk
}

type Row<Column extends string> = Readonly<Record<Column, string>>

export type AssetRow = Row<'asset_id' | 'network_id' | 'asset_name' | 'network_name'>

export type VaultRow = Row<'vault_id' | 'vault_name'> & { readonly vault_type: VaultType }

/** The total is the sum of the four balances, and is not stored. */
export type HoldingRow = Row<
  | 'vault_id'
  | 'asset_id'
  | 'network_id'
  | 'available_balance'
  | 'processing_balance'
  | 'staking_balance'
  | 'claimable_balance'
>

export type WhitelistRow = Row<'whitelist_id' | 'whitelist_name'> & { readonly whitelist_type: WhitelistType }

/** `position`: among the whitelist's addresses, from 0. */
export type WhitelistAddressRow = Row<'whitelist_id' | 'asset_id' | 'network_id' | 'address' | 'memo'> & {
  readonly position: number
}

type End<Name extends 'source' | 'destination', Type> = Row<`${Name}_${'id' | 'name' | 'address'}`> &
  Readonly<Record<`${Name}_type`, Type>>

/** `recorded_at`: ISO 8601 UTC instant with milliseconds at which the service recorded the transaction. */
export type TransactionRow = Row<
  | 'transaction_id'
  | 'recorded_at'
  | 'asset_id'
  | 'network_id'
  | 'amount'
  | 'fee'
  | 'memo'
  | 'txn_hash'
  | 'blockexplorer_link'
  | 'note'
> &
  End<'source', SourceType> &
  End<'destination', DestinationType> & {
    readonly transaction_type: TransactionType
    readonly status: TransactionStatus
  }

/** `transactions` can be walked once, oldest first. */
export interface DemonstrationRecords {
  readonly assets: readonly AssetRow[]
  readonly vaults: readonly VaultRow[]
  readonly whitelists: readonly WhitelistRow[]
  readonly whitelistAddresses: readonly WhitelistAddressRow[]
  readonly transactions: Iterable<TransactionRow>
  /** After `transactions` has been walked to its end. */
  holdings(): readonly HoldingRow[]
}
