/** Transactions for an auditor to test. Each id counts once: of several rows that have it, the last in the list. Rows without an id are in none of these. */
import type { Queries } from '../../database/database.ts'
import { escapeMark, numberIn } from '../database-text.ts'
import type { RecordedSpan } from '../days.ts'
import { matchingRows, type TransactionQuery } from './transaction-query.ts'
import { type ListedTransaction, listedRow, periodOf, type RowColumn, rowColumns } from './transactions.ts'

export interface SamplePopulation {
  /** Distinct ids. */
  readonly ids: number
  /** Rows without an id. */
  readonly unnamed: number
  /** Rows with the id of a later one. */
  readonly repeated: number
}

export interface DrawnTransaction extends ListedTransaction {
  /** SHA-256 of the seed, a colon and the id, as UTF-8: in hexadecimal. */
  readonly digest: string
}

export async function samplePopulation(
  queries: Queries,
  account: string,
  query: TransactionQuery,
): Promise<SamplePopulation> {
  const { where, tables, matches } = await populationOf(queries, account, query)
  const [row] = await queries.query<'named' | 'unnamed' | 'repeated'>(
    `${tables} select count(*) filter (where id <> '') as named, count(*) filter (where id = '') as unnamed,
      (select count(*) from shadowed) as repeated
    from ${table} where ${matches}`,
    where.parameters,
  )
  const repeated = Number(row?.repeated)
  return { ids: Number(row?.named) - repeated, unnamed: Number(row?.unnamed), repeated }
}

/** Those with the lowest digests, the lowest first. */
export async function drawnTransactions(
  queries: Queries,
  account: string,
  query: TransactionQuery,
  { seed, size }: { readonly seed: string; readonly size: number },
): Promise<readonly DrawnTransaction[]> {
  return await drawnRows(queries, account, query, seed, {
    chosen: (digest, { isIn }) =>
      `select id, occurrence, ${digest} as digest from ${table} where ${isIn} order by digest limit ${size}`,
    order: 'digest',
  })
}

/** By asset and network, then by amount, the largest first. Amounts that are no decimals are left out. */
export async function largestTransactions(
  queries: Queries,
  account: string,
  query: TransactionQuery,
  { seed, most }: { readonly seed: string; readonly most: number },
): Promise<readonly DrawnTransaction[]> {
  const order = 'amount desc, position, id, occurrence'
  return await drawnRows(queries, account, query, seed, {
    chosen(digest, { isIn, isOfAll }) {
      const ranked = (partition: string, condition: string) =>
        `select id, occurrence, whole_id, asset_id, network_id, row_number() over (${partition} order by ${order}) as place
        from ${table} where ${isIn} and amount is not null and ${condition}`
      const ofAssets = (condition: string) => ranked('partition by asset_id, network_id', condition)
      // Of everything, the few of each asset are read off an index: to rank ten million rows, they are sorted on disk.
      const rows = isOfAll
        ? `select few.* from (select distinct asset_id, network_id from ${table} where account = $1 and gone_in is null) as pair
            cross join lateral (
              ${ranked('', 'asset_id = pair.asset_id and network_id = pair.network_id')} order by ${order} limit ${most}
            ) as few
          union all ${ofAssets('(asset_id is null or network_id is null)')}`
        : ofAssets('true')
      return `select id, occurrence, asset_id, network_id, place, ${digest} as digest from (${rows}) as ranked where place <= ${most}`
    },
    order: 'chosen.asset_id, chosen.network_id, place',
  })
}

/** How many transactions were recorded within a span; null where it is not known. */
export interface SpanCount {
  readonly from: number | null
  readonly before: number | null
  readonly count: number
}

export async function sampleSpans(
  queries: Queries,
  account: string,
  query: TransactionQuery,
): Promise<readonly SpanCount[]> {
  const { where, tables, isIn } = await populationOf(queries, account, query)
  const rows = await queries.query<'recorded_from' | 'recorded_before' | 'count'>(
    `${tables} select recorded_from, recorded_before, count(*) as count from ${table} where ${isIn}
    group by recorded_from, recorded_before order by recorded_from, recorded_before`,
    where.parameters,
  )
  return rows.map(({ recorded_from, recorded_before, count }) => ({
    ...{ from: numberIn(recorded_from), before: numberIn(recorded_before), count: Number(count) },
  }))
}

/** A span of `sampleSpans`, and the day that it lies in. */
export interface SpanOfDay extends Omit<RecordedSpan, 'id'> {
  readonly day: number
}

export interface TransactionOfDay extends ListedTransaction {
  readonly day: number
}

/**
 * Those of the latest days, or of the earliest, in the order of time. Within a day they are in the order of the service, which lists the oldest
 * first or last: that is told by the dates of its first and last rows.
 */
