import type { BalanceType } from '../../contract/enumerations.ts'
import { eachAmount } from '../../contract/normal-records.ts'
import type { Queries } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { columnText, fromDatabaseText } from '../database-text.ts'
import { keysOn } from './address-keys.ts'
import { anyOf, type RowRange, searchWords, wordOccurs } from './conditions.ts'

/** Of several values of a filter any matches. `asset_id` and `network_id` are those of one holding or one address. */
interface ListQuery<Column extends string> {
  readonly asset_id?: readonly string[]
  readonly network_id?: readonly string[]
  /** All of these words must occur. */
  readonly text?: string
  /** What has no value comes last in either direction, equal ones keep the order of the service. */
  readonly sort?: { readonly column: Column; readonly isDescending: boolean }
}

export interface VaultQuery extends ListQuery<keyof typeof vaultColumns> {
  readonly vault_id?: readonly string[]
  readonly vault_type?: readonly string[]
}

export interface BalanceQuery extends ListQuery<keyof typeof balanceColumns> {
  readonly list: BalanceType
}

export interface WhitelistQuery extends ListQuery<keyof typeof whitelistColumns> {
  readonly whitelist_id?: readonly string[]
  readonly whitelist_type?: readonly string[]
  /** One account, however the address is spelled. */
  readonly address?: readonly string[]
}

export interface RecordPage {
  /** Exactly as the service sent them. */
  readonly records: readonly string[]
  readonly total: number
}

const vaultColumns = {
  vault_name: 'vault_label',
  vault_type: 'vault_type',
  count: `(select count(*) from custody_store.holding as entry where entry.account = $1 and vault_place = listed.place)`,
  vault_id: 'vault_id',
}

export async function vaultPage(
  queries: Queries,
  account: string,
  query: VaultQuery,
  range: RowRange,
): Promise<RecordPage> {
  const where = conditionOf(account, query, ['vault_id', 'vault_type'])
  addEntry(where, 'holding', 'vault_place', [
    ...valuesOf(where, 'asset_id', query.asset_id),
    ...valuesOf(where, 'network_id', query.network_id),
  ])
  return await recordPage(queries, 'vault', where, query, vaultColumns, range)
}

const balanceColumns = {
  asset_id: 'asset_id',
  asset_name: 'asset_name',
  network_name: 'network_label',
  ...eachAmount((name) => name),
}

export async function balancePage(
  queries: Queries,
  account: string,
  query: BalanceQuery,
  range: RowRange,
): Promise<RecordPage> {
  const where = conditionOf(account, query, ['asset_id', 'network_id'])
  where.equal('list', query.list)
  return await recordPage(queries, 'balance', where, query, balanceColumns, range)
}

const whitelistColumns = {
  whitelist_name: 'whitelist_label',
  whitelist_type: 'whitelist_type',
  count: `(select count(*) from custody_store.whitelist_entry as entry where entry.account = $1 and whitelist_place = listed.place)`,
}

export async function whitelistPage(
  queries: Queries,
  account: string,
  query: WhitelistQuery,
  range: RowRange,
): Promise<RecordPage> {
  const where = conditionOf(account, query, ['whitelist_id', 'whitelist_type'])
  const keys = query.address && keysOn(await listedNetworks(queries, account), query.address)
  addEntry(where, 'whitelist_entry', 'whitelist_place', [
    ...valuesOf(where, 'asset_id', query.asset_id),
    ...valuesOf(where, 'network_id', query.network_id),
    ...keysIn(where, 'address_key', keys),
  ])
  return await recordPage(queries, 'whitelist', where, query, whitelistColumns, range)
}

async function listedNetworks(queries: Queries, account: string): Promise<readonly (string | null)[]> {
  const rows = await queries.query<'network_id'>(
    'select distinct network_id from custody_store.whitelist_entry where account = $1',
    [account],
  )
  return rows.map(({ network_id }) => (network_id === null ? null : fromDatabaseText(network_id)))
}

/** Rows of the account with one of the requested values in each of these columns. */
function conditionOf<Column extends string>(
  account: string,
  query: Readonly<Partial<Record<Column, readonly string[]>>>,
  columns: readonly Column[],
): Condition {
  const where = new Condition()
  where.equal('account', account)
  for (const column of columns)
    for (const condition of valuesOf(where, column, query[column])) where.and(condition)
  return where
}

function valuesOf(
  where: Condition,
  column: string,
  values: readonly string[] | undefined,
): readonly string[] {
  return keysIn(where, column, values?.map(columnText))
}

/** `keys`: as stored in the column. */
function keysIn(where: Condition, column: string, keys: readonly string[] | undefined): readonly string[] {
  return keys === undefined
    ? []
    : [
        anyOf(
          column,
          keys.map((key) => where.parameter(key)),
        ),
      ]
}

function addEntry(where: Condition, table: string, place: string, conditions: readonly string[]): void {
  if (conditions.length === 0) return
  where.and(
    `exists (select 1 from custody_store.${table} where account = $1 and ${place} = listed.place and ${conditions.join(' and ')})`,
  )
}

/** These lists have thousands of records at most: they are read whole for a page. */
async function recordPage<Column extends string>(
  queries: Queries,
  table: 'vault' | 'balance' | 'whitelist',
  where: Condition,
  { text, sort }: ListQuery<Column>,
  columns: Readonly<Record<Column, string>>,
  { limit, offset }: RowRange,
): Promise<RecordPage> {
  for (const word of searchWords(text)) where.and(wordOccurs(where, word))
  const sorted = sort ? columns[sort.column] : 'null'
  const direction = sort?.isDescending ? 'desc' : 'asc'
  const [answer] = await queries.query<'total' | 'rows'>(
    `with matching as (
      select place, record, ${sorted} as sorted from custody_store.${table} as listed where ${where.sql}
    ), page as (
      select *, coalesce(sorted::text, '') = '' as is_missing from matching
      order by is_missing, sorted ${direction}, place limit ${limit} offset ${offset}
    ) select (select count(*) from matching) as total,
      ${allRows(['record'], `is_missing, sorted ${direction}, place`)} from page`,
    where.parameters,
  )
  const rows: readonly (readonly [string])[] = JSON.parse(answer?.rows ?? '[]')
  return { records: rows.map(([record]) => record), total: Number(answer?.total) }
}
