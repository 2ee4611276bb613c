import type { Queries } from './database.ts'
import type { Books } from './rows.ts'

/** Rows that travel in one statement: enough that the statement costs nothing beside them, few enough to hold. */
const chunkSize = 500

/** Column names with their types, in the order of the table. */
type Columns = Readonly<Record<string, string>>

const assetColumns: Columns = {
  asset_id: 'text',
  network_id: 'text',
  asset_name: 'text',
  network_name: 'text',
}

const vaultColumns: Columns = { vault_id: 'text', vault_name: 'text', vault_type: 'text' }

const holdingColumns: Columns = {
  vault_id: 'text',
  asset_id: 'text',
  network_id: 'text',
  available_balance: 'numeric',
  processing_balance: 'numeric',
  staking_balance: 'numeric',
  claimable_balance: 'numeric',
}

const whitelistColumns: Columns = { whitelist_id: 'text', whitelist_name: 'text', whitelist_type: 'text' }

const whitelistAddressColumns: Columns = {
  whitelist_id: 'text',
  position: 'integer',
  asset_id: 'text',
  network_id: 'text',
  address: 'text',
  memo: 'text',
}

const transactionColumns: Columns = {
  transaction_id: 'text',
  recorded_at: 'timestamptz',
  transaction_type: 'text',
  status: 'text',
  asset_id: 'text',
  network_id: 'text',
  amount: 'text',
  fee: 'text',
  source_type: 'text',
  source_id: 'text',
  source_name: 'text',
  source_address: 'text',
  destination_type: 'text',
  destination_id: 'text',
  destination_name: 'text',
  destination_address: 'text',
  memo: 'text',
  txn_hash: 'text',
  blockexplorer_link: 'text',
  note: 'text',
}

/** Inserts an organisation's books. Transactions are taken as they are generated: a million of them need no more memory. */
export async function loadBooks(queries: Queries, books: Books): Promise<void> {
  await insertRows(queries, 'asset', assetColumns, books.assets)
  await insertRows(queries, 'vault', vaultColumns, books.vaults)
  await insertRows(queries, 'whitelist', whitelistColumns, books.whitelists)
  await insertRows(queries, 'whitelist_address', whitelistAddressColumns, books.whitelistAddresses)
  await insertRows(queries, 'transaction', transactionColumns, books.transactions)
  await insertRows(queries, 'holding', holdingColumns, books.holdings())
}

/**
 * One JSON text a chunk, taken apart by the database: as fast as a list of parameters would be with one row, and the same on
 * both databases, which COPY is not.
 */
async function insertRows(
  queries: Queries,
  table: string,
  columns: Columns,
  rows: Iterable<object>,
): Promise<void> {
  const names = Object.keys(columns).join(', ')
  const types = Object.entries(columns).map(([name, type]) => `${name} ${type}`)
  const sql = `insert into ${table} (${names}) select ${names} from json_to_recordset($1::json) as row (${types.join(', ')})`
  for (const chunk of chunks(rows)) await queries.query(sql, [JSON.stringify(chunk)])
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