export async function transactionsOfDays(
  queries: Queries,
  account: string,
  query: TransactionQuery,
  days: readonly SpanOfDay[],
  { which, limit }: { readonly which: 'latest' | 'earliest'; readonly limit: number },
): Promise<readonly TransactionOfDay[]> {
  const { where, tables, isIn } = await populationOf(queries, account, query)
  const spans = where.parameter(JSON.stringify(days))
  const direction = which === 'latest' ? 'desc' : 'asc'
  const rows = await queries.query<RowColumn | 'day'>(
    `${tables}, age as (select case when (${dateAtEnd('asc')}) < (${dateAtEnd('desc')}) then 1 else -1 end as grows),
    chosen as (
      select id, occurrence, day, position * grows as age from age, ${table} join json_to_recordset(${spans}::json)
        as span("from" bigint, before bigint, day integer)
        on recorded_from = span."from" and recorded_before = span.before
      where ${isIn} order by day ${direction}, age ${direction}, id ${direction}, occurrence ${direction} limit ${limit}
    ) select ${selectedColumns}, day from chosen join ${table} as row
      on row.account = $1 and row.id = chosen.id and row.occurrence = chosen.occurrence
    order by day, age, chosen.id, chosen.occurrence`,
    where.parameters,
  )
  return rows.map((row) => ({ ...listedRow(row), day: Number(row.day) }))
}

const table = 'custody_store.transaction'

function dateAtEnd(direction: 'asc' | 'desc'): string {
  return `select recorded_from from ${table} where account = $1 and gone_in is null and recorded_from is not null
    order by position ${direction}, id ${direction}, occurrence ${direction} limit 1`
}

/** `matches` is the filter, `isIn` what of it has an id and is not counted under the same one again. `tables` begins a statement. */
async function populationOf(queries: Queries, account: string, query: TransactionQuery) {
  const { where, sql, isEverything } = await matchingRows(queries, account, query)
  const period = periodOf(query.period, where)
  const matches = `${sql}${period ? ` and ${period.isIn}` : ''}`
  return {
    where,
    matches,
    isOfAll: isEverything && !period,
    isIn: `${matches} and id <> '' and (id, occurrence) not in (select id, occurrence from shadowed)`,
    tables: `with repeated as materialized (
      select distinct id from ${table} where account = $1 and gone_in is null and id <> '' and occurrence > 1
    ), shadowed as materialized (
      select id, occurrence from (
        select id, occurrence, row_number() over (partition by id order by position desc, occurrence desc) as place
        from ${table} where ${matches} and id in (select id from repeated)
      ) as same where place > 1
    )`,
  }
}

type Population = Pick<Awaited<ReturnType<typeof populationOf>>, 'isIn' | 'isOfAll'>

const selectedColumns = ['record', ...rowColumns].map((name) => `row.${name}`).join(', ')

/** `lateral … limit 1` looks rows up by index: the database expects half of all rows among the largest, and would read and sort every record. */
const drawnFrom = `select ${selectedColumns}, encode(digest, 'hex') as digest from chosen cross join lateral (
    select * from ${table} where account = $1 and id = chosen.id and occurrence = chosen.occurrence limit 1
  ) as row`

/** `chosen`: SQL of which rows, of those that are in the population. */
async function drawnRows(
  queries: Queries,
  account: string,
  query: TransactionQuery,
  seed: string,
  { chosen, order }: { chosen(digest: string, population: Population): string; readonly order: string },
): Promise<readonly DrawnTransaction[]> {
  const population = await populationOf(queries, account, query)
  const { where, tables } = population
  const digest = digestOf(where.parameter(seedBytes(seed)))
  const rows = await queries.query<RowColumn | 'digest'>(
    `${tables}, chosen as (${chosen(digest, population)}) ${drawnFrom} order by ${order}`,
    where.parameters,
  )
  return rows.map((row) => ({ ...listedRow(row), digest: row.digest ?? '' }))
}

/** As hexadecimal, with the colon. */
function seedBytes(seed: string): string {
  return Buffer.from(`${seed}:`).toString('hex')
}

/** Of the id as the service gave it, in UTF-8. */
function digestOf(seed: string): string {
  return `sha256(decode(${seed}, 'hex') || case when strpos(${wholeId}, '${escapeMark}') = 0
    then convert_to(${wholeId}, 'UTF8') else (
      select string_agg(case when number = 1 then convert_to(part, 'UTF8')
        else ${escapedBytes} || convert_to(substr(part, 5), 'UTF8') end, ''::bytea order by number)
      from unnest(string_to_array(${wholeId}, '${escapeMark}')) with ordinality as piece (part, number)
    ) end)`
}

const wholeId = 'coalesce(whole_id, id)'

/** Of a unit that `databaseText` escaped: half a surrogate pair is written as U+FFFD. */
const escapedBytes = `case when left(part, 4) = '0000' then '\\x00'::bytea
  when left(part, 1) = 'd' then '\\xefbfbd'::bytea
  else decode('efb79' || right(left(part, 4), 1), 'hex') end`
