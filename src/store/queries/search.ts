/** What a search asks beside lists: names, ids by hash, and how often a party is at an end. Each is read off an index, in bounded numbers. */
import type { Queries } from '../../database/database.ts'
import { Condition } from '../../database/sql.ts'
import { columnText, fromDatabaseText, isShortened, textIn } from '../database-text.ts'
import { anyOf } from './conditions.ts'

export interface NamedRow {
  readonly id: string
  readonly name: string
  readonly type: string | null
}

/** Ids are distinct within each list. */
export interface AccountNames {
  readonly vaults: readonly NamedRow[]
  readonly whitelists: readonly NamedRow[]
  /** Of transactions, vaults and whitelists included. */
  readonly parties: readonly NamedRow[]
  readonly assets: readonly NamedRow[]
  readonly networks: readonly NamedRow[]
}

export async function accountNames(queries: Queries, account: string): Promise<AccountNames> {
  const listed = async (sql: string) => namedRows(await queries.query(sql, [account]))
  const moved = async (id: string, name: string, type = 'null') =>
    namedRows(await queries.query(distinctRows(id, name, type), [account]))
  return {
    vaults: await listed(
      'select vault_id as id, vault_label as name, vault_type as type from custody_store.vault where account = $1 order by place',
    ),
    whitelists: await listed(
      `select whitelist_id as id, whitelist_label as name, whitelist_type as type
       from custody_store.whitelist where account = $1 order by place`,
    ),
    parties: distinctIds([
      ...(await moved('source_id', 'source_label', 'source_type')),
      ...(await moved('destination_id', 'destination_label', 'destination_type')),
    ]),
    assets: distinctIds([
      ...(await listed(
        `select asset_id as id, asset_name as name, null as type
         from custody_store.balance where account = $1 and list = 'all' order by place`,
      )),
      ...(await moved('asset_id', 'asset_id')),
    ]),
    networks: distinctIds([
      ...(await listed(
        `select network_id as id, network_label as name, null as type
         from custody_store.balance where account = $1 and list = 'all' order by place`,
      )),
      ...(await moved('network_id', 'network_label')),
    ]),
  }
}

const table = 'custody_store.transaction'

/** An account has fewer; a service may send any number. */
const mostNames = 2000

/** From one id to the next along an index: they are few, and the rows are many. */
function distinctRows(id: string, name: string, type: string): string {
  const next = (after: string) =>
    `select ${id} as id, ${name} as name, ${type}::text as type from ${table}
     where account = $1 and gone_in is null and ${id} > ${after} order by ${id}, position limit 1`
  return `with recursive found as (
    (${next("''")})
    union all
    select later.id, later.name, later.type from found cross join lateral (${next('found.id')}) as later
  ) select id, name, type from found limit ${mostNames}`
}

function namedRows(
  rows: readonly Readonly<Record<'id' | 'name' | 'type', string | null>>[],
): readonly NamedRow[] {
  return rows.flatMap(({ id, name, type }) => {
    if (!id || isShortened(id) || isShortened(name ?? '')) return []
    const own = fromDatabaseText(id)
    return { id: own, name: name ? fromDatabaseText(name) : own, type: textIn(type) }
  })
}

/** The first of each. */
function distinctIds(rows: readonly NamedRow[]): readonly NamedRow[] {
  const byId = new Map<string, NamedRow>()
  for (const row of rows) if (!byId.has(row.id)) byId.set(row.id, row)
  return [...byId.values()]
}

/**
 * Ids of transactions with one of these hashes, also where the service writes their digits in capitals: read off the index of hashes.
 * Transactions without an id are left out.
 */
export async function idsOfHashes(
  queries: Queries,
  account: string,
  spellings: readonly string[],
  limit: number,
): Promise<readonly string[]> {
  if (spellings.length === 0) return []
  const inCapitals = spellings.map((spelling) => spelling.toUpperCase().replace(/^0X/, '0x'))
  const where = new Condition()
  where.and(`account = ${where.parameter(account)}`)
  where.and('gone_in is null')
  where.and("id > ''")
  where.and(
    anyOf(
      'txn_hash',
      [...new Set([...spellings, ...inCapitals])].map((one) => where.parameter(columnText(one))),
    ),
  )
  const rows = await queries.query<'id'>(
    `select distinct id from ${table} where ${where.sql} order by id limit ${limit}`,
    where.parameters,
  )
  return rows.map(({ id }) => fromDatabaseText(id ?? ''))
}

export interface EndCounts {
  readonly sent: number
  readonly received: number
}

/** Number of transactions with each of these as source and as destination. Zero counts are left out. */
export async function endCounts(
  queries: Queries,
  account: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, EndCounts>> {
  const uses = new Map<string, EndCounts>()
  if (ids.length === 0) return uses
  for (const [column, name] of [
    ['source_id', 'sent'],
    ['destination_id', 'received'],
  ] as const) {
    const where = new Condition()
    where.and(`account = ${where.parameter(account)}`)
    where.and('gone_in is null')
    where.and(
      anyOf(
        column,
        ids.map((id) => where.parameter(columnText(id))),
      ),
    )
    const rows = await queries.query<'id' | 'rows'>(
      `select ${column} as id, count(*) as rows from ${table} where ${where.sql} group by ${column}`,
      where.parameters,
    )
    for (const { id, rows: count } of rows) {
      const own = fromDatabaseText(id ?? '')
      uses.set(own, { ...(uses.get(own) ?? { sent: 0, received: 0 }), [name]: Number(count) })
    }
  }
  return uses
}
