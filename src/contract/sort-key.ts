import { compare, type Decimal, readDecimal, splitDecimal } from './decimal.ts'

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

/**
 * A text whose code units sort as `compareSortKeys` sorts, which is many times as fast. Null for a text that only the collator can place.
 */
export function plainSortText(text: string): string | null {
  const parts = splitDecimal(text)
  if (parts) {
    const integer = parts.integer.replace(/^0+/, '')
    const digits = integer + parts.fraction.replace(/0+$/, '')
    if (parts.sign === '') return `0+${String.fromCharCode(integer.length)}${digits}`
    // Without its sign, a number that comes earlier is larger.
    const mirrored = [...digits].map((digit) => 9 - Number(digit)).join('')
    return `0!${String.fromCharCode(255 - integer.length)}${mirrored}:`
  }
  if (!/^[\w-]+$/.test(text) || /\d{60}/.test(text)) return null
  const plain = text
    .toLowerCase()
    .replaceAll('_', '\x01')
    .replaceAll('-', '\x02')
    .replace(/0*(\d+)/g, (_, digits: string) => String.fromCharCode(3 + digits.length) + digits)
  return `1${plain}`
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
