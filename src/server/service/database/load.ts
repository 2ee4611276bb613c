import type { Queries } from './database.ts'
import type { Books } from './rows.ts'

/** Rows that travel in one statement: enough that the statement costs nothing beside them, few enough to hold. */
const chunkSize = 500

/** Inserts an organisation's books. Transactions are taken as they are generated: a million of them need no more memory. */
export async function loadBooks(queries: Queries, books: Books): Promise<void> {
  await insertRows(queries, 'asset', books.assets)
  await insertRows(queries, 'vault', books.vaults)
  await insertRows(queries, 'whitelist', books.whitelists)
  await insertRows(queries, 'whitelist_address', books.whitelistAddresses)
  await insertRows(queries, 'transaction', books.transactions)
  await insertRows(queries, 'holding', books.holdings())
}

/**
 * One JSON text a chunk, taken apart by the database into rows of its table: as fast as a list of parameters would be with one row, and
 * the same on both databases, which COPY is not.
 */
async function insertRows(queries: Queries, table: string, rows: Iterable<object>): Promise<void> {
  const sql = `insert into ${table} select * from json_populate_recordset(null::${table}, $1::json)`
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
