import type { TotalsColumn, TotalsRow } from '../../contract/console-api.ts'
import { readDecimal, writeDecimal } from '../../contract/decimal.ts'
import type { Queries, TransactionQueries } from '../../database/database.ts'
import { allRows, type Condition } from '../../database/sql.ts'
import { databaseText, numberIn, textIn } from '../database-text.ts'
import { isAround, isWide } from '../recorded-spans.ts'
import type { EndKey } from './address-keys.ts'
import type { RowRange } from './conditions.ts'
import { listOrder, type PageKeys, sortedKeys, sortedOrder } from './sorted-transactions.ts'
import {
  type Matching,
  matchingRows,
  type RecordedPeriod,
  type TransactionQuery,
} from './transaction-query.ts'

export interface ListedTransaction {
  /** Exactly as the service sent it. */
  readonly record: string
  /** The narrowest span in which the service was seen to list it, in milliseconds since 1970; null where it is not known. */
  readonly recordedFrom: number | null
  readonly recordedBefore: number | null
  /** Numbers of readings. */
  readonly firstSeen: number
  readonly changedIn: number | null
  /** The service's list does not have it any more, and nothing says that it is gone. */
  readonly isUnlisted: boolean
}

/** Leaves out rows that are gone, and those that may not be in the period. */
export async function transactionPage(
  queries: Queries,
  account: string,
  query: TransactionQuery,
  range: RowRange,
): Promise<readonly ListedTransaction[]> {
  const matching = await matchingRows(queries, account, query)
  const { where } = matching
  const period = periodOf(query.period, where)
  const keys = query.sort
    ? sortedKeys(matching, period?.isIn ?? null, query.sort, range)
    : keysInOrder(matching, period, range)
  const [answer] = await queries.query<'rows'>(
    `${keys.with} select ${allRows(['record', ...rowColumns.map((name) => `${name}::text`)], keys.order)}
    from (${keys.sql}) as page join ${table} as row
      on row.account = $1 and row.id = page.id and row.occurrence = page.occurrence`,
    where.parameters,
  )
  const rows: readonly (readonly (string | null)[])[] = JSON.parse(answer?.rows ?? '[]')
  return rows.map(listedTransaction)
}

/** All rows of the query, in the same order as on its pages. */
export async function* transactionRows(
  queries: TransactionQueries,
  account: string,
  query: TransactionQuery,
  size: number,
): AsyncGenerator<readonly ListedTransaction[]> {
  const { where, rows, order } = await allMatching(queries, account, query)
  const pieces = queries.pieces<RowColumn>(
    `select record, ${rowColumns.join(', ')} from ${rows} order by ${order}`,
    where.parameters,
    size,
  )
  for await (const piece of pieces) yield piece.map(listedRow)
}

/** The same in statements of their own: which rows they are is asked once, and then for some of them at a time. */
export async function* transactionRowsByKey(
  queries: Queries,
  account: string,
  query: TransactionQuery,
  size: number,
): AsyncGenerator<readonly ListedTransaction[]> {
  const { where, rows, order } = await allMatching(queries, account, query)
  const [all] = await queries.query<'rows'>(
    `select ${allRows(['id', 'occurrence::text'], order)} from ${rows}`,
    where.parameters,
  )
  const keys: readonly unknown[] = JSON.parse(all?.rows ?? '[]')
  const columns = ['record', ...rowColumns.map((name) => `${name}::text`)]
  for (let at = 0; at < keys.length; at += size) {
    const [some] = await queries.query<'rows'>(
      `select ${allRows(columns, 'number')}
      from json_array_elements($2::json) with ordinality as page (key, number) join ${table} as row
        on account = $1 and id = (key ->> 0) and occurrence = (key ->> 1)::integer`,
      [account, JSON.stringify(keys.slice(at, at + size))],
    )
    const piece: readonly (readonly (string | null)[])[] = JSON.parse(some?.rows ?? '[]')
    yield piece.map(listedTransaction)
  }
}

