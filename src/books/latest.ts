import type { DayNumber } from '../api/dates/day.ts'
import type { Transaction } from '../api/records.ts'
import type { Filter } from '../contract/endpoints.ts'
import type { Books } from './books.ts'
import { type BookRow, eachRow } from './transaction-table.ts'

export type NarrowFilter = Pick<
  Filter<'transactions'>,
  'source_id' | 'destination_id' | 'asset_id' | 'network_id'
>

/** The transactions that were recorded last, latest day first. Null unless all are known, and the day of each that matches. */
export function latestTransactions(
  { transactions: { table, days, completeness } }: Books,
  filter: NarrowFilter,
  count: number,
): readonly Transaction[] | null {
  if (days.failure !== null || completeness !== 'complete') return null
  const dated: { readonly row: BookRow; readonly day: DayNumber }[] = []
  let undated = 0
  eachRow(table, (row, day) => {
    if (!matches(row, filter)) return
    if (day === null) undated += 1
    else dated.push({ row, day })
  })
  if (undated > 0) return null
  return dated
    .sort((one, other) => other.day - one.day)
    .slice(0, count)
    .map(({ row }) => ({ ...row.whole(), received: null }))
}

function matches({ source, destination, asset_id, network_id }: BookRow, filter: NarrowFilter): boolean {
  const { source_id } = source
  const { destination_id } = destination
  return (
    (filter.source_id ?? source_id) === source_id &&
    (filter.destination_id ?? destination_id) === destination_id &&
    (filter.asset_id ?? asset_id) === asset_id &&
    (filter.network_id ?? network_id) === network_id
  )
}
