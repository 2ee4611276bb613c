/** Each read returns a whole body as text. */

import { type Decimal, readDecimal, sum, writeDecimal } from '../../contract/decimal.ts'
import type { EndpointName } from '../../contract/endpoints.ts'
import { vaultTypes } from '../../contract/enumerations.ts'
import type { ServiceErrorCode } from '../../contract/error-codes.ts'
import type { ReadQuery } from '../../contract/query.ts'
import type { Database } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { Refusal } from '../http.ts'
import { transactionBody, transactionListBody } from './transactions.ts'

export type Resources = Readonly<
  Record<EndpointName, (query: ReadQuery, timestamp: string, value: string) => Promise<string>>
>

export function createResources(database: Database): Resources {
  return {
    transactions: (query, timestamp) => transactionListBody(database, query, timestamp),
    transaction: (_query, timestamp, id) => transactionBody(database, id, timestamp),
    whitelists: (query, timestamp) => listHolders(database, 'whitelists', query, timestamp),
    vaults: (query, timestamp) => listHolders(database, 'vaults', query, timestamp),
    vault(_query, timestamp, id) {
      const filter = new Condition()
      filter.equal('vault_id', id)
      return askHolders(database, 'vaults', filter, { limit: 1, offset: 0 }, timestamp, 'VAL-02')
    },
    balances: (query, timestamp) => readBalances(database, query, timestamp),
    balancesOfType: (query, timestamp, type) => readBalances(database, query, timestamp, type),
  }
}

const amounts = ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance'] as const

type Cells = readonly (string | null)[]

/** An entry of a list, of the cells of its asset and network. */
function entryOf(
  [asset_id, asset_name, network_id, network_name, ...own]: Cells,
  fieldsOf: (own: Cells) => object,
) {
  return { asset_id, asset_name, network_id, network_name, ...fieldsOf(own) }
}

const entryColumns = ['a.asset_id', 'a.asset_name', 'a.network_id', 'a.network_name']

function balancesOf(cells: Cells): object {
  const parts = amounts.map((name, index) => [name, amountOf(cells[index])] as const)
  const total = sum(parts.map(([, amount]) => amount))
  const balances = [['total_balance', total] as const, ...parts].map(([name, amount]) => [
    name,
    writeDecimal(amount),
  ])
  return { balances: Object.fromEntries(balances) }
}

/** Throws where an engine writes a number in another form: nothing is taken for zero. */
function amountOf(text: string | null | undefined): Decimal {
  const amount = readDecimal(text ?? null)
  if (amount === null) throw new Error('The database wrote a balance that is no decimal.')
  return amount
}

/** Each record holds entries, one for an asset on a network. Columns begin with the table's name. */
const lists = {
  vaults: {
    table: 'vault',
    entries: 'holding',
    columns: amounts.map((name) => `e.${name}::text`),
    fieldsOf: balancesOf,
    order: 'e.asset_id, e.network_id',
    refusedWith: 'VAL-01',
  },
  whitelists: {
    table: 'whitelist',
    entries: 'whitelist_address',
    columns: ['e.address', 'e.memo'],
    fieldsOf: ([address, memo]: Cells): object => ({ address, memo }),
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
      `exists (select 1 from ${entries} e where e.${table}_id = ${table}.${table}_id and ${given.join(' and ')})`,
    )
  return await askHolders(database, name, filter, query, timestamp, refusedWith)
}

async function askHolders(
  database: Database,
  name: ListName,
  filter: Condition,
  { limit, offset }: { readonly limit: number; readonly offset: number },
  timestamp: string,
  refusedWith: ServiceErrorCode,
): Promise<string> {
  const { table, entries, columns, fieldsOf, order } = lists[name]
  const own = [`${table}_id`, `${table}_name`, `${table}_type`]
  const [answer] = await database.query<'rows'>(
    `select ${allRows([...own.map((column) => `page.${column}`), ...entryColumns, ...columns], `page.${table}_name, page.${table}_id, ${order}`)}
    from (
      select ${own.join(', ')} from ${table} where ${filter.sql}
      order by ${table}_name, ${table}_id limit ${limit} offset ${offset}
    ) as page
    left join ${entries} e on e.${table}_id = page.${table}_id
    left join asset a on a.asset_id = e.asset_id and a.network_id = e.network_id`,
    filter.parameters,
  )
  const records: { id: string | null; record: object; assets: object[] }[] = []
  for (const [id = null, ownName, type, ...entry] of readRows(answer, refusedWith)) {
    if (records.at(-1)?.id !== id) {
      const assets: object[] = []
      const record = { [`${table}_id`]: id, [`${table}_name`]: ownName, [`${table}_type`]: type, assets }
      records.push({ id, record, assets })
    }
    // A record without entries has one row, without an asset.
    if (entry[0] !== null) records.at(-1)?.assets.push(entryOf(entry, fieldsOf))
  }
  return JSON.stringify({ timestamp, [name]: records.map(({ record }) => record) })
}

/** Throws what a list without records is refused with. */
function readRows(
  answer: { readonly rows: string | null } | undefined,
  refusedWith: ServiceErrorCode,
): readonly Cells[] {
  if (!answer?.rows) throw new Refusal(refusedWith)
  return JSON.parse(answer.rows)
}

/** Adds up over vaults what is on the page, and nothing else. Throws BAL-02 for an unknown type, and BAL-00 or BAL-01 where nothing matches. */
async function readBalances(
  database: Database,
  query: ReadQuery,
  timestamp: string,
  type?: string,
): Promise<string> {
  if (type !== undefined && !vaultTypes.some((one) => one === type)) throw new Refusal('BAL-02')
  const filter = new Condition()
  filter.equal('asset_id', query.filter.get('asset_id'))
  filter.equal('network_id', query.filter.get('network_id'))
  const ofType =
    type === undefined
      ? ''
      : `join vault v on v.vault_id = h.vault_id and v.vault_type = ${filter.parameter(type)}`
  const sums = amounts.map((name) => `sum(h.${name})::text as ${name}`)
  const [answer] = await database.query<'rows'>(
    `select ${allRows([...entryColumns, ...amounts], 'a.asset_id, a.network_id')}
    from (
      select page.asset_id, asset_name, page.network_id, network_name, ${sums.join(', ')}
      from (
        select asset_id, asset_name, network_id, network_name from asset
        where ${filter.sql} and exists (
          select 1 from holding h ${ofType} where h.asset_id = asset.asset_id and h.network_id = asset.network_id
        )
        order by asset_id, network_id limit ${query.limit} offset ${query.offset}
      ) as page
      join holding h on h.asset_id = page.asset_id and h.network_id = page.network_id ${ofType}
      group by page.asset_id, asset_name, page.network_id, network_name
    ) as a`,
    filter.parameters,
  )
  const rows = readRows(answer, type === undefined ? 'BAL-00' : 'BAL-01')
  const balance = rows.map((row) => entryOf(row, balancesOf))
  return JSON.stringify({ timestamp, balance_type: type ?? 'all', balance })
}
