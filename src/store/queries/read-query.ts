/** Parameters of a request as questions to the store. */
import {
  type FilterValues,
  filterNames,
  type ListName,
  severalNames,
  sortColumns,
} from '../../contract/console-api.ts'
import type { ReadQuery } from '../../contract/query.ts'
import { floorDivide, type TimeRange } from '../../contract/time-range.ts'
import type { RecordedPeriod, TransactionQuery } from './transaction-query.ts'

export function transactionQuery(query: ReadQuery): TransactionQuery {
  return {
    // Without dates, which are its period.
    ...filterValues(query, 'transactions'),
    ...(isPeriod(query.period) && { period: recordedPeriod(query.period) }),
    // By value needs prices, which are the gateway's.
    ...sortOf(
      query,
      sortColumns.transactions.filter((name) => name !== 'value'),
    ),
  }
}

/** Of a parameter that may be given several times; undefined without one. */
export function valuesIn({ filter, several }: ReadQuery, name: string): readonly string[] | undefined {
  const first = filter.get(name)
  return first === undefined ? undefined : [...new Set(several.get(name) ?? [first])]
}

export function filterValues<List extends ListName>(query: ReadQuery, list: List): FilterValues<List> {
  const several: readonly string[] = severalNames(list)
  const given = filterNames(list).map((name) => [
    name,
    several.includes(name) ? valuesIn(query, name) : query.filter.get(name),
  ])
  // By the same table as the type.
  return Object.fromEntries(given.filter(([, value]) => value !== undefined)) as FilterValues<List>
}

export function sortOf<Column extends string>({ filter }: ReadQuery, columns: readonly Column[]) {
  const [name, direction] = filter.get('sort')?.split(':') ?? []
  const column = columns.find((each) => each === name)
  return column === undefined ? {} : { sort: { column, isDescending: direction === 'desc' } }
}

function isPeriod({ from, before }: TimeRange): boolean {
  return from !== undefined || before !== undefined
}

/** Filters are in microseconds, spans in milliseconds: one that is partly in the period counts whole. */
function recordedPeriod({ from, before }: TimeRange): RecordedPeriod {
  return {
    ...(from !== undefined && { from: Number(floorDivide(from, 1000n)) }),
    ...(before !== undefined && { before: Number(floorDivide(before - 1n, 1000n)) + 1 }),
  }
}
