import type { ReadQuery } from '../../contract/query.ts'
import { Refusal } from '../http.ts'
import { Condition, type Database } from './database/database.ts'
import { databaseInstant } from './dates.ts'

/** Each answer is the whole body as text; `timestamp` is the time of the request. */
export interface Transactions {
  /** GET /transactions. Throws TXN-02 where nothing matches. */
  list(query: ReadQuery, timestamp: string): Promise<string>
  /** GET /transactions/{tx_id}. Throws TXN-04 where there is no such transaction. */
  one(id: string, timestamp: string): Promise<string>
}

export function createTransactions(database: Database): Transactions {
  const memory = createPageMemory()

  /** Reads on from the nearest remembered place, unless the table has changed since. */
  async function readPage(query: ReadQuery): Promise<Page> {
    const name = JSON.stringify([...query.filter, String(query.period.from), String(query.period.before)])
    const place = memory.nearest(name, query.offset)
    let page = await askPage(database, filterOf(query), query, place)
    if (place !== undefined && page.revision !== place.revision) {
      memory.forget(name)
      page = await askPage(database, filterOf(query), query)
    }
    const { rows, revision } = page
    const [transactionId, recordedAt] = rows.at(-1) ?? []
    if (transactionId !== undefined && recordedAt !== undefined)
      memory.remember({
        filter: name,
        offset: query.offset + rows.length,
        transactionId,
        recordedAt,
        revision,
      })
    return page
  }

  return {
    async list(query, timestamp) {
      const { rows } = await readPage(query)
      if (rows.length === 0) throw new Refusal('TXN-02')
      return bodyOf(rows, timestamp)
    },
    async one(id, timestamp) {
      const filter = new Condition()
      filter.equal('transaction_id', id)
      const { rows } = await askPage(database, filter, { limit: 1, offset: 0 })
      if (rows.length === 0) throw new Refusal('TXN-04')
      return bodyOf(rows, timestamp)
    },
  }
}

/** The contract's filters are the names of columns. */
function filterOf({ filter: given, period }: Pick<ReadQuery, 'filter' | 'period'>): Condition {
  const filter = new Condition()
  for (const [column, value] of given) filter.equal(column, value)
  if (period.from !== undefined)
    filter.and(`recorded_at >= ${filter.parameter(databaseInstant(period.from))}::timestamptz`)
  if (period.before !== undefined)
    filter.and(`recorded_at < ${filter.parameter(databaseInstant(period.before))}::timestamptz`)
  return filter
}

interface Page {
  readonly rows: readonly (readonly string[])[]
  readonly revision: string
}

/**
 * One statement, so one snapshot. First finds the page by columns that the indexes hold, so that skipped rows are not fetched. Rows come
 * as arrays: JSON objects cost PGlite half as much again.
 */
async function askPage(
  database: Database,
  filter: Condition,
  range: { readonly limit: number; readonly offset: number },
  place?: Place,
): Promise<Page> {
  const page = place === undefined ? countedRows(filter, range) : rowsBehind(place, filter, range)
  const [answer] = await database.query<'rows' | 'revision'>(
    `select (select value from revision) as revision,
      json_agg(array[
        transaction_id, to_char(page.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
        transaction_type, status, asset_id, asset_name, network_id, network_name, amount, fee,
        source_type, source_id, source_name, source_address,
        destination_type, destination_id, destination_name, destination_address, memo,
        txn_hash, blockexplorer_link, note
      ] order by page.recorded_at desc, transaction_id)::text as rows
    from (${page}) as page
    join transaction using (transaction_id)
    join asset using (asset_id, network_id)`,
    filter.parameters,
  )
  return { rows: JSON.parse(answer?.rows ?? '[]'), revision: answer?.revision ?? '' }
}

function countedRows(filter: Condition, { limit, offset }: { limit: number; offset: number }): string {
  return `select transaction_id, recorded_at from transaction where ${filter.sql}
    order by recorded_at desc, transaction_id limit ${limit} offset ${offset}`
}

/**
 * Two halves, each read off an index from its first row: rows of the place's instant, and older ones. One condition with OR would read
 * through all rows of the same instant.
 */
function rowsBehind(
  place: Place,
  filter: Condition,
  { limit, offset }: { limit: number; offset: number },
): string {
  const recordedAt = `${filter.parameter(place.recordedAt)}::timestamptz`
  const transactionId = filter.parameter(place.transactionId)
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

function bodyOf(rows: Page['rows'], timestamp: string): string {
  return JSON.stringify({ transactions: rows.map((row) => itemOf(row, timestamp)) })
}

function itemOf(row: readonly string[], timestamp: string) {
  const [transaction_id, , transaction_type, status, asset_id, asset_name, ...others] = row
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

/** Where a page of a filtered list ended: before record number `offset`, as of `revision` of the table. */
interface Place {
  readonly filter: string
  readonly offset: number
  readonly revision: string
  readonly recordedAt: string
  readonly transactionId: string
}

interface PageMemory {
  /** The nearest place at or before `offset`. */
  nearest(filter: string, offset: number): Place | undefined
  remember(place: Place): void
  forget(filter: string): void
}

/**
 * Remembers where the last pages ended. The API pages by offset, and no index counts: without this, walking a list costs the square of
 * its length. A place holds for one revision of the table, and may be lost at any time.
 */
function createPageMemory(most = 200): PageMemory {
  let places: readonly Place[] = []
  return {
    nearest(filter, offset) {
      let nearest: Place | undefined
      for (const place of places)
        if (place.filter === filter && place.offset <= offset && place.offset >= (nearest?.offset ?? 0))
          nearest = place
      return nearest
    },
    remember(place) {
      const others = places.filter(({ filter, offset }) => filter !== place.filter || offset !== place.offset)
      places = [...others, place].slice(-most)
    },
    forget(filter) {
      places = places.filter((place) => place.filter !== filter)
    },
  }
}
