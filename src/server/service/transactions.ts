import type { ParameterName } from '../../contract/endpoints.ts'
import type { Database, Row } from './database/database.ts'
import { Filter } from './database/filter.ts'
import { databaseInstant, type Period } from './dates.ts'
import { createPageMemory, type PageMemory, type Place } from './page-memory.ts'
import type { ReadQuery } from './query.ts'
import { Refusal } from './refusal.ts'

/** Reads transactions. Each answer is the whole body as text; `timestamp` is the time of the request. */
export interface Transactions {
  /** GET /transactions. Throws TXN-02 where nothing matches. */
  list(query: ReadQuery, timestamp: string): Promise<string>
  /** GET /transactions/{tx_id}. Throws TXN-04 where there is no such transaction. */
  one(id: string, timestamp: string): Promise<string>
}

/** The transactions of a database, with a memory of where pages ended. */
export function createTransactions(
  database: Database,
  memory: PageMemory = createPageMemory(),
): Transactions {
  return {
    async list(query, timestamp) {
      const page = await readPage(database, memory, query, timestamp)
      if (page.items === null) throw new Refusal('TXN-02')
      return envelope(page.items)
    },
    async one(id, timestamp) {
      const filter = new Filter()
      filter.equal('transaction_id', id)
      const { items } = await askPage(database, filter, { limit: 1, offset: 0 }, timestamp)
      if (items === null) throw new Refusal('TXN-04')
      return envelope(items)
    },
  }
}

function envelope(items: string): string {
  return `{"transactions":${items}}`
}

/**
 * Reads a page from the nearest remembered place, so that a list that is walked in order costs the same everywhere. The place
 * is one of an older table when the page reports another revision: then everything is counted anew.
 */
async function readPage(
  database: Database,
  memory: PageMemory,
  query: ReadQuery,
  timestamp: string,
): Promise<Page> {
  const { limit, offset } = query
  const filter = filterOf(query)
  const name = JSON.stringify([filter.sql, filter.parameters])
  const place = memory.nearest(name, offset)
  if (place !== undefined) {
    const page = await askPage(database, filterOf(query), { limit, offset }, timestamp, place)
    if (page.revision === place.revision) {
      rememberEnd(memory, name, offset, page)
      return page
    }
    memory.forget(name)
  }
  const page = await askPage(database, filter, { limit, offset }, timestamp)
  rememberEnd(memory, name, offset, page)
  return page
}

function rememberEnd(memory: PageMemory, filter: string, offset: number, page: Page): void {
  const { count, last_recorded_at: recordedAt, last_transaction_id: transactionId, revision } = page
  if (recordedAt === null || transactionId === null || revision === null) return
  memory.remember(filter, { offset: offset + Number(count), key: { recordedAt, transactionId }, revision })
}

/** The column of each filter. A filter that the contract gains and this table lacks does not pass the type check. */
const columns: Readonly<
  Record<Exclude<ParameterName<'transactions'>, 'limit' | 'offset' | 'start_date' | 'end_date'>, string>
> = {
  transaction_id: 'transaction_id',
  source_id: 'source_id',
  source_address: 'source_address',
  asset_id: 'asset_id',
  network_id: 'network_id',
  transaction_type: 'transaction_type',
  destination_id: 'destination_id',
  destination_address: 'destination_address',
  status: 'status',
}

function filterOf({
  filter: given,
  period,
}: {
  filter: ReadonlyMap<string, string>
  period: Period
}): Filter {
  const filter = new Filter()
  for (const [name, column] of Object.entries(columns)) filter.equal(column, given.get(name))
  if (period.from !== undefined)
    filter.and(`recorded_at >= ${filter.parameter(databaseInstant(period.from))}::timestamptz`)
  if (period.before !== undefined)
    filter.and(`recorded_at < ${filter.parameter(databaseInstant(period.before))}::timestamptz`)
  return filter
}

type Page = Row<'items' | 'count' | 'last_recorded_at' | 'last_transaction_id' | 'revision'>

/**
 * One statement and so one snapshot: the page as one text, where it ends, and the revision of the table. The page is first
 * found by the columns that the indexes hold: passing over rows then need not fetch them.
 */
async function askPage(
  database: Database,
  filter: Filter,
  range: { readonly limit: number; readonly offset: number },
  timestamp: string,
  place?: Place,
): Promise<Page> {
  const rows = place === undefined ? countedRows(filter, range) : rowsBehind(place, filter, range)
  const [page] = await database.query<keyof Page>(
    `with page as materialized (${rows})
    select
      (select json_agg(${itemOf(filter.parameter(timestamp))} order by page.recorded_at desc, page.transaction_id)
        from page
        join transaction t on t.transaction_id = page.transaction_id
        join asset a on a.asset_id = t.asset_id and a.network_id = t.network_id)::text as items,
      (select count(*) from page) as count,
      (select to_char(recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')
        from page order by recorded_at, transaction_id desc limit 1) as last_recorded_at,
      (select transaction_id from page order by recorded_at, transaction_id desc limit 1) as last_transaction_id,
      (select value from revision) as revision`,
    filter.parameters,
  )
  if (page === undefined) throw new Error('A query without a condition gave no row.')
  return page
}

function countedRows(filter: Filter, { limit, offset }: { limit: number; offset: number }): string {
  return `select transaction_id, recorded_at from transaction where ${filter.sql}
    order by recorded_at desc, transaction_id limit ${limit} offset ${offset}`
}

/**
 * Two halves, each read off an index from its first row: what shares the place's instant, and what is older. One condition with
 * OR would read through everything of the same instant.
 */
function rowsBehind(
  place: Place,
  filter: Filter,
  { limit, offset }: { limit: number; offset: number },
): string {
  const recordedAt = `${filter.parameter(place.key.recordedAt)}::timestamptz`
  const transactionId = filter.parameter(place.key.transactionId)
  const skipped = offset - place.offset
  const enough = limit + skipped
  return `select transaction_id, recorded_at from (
      (select transaction_id, recorded_at from transaction
        where ${filter.sql} and recorded_at = ${recordedAt} and transaction_id > ${transactionId}
        order by transaction_id limit ${enough})
      union all
      (select transaction_id, recorded_at from transaction
        where ${filter.sql} and recorded_at < ${recordedAt}
        order by recorded_at desc, transaction_id limit ${enough})
    ) as behind
    order by recorded_at desc, transaction_id limit ${limit} offset ${skipped}`
}

/** A Transaction item, its fields in the order of the specification's tables. */
function itemOf(timestamp: string): string {
  return `json_build_object(
    'transaction_id', t.transaction_id,
    'timestamp', ${timestamp}::text,
    'transaction', json_build_object(
      'transaction_type', t.transaction_type,
      'asset_id', t.asset_id,
      'asset_name', a.asset_name,
      'network_id', t.network_id,
      'network_name', a.network_name,
      'amount', t.amount,
      'fee', t.fee,
      'source', json_build_object(
        'source_type', t.source_type,
        'source_id', t.source_id,
        'source_name', t.source_name,
        'source_address', t.source_address
      ),
      'destination', json_build_object(
        'destination_type', t.destination_type,
        'destination_id', t.destination_id,
        'destination_name', t.destination_name,
        'destination_address', t.destination_address,
        'memo', t.memo
      ),
      'txn_hash', t.txn_hash,
      'blockexplorer_link', t.blockexplorer_link,
      'note', t.note
    ),
    'status', t.status
  )`
}
