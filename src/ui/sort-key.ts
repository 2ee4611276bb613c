import { compareDecimals, splitDecimal } from './decimal-text.ts'

/** What a row is sorted by in one column. */
export interface SortKey {
  readonly text: string
  readonly decimal: ReturnType<typeof splitDecimal>
}

/** Makes a column one that rows can be sorted by. Rows without a text come last, whichever way. */
export function sortedBy<R>(text: (row: R) => string | null): {
  accessorFn: (row: R) => SortKey | undefined
} {
  return {
    accessorFn(row) {
      const value = text(row)
      return value === null || value === '' ? undefined : { text: value, decimal: splitDecimal(value) }
    },
  }
}

/** Decimals by their exact values, other texts as people count. In a column of both, the decimals come first. */
export function compareSortKeys(one: SortKey, other: SortKey): number {
  if (one.decimal && other.decimal) return compareDecimals(one.decimal, other.decimal)
  if (one.decimal || other.decimal) return one.decimal ? -1 : 1
  collator ??= new Intl.Collator('en', { numeric: true, sensitivity: 'base' })
  return collator.compare(one.text, other.text)
}

/** Made when something is sorted: the first use of `Intl` takes a browser long, and the first rows would wait for it. */
let collator: Intl.Collator | undefined
