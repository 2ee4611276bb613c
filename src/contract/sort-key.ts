import { compare, type Decimal, readDecimal } from './decimal.ts'

export interface SortKey {
  readonly text: string
  readonly decimal: Decimal | null
}

/** Makes a column sortable. Rows without a text come last in both directions. */
export function sortedBy<R>(text: (row: R, index: number) => string | null): {
  accessorFn: (row: R, index: number) => SortKey | undefined
} {
  return {
    accessorFn(row, index) {
      const value = text(row, index)
      return value === null || value === '' ? undefined : { text: value, decimal: readDecimal(value) }
    },
  }
}

/** Decimals by exact value, and before other texts; those in natural order. */
export function compareSortKeys(one: SortKey, other: SortKey): number {
  if (one.decimal && other.decimal) return compare(one.decimal, other.decimal)
  if (one.decimal || other.decimal) return one.decimal ? -1 : 1
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(one.text, other.text)
}

export function sortedRows<R>(
  rows: readonly R[],
  keyOf: (row: R, index: number) => SortKey | undefined,
  { descending }: { readonly descending: boolean },
): readonly R[] {
  const sign = descending ? -1 : 1
  return rows
    .map((row, index) => ({ row, key: keyOf(row, index) }))
    .sort(({ key: one }, { key: other }) =>
      one && other ? sign * compareSortKeys(one, other) : Number(!one) - Number(!other),
    )
    .map(({ row }) => row)
}

/** Created on the first sort: the first use of `Intl` is slow, and would delay the first rows. */
let collator: Intl.Collator | undefined
