import type { ConsoleListName, FilterName, FilterValues } from '../../contract/console-api.ts'
import type { BalanceType } from '../../contract/enumerations.ts'
import { eachAmount } from '../../contract/normal-records.ts'
import type { Queries } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { columnText, textIn } from '../database-text.ts'
import { keysOn } from './address-keys.ts'
import { anyOf, type RowRange, searchWords, wordOccurs } from './conditions.ts'

/** Of several values of a filter any matches. `asset_id` and `network_id` are those of one holding or one address. */
type ListQuery<List extends ShortList, Column extends string> = FilterValues<List> & {
  /** What has no value comes last in either direction, equal ones keep the order of the service. */
  readonly sort?: { readonly column: Column; readonly isDescending: boolean }
}

type ShortList = Exclude<ConsoleListName, 'transactions'>

export type VaultQuery = ListQuery<'vaults', keyof typeof vaultColumns>
export type BalanceQuery = ListQuery<'balances', keyof typeof balanceColumns> & { readonly list: BalanceType }
export type WhitelistQuery = ListQuery<'whitelists', keyof typeof whitelistColumns>

/** What has the value: the record by its column, one entry of it, one entry by the account that an address is of, or any text. */
type FilterPlaces<List extends ShortList> = Readonly<
  Record<FilterName<List>, 'record' | 'entry' | 'account' | 'words'>
>

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
  const where = await conditionOf(queries, account, query, vaultFilters, ['holding', 'vault_place'])
  return await recordPage(queries, 'vault', where, query, vaultColumns, range)
}

const vaultFilters: FilterPlaces<'vaults'> = {
  vault_id: 'record',
  vault_type: 'record',
  asset_id: 'entry',
  network_id: 'entry',
  text: 'words',
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
  const where = await conditionOf(queries, account, query, balanceFilters)
  where.equal('list', query.list)
  return await recordPage(queries, 'balance', where, query, balanceColumns, range)
}

const balanceFilters: FilterPlaces<'balances'> = { asset_id: 'record', network_id: 'record' }

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
  const entries = ['whitelist_entry', 'whitelist_place'] as const
  const where = await conditionOf(queries, account, query, whitelistFilters, entries)
  return await recordPage(queries, 'whitelist', where, query, whitelistColumns, range)
}

const whitelistFilters: FilterPlaces<'whitelists'> = {
  whitelist_id: 'record',
  whitelist_type: 'record',
  asset_id: 'entry',
  network_id: 'entry',
  address: 'account',
  text: 'words',
}

async function listedNetworks(queries: Queries, account: string): Promise<readonly (string | null)[]> {
  const rows = await queries.query<'network_id'>(
    'select distinct network_id from custody_store.whitelist_entry where account = $1',
    [account],
  )
  return rows.map(({ network_id }) => textIn(network_id))
}

/** `entries`: their table, and the column that says of which record they are. One entry meets all that is asked of entries. */
async function conditionOf<List extends ShortList>(
  queries: Queries,
  account: string,
  query: FilterValues<List>,
  places: FilterPlaces<List>,
  [table, place]: readonly [table: string, place: string] = ['', ''],
): Promise<Condition> {
  const where = new Condition()
  where.equal('account', account)
  const ofEntry: string[] = []
  for (const name of Object.keys(places) as FilterName<List>[]) {
    const [value, at] = [query[name], places[name]]
    if (value === undefined) continue
    const values: readonly string[] = [value].flat()
    const isIn = (column: string, keys: readonly string[]) =>
      anyOf(
        column,
        keys.map((key) => where.parameter(key)),
      )
    if (at === 'words') for (const word of searchWords(values[0])) where.and(wordOccurs(where, word))
    else if (at === 'record') where.and(isIn(name, values.map(columnText)))
    else if (at === 'entry') ofEntry.push(isIn(name, values.map(columnText)))
    else ofEntry.push(isIn(`${name}_key`, keysOn(await listedNetworks(queries, account), values)))
  }
  if (ofEntry.length > 0)
    where.and(
      `exists (select 1 from custody_store.${table} where account = $1 and ${place} = listed.place and ${ofEntry.join(' and ')})`,
    )
  return where
}

/** These lists have thousands of records at most: they are read whole for a page. */
async function recordPage<Column extends string>(
  queries: Queries,
  table: 'vault' | 'balance' | 'whitelist',
  where: Condition,
  { sort }: { readonly sort?: { readonly column: Column; readonly isDescending: boolean } },
  columns: Readonly<Record<Column, string>>,
  { limit, offset }: RowRange,
): Promise<RecordPage> {
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
