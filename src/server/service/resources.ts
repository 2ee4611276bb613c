/** Each read returns a whole body as text. */
import type { EndpointName } from '../../contract/endpoints.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import type { ServiceErrorCode } from '../../contract/errors.ts'
import type { ReadQuery } from '../../contract/query.ts'
import { Refusal } from '../http.ts'
import { Condition, type Database } from './database/database.ts'
import { Transactions } from './transactions.ts'

/** `value` is the one in the path. */
export type Resources = Readonly<
  Record<EndpointName, (query: ReadQuery, timestamp: string, value: string) => Promise<string>>
>

export function createResources(database: Database): Resources {
  const transactions = new Transactions(database)
  return {
    transactions: (query, timestamp) => transactions.list(query, timestamp),
    transaction: (_query, timestamp, id) => transactions.one(id, timestamp),
    whitelists: (query, timestamp) => listHolders(database, 'whitelists', query, timestamp),
    vaults: (query, timestamp) => listHolders(database, 'vaults', query, timestamp),
    vault: (_query, timestamp, id) => readVault(database, id, timestamp),
    balances: (query, timestamp) => readBalances(database, query, timestamp),
    balancesOfType: (query, timestamp, type) => readBalances(database, query, timestamp, type),
  }
}

const amounts = ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance']

function balancesOf(row: string): string {
  const parts = amounts.map((name) => ({ name, sql: `${row}.${name}` }))
  const total = { name: 'total_balance', sql: parts.map(({ sql }) => sql).join(' + ') }
  // trim_scale leaves no trailing zeros, and a numeric is never written with an exponent.
  const fields = [total, ...parts].map(({ name, sql }) => `'${name}', trim_scale(${sql})::text`)
  return `'balances', json_build_object(${fields.join(', ')})`
}

function entryOf(row: string, fields: string): string {
  return `json_build_object('asset_id', ${row}.asset_id, 'asset_name', a.asset_name,
    'network_id', ${row}.network_id, 'network_name', a.network_name, ${fields})`
}

/** Each record holds entries, one for an asset on a network. Columns begin with the table's name. */
const lists = {
  vaults: {
    table: 'vault',
    entries: 'holding',
    fields: balancesOf('e'),
    order: 'e.asset_id, e.network_id',
    refusedWith: 'VAL-01',
  },
  whitelists: {
    table: 'whitelist',
    entries: 'whitelist_address',
    fields: `'address', e.address, 'memo', e.memo`,
    order: 'e.position',
    refusedWith: 'WHT-00',
  },
} as const

type ListName = keyof typeof lists

/** A matching entry selects a record with all its entries: a part would look like all of it. Throws VAL-01 or WHT-00 if none match. */
async function listHolders(
  database: Database,
  name: ListName,
  query: ReadQuery,
  timestamp: string,
): Promise<string> {
  const { table, entries, refusedWith } = lists[name]
  const filter = new Condition()
  filter.equal(`${table}_type`, query.filter.get(`${table}_type`))
  // The same entry must match both.
  const given = ['asset_id', 'network_id'].flatMap((column) => {
    const value = query.filter.get(column)
    return value === undefined ? [] : [`e.${column} = ${filter.parameter(value)}`]
  })
  if (given.length > 0)
    filter.and(
      `exists (select 1 from ${entries} e where e.${table}_id = r.${table}_id and ${given.join(' and ')})`,
    )
  return await askHolders(database, name, filter, query, timestamp, refusedWith)
}

/** Throws VAL-02 where there is no such vault. */
async function readVault(database: Database, id: string, timestamp: string): Promise<string> {
  const filter = new Condition()
  filter.equal('vault_id', id)
  return await askHolders(database, 'vaults', filter, { limit: 1, offset: 0 }, timestamp, 'VAL-02')
}

async function askHolders(
  database: Database,
  name: ListName,
  filter: Condition,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  timestamp: string,
  refusedWith: ServiceErrorCode,
): Promise<string> {
  const { table, entries, fields, order } = lists[name]
  const [answer] = await database.query<'items'>(
    `with page as materialized (
      select ${table}_id, ${table}_name, ${table}_type from ${table} r where ${filter.sql}
      order by ${table}_name, ${table}_id limit ${limit} offset ${offset}
    )
    select json_agg(json_build_object(
      '${table}_id', page.${table}_id,
      '${table}_name', page.${table}_name,
      '${table}_type', page.${table}_type,
      'assets', coalesce((
        select json_agg(${entryOf('e', fields)} order by ${order})
        from ${entries} e join asset a using (asset_id, network_id)
        where e.${table}_id = page.${table}_id
      ), '[]')
    ) order by page.${table}_name, page.${table}_id)::text as items
    from page`,
    filter.parameters,
  )
  if (!answer?.items) throw new Refusal(refusedWith)
  return `{"timestamp":${JSON.stringify(timestamp)},"${name}":${answer.items}}`
}

/** Sums over vaults. Throws BAL-02 for an unknown type, and BAL-00 or BAL-01 where nothing matches. */
async function readBalances(
  database: Database,
  query: ReadQuery,
  timestamp: string,
  type?: string,
): Promise<string> {
  if (type !== undefined && !vaultTypes.some((one) => one === type)) throw new Refusal('BAL-02')
  const filter = new Condition()
  filter.equal('vault_type', type)
  filter.equal('asset_id', query.filter.get('asset_id'))
  filter.equal('network_id', query.filter.get('network_id'))
  const [answer] = await database.query<'items'>(
    `with page as materialized (
      select asset_id, network_id, ${amounts.map((name) => `sum(${name}) as ${name}`).join(', ')}
      from holding join vault using (vault_id)
      where ${filter.sql}
      group by asset_id, network_id
      order by asset_id, network_id limit ${query.limit} offset ${query.offset}
    )
    select json_agg(${entryOf('page', balancesOf('page'))} order by page.asset_id, page.network_id)::text as items
    from page join asset a using (asset_id, network_id)`,
    filter.parameters,
  )
  if (!answer?.items) throw new Refusal(type === undefined ? 'BAL-00' : 'BAL-01')
  const head = `"timestamp":${JSON.stringify(timestamp)},"balance_type":${JSON.stringify(type ?? 'all')}`
  return `{${head},"balance":${answer.items}}`
}