async function allMatching(queries: Queries, account: string, query: TransactionQuery) {
  const { where, sql } = await matchingRows(queries, account, query)
  const period = periodOf(query.period, where)
  const { join, order } = query.sort ? sortedOrder(query.sort, where) : { join: '', order: listOrder }
  return { where, rows: `${table} ${join} where ${sql}${period ? ` and ${period.isIn}` : ''}`, order }
}

const table = 'custody_store.transaction'

export const rowColumns = [
  'recorded_from',
  'recorded_before',
  'first_seen',
  'changed_in',
  'unlisted_in',
] as const

export type RowColumn = 'record' | (typeof rowColumns)[number]

export function listedRow(row: Readonly<Record<RowColumn, string | null>>): ListedTransaction {
  return listedTransaction([row.record, ...rowColumns.map((name) => row[name])])
}

function listedTransaction([record, from, before, firstSeen, changedIn, unlistedIn]: readonly (
  | string
  | null
  | undefined
)[]): ListedTransaction {
  return {
    record: record ?? '',
    recordedFrom: numberIn(from),
    recordedBefore: numberIn(before),
    firstSeen: Number(firstSeen),
    changedIn: numberIn(changedIn),
    isUnlisted: numberIn(unlistedIn) !== null,
  }
}

function keysInOrder({ alternatives }: Matching, period: RecordedIn | null, range: RowRange): PageKeys {
  const rowsOf = (condition: string, { limit, offset }: RowRange) =>
    `select ${listOrder} from ${table} where ${condition}${period ? ` and ${withinPlaces} and (${period.isIn}) is true` : ''}
    order by ${listOrder} limit ${limit} offset ${offset}`
  const [only = 'false', ...others] = alternatives
  const first = { limit: range.offset + range.limit, offset: 0 }
  const sql =
    others.length === 0
      ? rowsOf(only, range)
      : `select ${listOrder} from (${alternatives.map((one) => `(${rowsOf(one, first)})`).join(' union all ')}) as either
        order by ${listOrder} limit ${range.limit} offset ${range.offset}`
  return {
    with: period ? placesOf(period) : '',
    sql,
    order: 'page.position, page.id, page.occurrence',
  }
}

/**
 * The first and the last place of the period's rows in the list, which are found day by day: a list is read from there, in its order, and not
 * from its beginning. Where days are too many it is. `is true` keeps the database from the index by date, by which it would read all rows of the
 * period and sort them.
 */
function placesOf({ range }: RecordedIn): string {
  const next = (after: string) =>
    `(select recorded_from, position from ${table} where account = $1 and gone_in is null and ${range}${after}
      order by recorded_from desc, position limit 1)`
  return `with recursive day as (
    select recorded_from, position, 1 as number from ${next('')} as first
    union all
    select later.recorded_from, later.position, number + 1 from day cross join lateral
      ${next(' and recorded_from < day.recorded_from')} as later
    where number <= ${mostDays}
  ), place as (
    select count(*) > ${mostDays} as is_unknown, min(position) as first, max((
      select position from ${table} where account = $1 and gone_in is null and recorded_from = day.recorded_from
      order by position desc limit 1
    )) as last from day
  )`
}

const withinPlaces = `position >= (select case when is_unknown then '${-(2n ** 63n)}'::bigint else first end from place)
  and position <= (select case when is_unknown then '${2n ** 63n - 1n}'::bigint else last end from place)`

/** Each costs two steps down an index. */
const mostDays = 450

interface RecordedIn {
  /** A span that begins within the period, for the index. */
  readonly range: string
  readonly isIn: string
  /** The period may end or begin within the span. They exclude each other, and each has an index. */
  readonly undecided: readonly string[]
}

/** Null without a period. A span has both bounds or none. */
export function periodOf({ from, before }: RecordedPeriod = {}, where: Condition): RecordedIn | null {
  const bound = (edge: number | undefined) => (edge === undefined ? null : `${where.parameter(edge)}::bigint`)
  const [first, last] = [bound(from), bound(before)]
  if (first === null && last === null) return null
  const all = (...conditions: readonly (string | null)[]) =>
    conditions.filter((one) => one !== null).join(' and ')
  const range = all(first && `recorded_from >= ${first}`, last && `recorded_from < ${last}`)
  const isIn = all(range, last && `recorded_before <= ${last}`)
  return {
    range,
    isIn,
    undecided: [
      ...(first === null ? [] : [isAround(first)]),
      ...(last === null ? [] : [all(isAround(last), first && `recorded_from >= ${first}`)]),
      all(
        isWide,
        first && `(recorded_before > ${first}) is not false`,
        last && `(recorded_from < ${last}) is not false`,
        `(${isIn}) is not true`,
      ),
    ],
  }
}

