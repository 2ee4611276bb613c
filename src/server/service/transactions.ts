import type { ReadQuery } from '../../contract/query.ts'
import { preciseInstant } from '../../contract/time-range.ts'
import type { Database } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { Refusal } from '../http.ts'

/** A whole body as text. `timestamp` is the time of the request. Throws TXN-02 where nothing matches. */
export async function transactionListBody(
  database: Database,
  query: ReadQuery,
  timestamp: string,
): Promise<string> {
  const filter = new Condition()
  for (const [column, value] of query.filter) filter.equal(column, value)
  const { from, before } = query.period
  if (from !== undefined) filter.and(`recorded_at >= ${filter.parameter(databaseInstant(from))}::timestamptz`)
  if (before !== undefined)
    filter.and(`recorded_at < ${filter.parameter(databaseInstant(before))}::timestamptz`)
  return bodyOf(await askPage(database, filter, query), timestamp, 'TXN-02')
}

/** Throws TXN-04 where there is no such transaction. */
export async function transactionBody(database: Database, id: string, timestamp: string): Promise<string> {
  const filter = new Condition()
  filter.equal('transaction_id', id)
  return bodyOf(await askPage(database, filter, { limit: 1, offset: 0 }), timestamp, 'TXN-04')
}

type Rows = readonly (readonly string[])[]

const columns = [
  ...['page.transaction_id', 'transaction_type', 'status'],
  ...['t.asset_id', 'asset_name', 't.network_id', 'network_name', 'amount', 'fee'],
  ...['source_type', 'source_id', 'source_name', 'source_address', 'destination_type', 'destination_id'],
  ...['destination_name', 'destination_address', 'memo', 'txn_hash', 'blockexplorer_link', 'note'],
]

/** It skips rows by indexed columns alone. */
async function askPage(
  database: Database,
  filter: Condition,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<Rows> {
  const [answer] = await database.query<'rows'>(
    `select ${allRows(columns, 'page.recorded_at desc, page.transaction_id')}
    from (
      select transaction_id, recorded_at from transaction where ${filter.sql}
      order by recorded_at desc, transaction_id limit ${limit} offset ${offset}
    ) as page
    join transaction t on t.transaction_id = page.transaction_id
    join asset a on a.asset_id = t.asset_id and a.network_id = t.network_id`,
    filter.parameters,
  )
  return JSON.parse(answer?.rows ?? '[]')
}

function bodyOf(rows: Rows, timestamp: string, none: 'TXN-02' | 'TXN-04'): string {
  if (rows.length === 0) throw new Refusal(none)
  return JSON.stringify({ transactions: rows.map((row) => itemOf(row, timestamp)) })
}

function itemOf(row: readonly string[], timestamp: string) {
  const [transaction_id, transaction_type, status, asset_id, asset_name, ...others] = row
  const [network_id, network_name, amount, fee, ...ends] = others
  const [source_type, source_id, source_name, source_address, ...more] = ends
  const [destination_type, destination_id, destination_name, destination_address, memo, ...rest] = more
  const [txn_hash, blockexplorer_link, note] = rest
  return {
    transaction_id,
    timestamp,
    transaction: {
      transaction_type,
      asset_id,
      asset_name,
      network_id,
      network_name,
      amount,
      fee,
      source: { source_type, source_id, source_name, source_address },
      destination: { destination_type, destination_id, destination_name, destination_address, memo },
      txn_hash,
      blockexplorer_link,
      note,
    },
    status,
  }
}

/** Microseconds since 1970 as text that the database reads as a `timestamptz`. */
export function databaseInstant(microseconds: bigint): string {
  // PostgreSQL spells years outside 1 to 9999 differently. No record lies there.
  if (microseconds < 1000n * BigInt(Date.parse('0001-01-01T00:00:00Z'))) return '-infinity'
  if (microseconds >= 1000n * BigInt(Date.parse('+010000-01-01T00:00:00Z'))) return 'infinity'
  return preciseInstant(microseconds)
}
