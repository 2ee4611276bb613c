import type { Queries } from '../../database/database.ts'
import { fromDatabaseText } from '../database-text.ts'
import { matchingRows, type TransactionQuery } from './transaction-query.ts'

/** How many transactions were recorded within a span; null where it is not known. */
export interface SpanCount {
  readonly from: number | null
  readonly before: number | null
  readonly count: number
}

export interface TypedSpanCount extends SpanCount {
  readonly transaction_type: string | null
}

/** All transactions of a query, its period aside, by the span in which they were recorded, and by type. */
export async function spanCounts(
  queries: Queries,
  account: string,
  query: Omit<TransactionQuery, 'period' | 'sort'>,
): Promise<readonly TypedSpanCount[]> {
  const { where, sql } = await matchingRows(queries, account, query)
  const rows = await queries.query<SpanColumn | 'transaction_type'>(
    `select recorded_from, recorded_before, transaction_type, count(*) as count from custody_store.transaction
    where ${sql} group by recorded_from, recorded_before, transaction_type
    order by recorded_from, recorded_before, transaction_type`,
    where.parameters,
  )
  return rows.map((row) => ({
    ...spanCount(row),
    transaction_type: row.transaction_type === null ? null : fromDatabaseText(row.transaction_type),
  }))
}

type SpanColumn = 'recorded_from' | 'recorded_before' | 'count'

export function spanCount(row: Readonly<Record<SpanColumn, string | null>>): SpanCount {
  return {
    from: row.recorded_from === null ? null : Number(row.recorded_from),
    before: row.recorded_before === null ? null : Number(row.recorded_before),
    count: Number(row.count),
  }
}
