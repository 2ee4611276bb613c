import type { FilterName, FilterValues } from '../../contract/console-api.ts'
import type { WholeListName } from '../../contract/list-names.ts'
import type { Queries } from '../../database/database.ts'
import { allRows, Condition } from '../../database/sql.ts'
import { columnText, textIn } from '../database-text.ts'
import { keptLists } from '../lists.ts'
import { keysOn } from './address-keys.ts'
import { anyOf, type RowRange, searchWords, wordOccurs } from './conditions.ts'

/** Of several values of a filter any matches. `asset_id` and `network_id` are those of one holding or one address. */
export type ListQuery<Name extends WholeListName> = FilterValues<Name> & ListOrder

export interface ListOrder {
  /** What has no value comes last in either direction, equal ones keep the order of the service. */
  readonly sort?: { readonly column: string; readonly isDescending: boolean }
}

export interface RecordPage {
  /** Exactly as the service sent them. */
  readonly records: readonly string[]
  readonly total: number
}

/** These lists have thousands of records at most: they are read whole for a page. */
export async function listPage<Name extends WholeListName>(
  queries: Queries,
  account: string,
  name: Name,
  query: ListQuery<Name>,
  { limit, offset }: RowRange,
): Promise<RecordPage> {
  const where = await conditionOf(queries, account, name, query)
  const columns: Readonly<Record<string, string>> = keptLists[name].sorted
  const sorted = (query.sort && columns[query.sort.column]) ?? 'null'
  const direction = query.sort?.isDescending ? 'desc' : 'asc'
  const [answer] = await queries.query<'total' | 'rows'>(
    `with matching as (
      select place, record, ${sorted} as sorted from custody_store.${keptLists[name].table} as listed where ${where.sql}
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

/** One entry meets all that is asked of entries. */
async function conditionOf<Name extends WholeListName>(
  queries: Queries,
  account: string,
  list: Name,
  query: FilterValues<Name>,
): Promise<Condition> {
  const { rows = 'true', filters, entries } = keptLists[list]
  const where = new Condition()
  where.equal('account', account)
  where.and(rows)
  const ofEntry: string[] = []
  for (const name of Object.keys(filters) as FilterName<Name>[]) {
    const [value, at] = [query[name], filters[name]]
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
      `exists (select 1 from custody_store.${entries?.table} where account = $1 and ${entries?.place} = listed.place and ${ofEntry.join(' and ')})`,
    )
  return where
}

async function listedNetworks(queries: Queries, account: string): Promise<readonly (string | null)[]> {
  const rows = await queries.query<'network_id'>(
    'select distinct network_id from custody_store.whitelist_entry where account = $1',
    [account],
  )
  return rows.map(({ network_id }) => textIn(network_id))
}
