import type { ReadQuery } from '../../contract/query.ts'
import { preciseInstant } from '../../contract/time-range.ts'
import type { Database } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { Refusal } from '../http.ts'

/** Each answer is a whole body as text. `timestamp` is the time of the request. */
export class Transactions {
  readonly #database: Database
  readonly #clock: () => number
  readonly #places = new PlaceMemory()

  constructor(database: Database, clock: () => number) {
    this.#database = database
    this.#clock = clock
  }

  /** Throws TXN-02 where nothing matches. */
  async list(query: ReadQuery, timestamp: string): Promise<string> {
    const rows = await this.#readPage(query)
    if (rows.length === 0) throw new Refusal('TXN-02')
    return bodyOf(rows, timestamp)
  }

  /** Throws TXN-04 where there is no such transaction. */
  async one(id: string, timestamp: string): Promise<string> {
    const filter = new Condition()
    filter.equal('transaction_id', id)
    const { rows } = await askPage(this.#database, filter, { limit: 1, offset: 0 })
    if (rows.length === 0) throw new Refusal('TXN-04')
    return bodyOf(rows, timestamp)
  }

  /** Continues from the nearest remembered place, unless the list begins with another record since. */
  async #readPage(query: ReadQuery): Promise<Page['rows']> {
    const filter = JSON.stringify([...query.filter, String(query.period.from), String(query.period.before)])
    const now = this.#clock()
    let place = this.#places.nearest(filter, query.offset, now)
    let page = await askPage(this.#database, filterOf(query), query, place)
    if (place !== undefined && page.first !== place.first) {
      this.#places.forget(filter)
      place = undefined
      page = await askPage(this.#database, filterOf(query), query)
    }
    const { rows, first } = page
    const [transactionId, recordedAt] = rows.at(-1) ?? []
    if (transactionId !== undefined && recordedAt !== undefined)
      this.#places.remember({
        filter,
        offset: query.offset + rows.length,
        transactionId,
        recordedAt,
        first,
        countedAt: place?.countedAt ?? now,
      })
    return rows
  }
}

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
  readonly first: string | null
}

const columns = [
  ...['page.transaction_id', 'recorded', 'transaction_type', 'status'],
  ...['t.asset_id', 'asset_name', 't.network_id', 'network_name', 'amount', 'fee'],
  ...['source_type', 'source_id', 'source_name', 'source_address', 'destination_type', 'destination_id'],
  ...['destination_name', 'destination_address', 'memo', 'txn_hash', 'blockexplorer_link', 'note'],
]

const listOrder = 'recorded_at desc, transaction_id'

/** One statement is one snapshot. It skips rows by indexed columns alone. */
async function askPage(
  database: Database,
  filter: Condition,
  range: { readonly limit: number; readonly offset: number },
  place?: Place,
): Promise<Page> {
  const first = `select transaction_id from transaction where ${filter.sql} order by ${listOrder} limit 1`
  const counted = `select transaction_id, recorded_at from transaction where ${filter.sql}
    order by ${listOrder} limit ${range.limit} offset ${range.offset}`
  const page = place === undefined ? counted : rowsAfter(place, filter, range)
  const [answer] = await database.query<'rows' | 'first'>(
    `select (${first}) as first, ${allRows(columns, 'page.recorded_at desc, page.transaction_id')}
    from (select transaction_id, recorded_at, (recorded_at at time zone 'UTC')::text as recorded from (${page}) as found) as page
    join transaction t on t.transaction_id = page.transaction_id
    join asset a on a.asset_id = t.asset_id and a.network_id = t.network_id`,
    filter.parameters,
  )
  return { rows: JSON.parse(answer?.rows ?? '[]'), first: answer?.first ?? null }
}

/** Two halves, each read off an index: rows of the place's instant, and older ones. With OR the database reads all of that instant. */
function rowsAfter(
  place: Place,
  filter: Condition,
  { limit, offset }: { limit: number; offset: number },
): string {
  const recordedAt = `(${filter.parameter(place.recordedAt)}::timestamp at time zone 'UTC')`
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
        order by ${listOrder} limit ${enough})
    ) as later
    order by ${listOrder} limit ${limit} offset ${skipped}`
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

/** A filtered page ended before record number `offset`. */
interface Place {
  readonly filter: string
  readonly offset: number
  readonly recordedAt: string
  readonly transactionId: string
  readonly first: string | null
  /** When the records before it were counted last. */
  readonly countedAt: number
}

/** A record that is added or removed after the first of a list moves the later pages this much later at most. */
const placeMilliseconds = 1000

/** The API pages by offset, and no index counts: without known places, walking a list costs the square of its length. */
class PlaceMemory {
  #places: readonly Place[] = []

  nearest(filter: string, offset: number, now: number): Place | undefined {
    return this.#places
      .filter((place) => place.filter === filter && place.offset <= offset)
      .filter(({ countedAt }) => now < countedAt + placeMilliseconds)
      .toSorted((one, other) => one.offset - other.offset)
      .at(-1)
  }

  remember(place: Place): void {
    const others = this.#places.filter(
      ({ filter, offset }) => filter !== place.filter || offset !== place.offset,
    )
    this.#places = [...others, place].slice(-mostPlaces)
  }

  forget(filter: string): void {
    this.#places = this.#places.filter((place) => place.filter !== filter)
  }
}

const mostPlaces = 200

/** Microseconds since 1970 as text that the database reads as a `timestamptz`. */
export function databaseInstant(microseconds: bigint): string {
  // PostgreSQL spells years outside 1 to 9999 differently. No record lies there.
  if (microseconds < 1000n * BigInt(Date.parse('0001-01-01T00:00:00Z'))) return '-infinity'
  if (microseconds >= 1000n * BigInt(Date.parse('+010000-01-01T00:00:00Z'))) return 'infinity'
  return preciseInstant(microseconds)
}
