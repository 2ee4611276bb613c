/** Rows by their ids, and in the service's order: what a reading asks while it goes on. */
import { parseBody } from '../contract/answer-body.ts'
import { dayLength } from '../contract/day.ts'
import { openStatuses, unmovedStatuses } from '../contract/enumerations.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { wordList } from '../database/sql.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { accountState } from './account-row.ts'
import { columnText, fromDatabaseText, textIn } from './database-text.ts'
import type { RowKey } from './outcome.ts'
import { isUndated } from './recorded-spans.ts'
import type { AccountScope } from './scope.ts'

export interface StoredRow extends RowKey {
  /** Digest of what the record says, without its timestamp and fields outside the specification. See `transactionContent`. */
  readonly content: string
  readonly status: string | null
  /** Not final: in flight, or of an unknown status. */
  readonly isOpen: boolean
  readonly isListed: boolean
}

const isOpen = `coalesce(status not in ${wordList(['completed', ...unmovedStatuses])}, true)`
const isListed = 'unlisted_in is null and gone_in is null'
const inOrder = 'order by position, id, occurrence'

export async function rowsOf(
  { database, account }: AccountScope,
  ids: readonly string[],
): Promise<readonly StoredRow[]> {
  const rows = await database
    .with({ purpose: 'sync' })
    .query<'given_id' | 'occurrence' | 'content' | 'status' | 'is_open' | 'is_listed'>(
      `select coalesce(whole_id, id) as given_id, occurrence, content, status,
       ${isOpen} as is_open, ${isListed} as is_listed
     from custody_store.transaction where account = $1 and id in ${givenIds} ${inOrder}`,
      [account, idsText(ids)],
    )
  return rows.map((row) => ({
    id: fromDatabaseText(row.given_id ?? ''),
    occurrence: Number(row.occurrence),
    content: row.content ?? '',
    status: textIn(row.status),
    isOpen: row.is_open === 't',
    isListed: row.is_listed === 't',
  }))
}

/** Of listed rows, in the service's order. */
export function firstIds(scope: AccountScope, limit: number): Promise<readonly string[]> {
  return listedIds(scope, 'true', inOrder, limit)
}

/** The same without so many of the first. */
export function idsFrom(scope: AccountScope, place: number, limit: number): Promise<readonly string[]> {
  return listedIds(scope, 'true', inOrder, limit, place)
}

export async function lastId(scope: AccountScope): Promise<string | null> {
  const [id] = await listedIds(scope, 'true', 'order by position desc, id desc, occurrence desc', 1)
  return id ?? null
}

/** Kept and counted, though the last complete reading of the list did not have them. */
export async function unlistedRows({ database, account }: AccountScope): Promise<number> {
  const [row] = await database.query<'count'>(
    `select count(*) as count from custody_store.transaction
     where account = $1 and unlisted_in is not null and gone_in is null`,
    [account],
  )
  return Number(row?.count)
}

/** Listed rows that are not final, in the service's order. */
export function openIds(scope: AccountScope, limit: number): Promise<readonly string[]> {
  return listedIds(scope, isOpen, inOrder, limit)
}

/** Without a span within one UTC day. All of it is of one moment: readings go on while days are sought. */
export interface UndatedRows {
  /** How many that are not gone. */
  readonly rows: number
  /** Of the first that are listed, in the service's order. Each once, also where records share it. */
  readonly ids: readonly string[]
}

export async function undated({ database, account }: AccountScope, mostIds: number): Promise<UndatedRows> {
  const [row] = await database.with({ purpose: 'sync' }).query<'rows' | 'ids'>(
    `select (
       select count(*) from custody_store.transaction where account = $1 and gone_in is null and ${isUndated}
     ) as rows, (
       select json_agg(given_id) from (
         select coalesce(whole_id, id) as given_id from custody_store.transaction
         where account = $1 and ${isListed} and id <> '' and occurrence = 1 and ${isUndated} ${inOrder} limit $2::bigint
       ) as first
     ) as ids`,
    [account, String(mostIds)],
  )
  const ids: readonly string[] = JSON.parse(row?.ids ?? '[]')
  return { rows: Number(row?.rows), ids: ids.map(fromDatabaseText) }
}

export interface InFlightTransaction
  extends Pick<Transaction, 'transaction_type' | 'amount' | 'asset_id' | 'network_id' | 'status'> {
  readonly id: string
  /** By when it was in flight: milliseconds since 1970. It may have been so for longer. */
  readonly since: number
}

/** Those that have been in flight since then at least, in milliseconds since 1970: the longest first. Of records with one id, the one that has been in flight longest. A service's own days may end later than those of UTC. */
export async function inFlight(
  scope: AccountScope,
  since: number,
  limit: number,
): Promise<readonly InFlightTransaction[]> {
  const { database, account } = scope
  const { dates } = await accountState(scope)
  const names = ['id', 'status', 'transaction_type', 'asset_id', 'network_id'] as const
  const rows = await database.with({ purpose: 'sync' }).query<(typeof names)[number] | 'amount' | 'since'>(
    `select * from (
         select distinct on (id) ${names.join(', ')}, coalesce(amount::text, amount_text) as amount,
           least(recorded_before + ${dates?.days === 'service' ? dayLength : 0}, (1000 * extract(epoch from reading.ended::timestamptz))::bigint) as since
         from custody_store.transaction as kept
         left join custody_store.reading on reading.account = $1 and reading.reading = kept.first_seen
         where kept.account = $1 and id <> '' and ${isListed} and ${isOpen}
           and status in ${wordList(openStatuses)}
         order by id, since
       ) as open where since <= $2::bigint order by since, id limit $3::bigint`,
    [account, String(since), String(limit)],
  )
  return rows.map((row) => ({
    id: fromDatabaseText(row.id ?? ''),
    ...{ status: textIn(row.status), transaction_type: textIn(row.transaction_type) },
    ...{ asset_id: textIn(row.asset_id), network_id: textIn(row.network_id), amount: textIn(row.amount) },
    since: Number(row.since),
  }))
}

async function listedIds(
  { database, account }: AccountScope,
  condition: string,
  order: string,
  limit: number,
  place = 0,
): Promise<readonly string[]> {
  const rows = await database.with({ purpose: 'sync' }).query<'given_id'>(
    `select coalesce(whole_id, id) as given_id from custody_store.transaction
     where account = $1 and ${isListed} and ${condition} ${order} limit $2::bigint offset $3::bigint`,
    [account, String(limit), String(place)],
  )
  return rows.map(({ given_id }) => fromDatabaseText(given_id ?? ''))
}

/** Normalised from the text kept; of several records of one id, the first. */
export async function recordsOf(
  { database, account }: AccountScope,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Transaction>> {
  const rows = await database.with({ purpose: 'sync' }).query<'given_id' | 'record'>(
    `select coalesce(whole_id, id) as given_id, record from custody_store.transaction
     where account = $1 and id in ${givenIds} and occurrence = 1`,
    [account, idsText(ids)],
  )
  return new Map(
    rows.map(({ given_id, record }) => [
      fromDatabaseText(given_id ?? ''),
      normaliseTransaction(parseBody(record ?? 'null')),
    ]),
  )
}

const givenIds = '(select value from json_array_elements_text($2::json) as given(value))'

function idsText(ids: readonly string[]): string {
  return JSON.stringify(ids.map(columnText))
}
