import { compareDecimals, splitDecimal } from './decimal-text.ts'

/** What a text is sorted by. */
export interface SortKey {
  readonly text: string
  readonly decimal: ReturnType<typeof splitDecimal>
}

/** The key of a text; undefined where there is none, whichever way rows are sorted. */
export function sortKey(text: string | null): SortKey | undefined {
  return text === null || text === '' ? undefined : { text, decimal: splitDecimal(text) }
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
