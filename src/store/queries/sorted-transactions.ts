/** Lists of transactions in the order of a column, or of what they are worth. */
import type { Condition } from '../../database/sql.ts'
import { columnText } from '../database-text.ts'
import type { RowRange } from './conditions.ts'
import { type Matching, sortedColumns, type TransactionSort, type ValueSort } from './transaction-query.ts'

const table = 'custody_store.transaction'

export const listOrder = 'position, id, occurrence'

export interface PageKeys {
  readonly with: string
  /** Selects id and occurrence of the rows of a page, and what they are in order by. */
  readonly sql: string
  readonly order: string
}

/** First rows with a value, then those without, which an index has on one side alone. `isIn`: the condition of a period. */
export function sortedKeys(
  { sql: matches, where, isEverything }: Matching,
  isIn: string | null,
  sort: TransactionSort,
  { limit, offset }: RowRange,
): PageKeys {
  const direction = sort.isDescending ? 'desc' : 'asc'
  const from = `from ${table} where ${matches}${isIn === null ? '' : ` and ${isIn}`}`
  const most = offset + limit
  const { begun, isGiven, isMissing, first } =
    sort.column === 'value'
      ? byValue(pricesIn(sort, where), from, `${direction}, ${listOrder} limit ${most}`)
      : isEverything && isIn === null && backward[sort.column] === direction
        ? byEachValue(sortedColumns[sort.column], from, direction, most)
        : byColumn(sortedColumns[sort.column], from)
  // Never more than the page ends with. Without the limit PostgreSQL would compile the statement for a count that it does not make.
  const given = `select 1 ${from} and ${isGiven} limit ${most}`
  return {
    with: `with ${begun}given as materialized (
      select 1 as part, ${first} ${direction}, ${listOrder} limit ${limit} offset ${offset}
    )`,
    sql: `select * from given
      union all
      (select 2 as part, null as sorted, ${listOrder} ${from} and ${isMissing} order by ${listOrder}
        limit ${limit} - (select count(*) from given)
        offset case when (select count(*) from given) = ${limit} then 0
          else greatest(0, ${offset} - (select count(*) from (${given}) as counted)) end)`,
    order: `page.part, page.sorted ${direction}, page.position, page.id, page.occurrence`,
  }
}

function byColumn(name: string, from: string) {
  const isGiven = isNumber(name) ? `${name} is not null` : `${name} > ''`
  return {
    begun: '',
    isGiven,
    isMissing: missingIn(name),
    first: `${name} as sorted, ${listOrder} ${from} and ${isGiven} order by ${name}`,
  }
}

/**
 * The first rows of each value, for as many values as it takes, and of these the first. An index has the rows of one value in the order of
 * the list; read backward it has them in the opposite order, so that all rows of the last value would be sorted.
 */
function byEachValue(name: string, from: string, direction: 'asc' | 'desc', most: number) {
  const { isGiven, isMissing } = byColumn(name, from)
  const next = (after: string, before: string) =>
    `(select sorted, ${before} + (select count(*) from (select 1 ${from} and ${name} = sorted limit ${most}) as rows) as many
      from (select ${name} as sorted ${from} and ${isGiven}${after} order by ${name} ${direction} limit 1) as last)`
  const later = ` and ${name} ${direction === 'desc' ? '<' : '>'} each.sorted`
  return {
    begun: `recursive each as (
      ${next('', '0')} union all
      select later.* from each cross join lateral ${next(later, 'each.many')} as later where each.many < ${most}
    ), `,
    ...{ isGiven, isMissing },
    first: `sorted, ${listOrder} from each cross join lateral
      (select ${listOrder} ${from} and ${name} = sorted order by ${listOrder} limit ${most}) as first order by sorted`,
  }
}

/** Whose values many rows share, and in which direction their index has to be read backward. */
const backward: Readonly<Partial<Record<TransactionSort['column'], 'asc' | 'desc'>>> = {
  ...{ status: 'desc', transaction_type: 'desc', asset_id: 'desc' },
  ...{ network_name: 'desc', source: 'desc', destination: 'desc' },
  ...{ fee: 'asc', recorded_on: 'asc' },
}

/** The first rows of each asset by their amounts, which an index has, and then the first of these by their values. */
function byValue(prices: string, from: string, inOrder: string) {
  const rows = `${from} and asset_id = priced_asset and amount is not null`
  return {
    begun: `priced as materialized (${prices}), `,
    isGiven: 'amount is not null and asset_id in (select priced_asset from priced)',
    isMissing: '(amount is null or asset_id is null or asset_id not in (select priced_asset from priced))',
    first: `sorted, ${listOrder} from priced cross join lateral
      (select ${worth} as sorted, ${listOrder} ${rows} order by amount ${inOrder}) as best order by sorted`,
  }
}

/** Where a price is 0, and values are the same, the larger amount counts. */
const worth = 'array[amount * price, amount]'

function pricesIn({ prices }: ValueSort, where: Condition): string {
  const pairs = prices.map(({ asset_id, price }) => [columnText(asset_id), price])
  return `select pair ->> 0 as priced_asset, (pair ->> 1)::numeric as price
    from json_array_elements(${where.parameter(JSON.stringify(pairs))}::json) as pair`
}

/** The same order as that of `sortedKeys`, for all rows of the table. */
export function sortedOrder(sort: TransactionSort, where: Condition): { join: string; order: string } {
  const direction = sort.isDescending ? 'desc' : 'asc'
  if (sort.column === 'value')
    return {
      join: `left join (${pricesIn(sort, where)}) as priced on priced_asset = asset_id`,
      order: `case when amount * price is not null then ${worth} end ${direction} nulls last, ${listOrder}`,
    }
  const name = sortedColumns[sort.column]
  const missing = missingIn(name)
  return {
    join: '',
    order: `coalesce(${missing}, true), case when ${missing} then null else ${name} end ${direction}, ${listOrder}`,
  }
}

function missingIn(name: string): string {
  return isNumber(name) ? `${name} is null` : `(${name} = '' or ${name} is null)`
}

const isNumber = (column: string) => ['amount', 'fee', 'recorded_from'].includes(column)
