import { compareDecimals, splitDecimal } from './decimal-text.ts'
import type { Column } from './table-column.ts'

/** By which column rows are sorted, and which way. */
export interface RowSorting {
  readonly column: string
  readonly descending: boolean
}

/**
 * The places of the rows in the order of one column: decimals by their exact values, other texts as people count. Rows that
 * are equal in it keep their order; rows without a value come last, whichever way it goes.
 */
export function rowOrder<R>(
  rows: readonly R[],
  sortBy: NonNullable<Column<R>['sortBy']>,
  descending: boolean,
): readonly number[] {
  const keys = rows.map((row) => keyOf(sortBy(row)))
  return keys
    .map((_, place) => place)
    .sort((one, other) => compareKeys(keys[one], keys[other], descending) || one - other)
}

/** The sorting that the next press on a column's header asks for: upwards, downwards, then the service's own order. */
export function nextSorting(sorting: RowSorting | null, column: string): RowSorting | null {
  if (sorting?.column !== column) return { column, descending: false }
  return sorting.descending ? null : { column, descending: true }
}

type Key = ReturnType<typeof keyOf>

function keyOf(text: string | null) {
  if (text === null || text === '') return null
  return { text, decimal: splitDecimal(text) }
}

function compareKeys(one: Key | undefined, other: Key | undefined, descending: boolean): number {
  if (!one || !other) return (one ? 0 : 1) - (other ? 0 : 1)
  const difference = compareValues(one, other)
  return descending ? -difference : difference
}

function compareValues(one: NonNullable<Key>, other: NonNullable<Key>): number {
  if (one.decimal && other.decimal) return compareDecimals(one.decimal, other.decimal)
  // In a column of both, the amounts stand together.
  if (one.decimal || other.decimal) return one.decimal ? -1 : 1
  return collator.compare(one.text, other.text)
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