export interface TransactionCount {
  readonly total: number
  /** May be in the period, and are not counted. */
  readonly undecided: number
}

export async function transactionCount(
  queries: Queries,
  account: string,
  query: TransactionQuery,
): Promise<TransactionCount> {
  const { where, sql } = await matchingRows(queries, account, query)
  const period = periodOf(query.period, where)
  const count = (condition?: string) =>
    `(select count(*) from ${table} where ${sql}${condition ? ` and ${condition}` : ''})`
  const undecided = period?.undecided.map(count).join(' + ') ?? '0'
  const [row] = await queries.query<'total' | 'undecided'>(
    `select ${count(period?.isIn)} as total, ${undecided} as undecided`,
    where.parameters,
  )
  return { total: Number(row?.total), undecided: Number(row?.undecided) }
}

/** A text of a group that is too long for a column is its beginning and a digest. */
export type TransactionTotal = TotalsRow

/** In the order of the columns. Of a period, what is known to be in it. */
export async function transactionTotals(
  queries: Queries,
  account: string,
  query: TransactionQuery,
  by: readonly TotalsColumn[],
): Promise<readonly TransactionTotal[]> {
  const { where, sql, ends } = await matchingRows(queries, account, query)
  const period = periodOf(query.period, where)
  const groups = by.map((column) => `${groupOf(column, ends, where)} as ${column}`)
  const places = by.map((_, index) => index + 1).join(', ')
  const rows = await queries.query<TotalsColumn | (typeof sums)[number][0]>(
    `select ${[...groups, ...sums.map(([name, sum]) => `${sum} as ${name}`)].join(', ')} from ${table}
    where ${sql}${period ? ` and ${period.isIn}` : ''} ${places && `group by ${places} order by ${places}`}`,
    where.parameters,
  )
  return rows.map((row) => ({
    group: Object.fromEntries(by.map((column) => [column, textIn(row[column])])),
    count: Number(row.count),
    amount: decimalOf(row.amount),
    amountless: Number(row.amountless),
    fee: decimalOf(row.fee),
    feeless: Number(row.feeless),
    recorded:
      row.dateless === '0' && row.recorded_from !== null && row.recorded_before !== null
        ? { from: Number(row.recorded_from), before: Number(row.recorded_before) }
        : null,
  }))
}

const sums = [
  ['count', 'count(*)'],
  ['amount', 'sum(amount)::text'],
  ['amountless', 'count(*) - count(amount)'],
  ['fee', 'sum(fee)::text'],
  ['feeless', 'count(*) - count(fee)'],
  ['dateless', 'count(*) - count(recorded_from)'],
  ['recorded_from', 'min(recorded_from)'],
  ['recorded_before', 'max(recorded_before)'],
] as const

/** Each end is called as the query spells it. */
function groupOf(column: TotalsColumn, ends: readonly EndKey[], where: Condition): string {
  if (column !== 'source_address' && column !== 'destination_address') return column
  const end = column === 'source_address' ? 'source' : 'destination'
  const spelled = new Map(ends.flatMap((each) => (each.end === end ? [[each.key, each.address]] : [])))
  const cases = [...spelled].map(
    ([key, address]) =>
      `when ${end}_key = ${where.parameter(key)} then ${where.parameter(databaseText(address))}::text`,
  )
  return cases.length === 0 ? 'null::text' : `case ${cases.join(' ')} end`
}

/** Without zeros at its end, which depend on how the service writes its amounts. */
export function decimalOf(sum: string | null): string {
  const decimal = readDecimal(sum ?? '0')
  return decimal === null ? (sum ?? '0') : writeDecimal(decimal)
}
