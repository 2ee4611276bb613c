/** TanStack's tables: the features in use, and what our columns have in `meta`. */
import {
  type CellContext,
  type CellData,
  type ColumnDefBase,
  createExpandedRowModel,
  createSortedRowModel,
  type ExpandedState,
  type ReactTable,
  type RowData,
  rowExpandingFeature,
  rowSortingFeature,
  type TableFeatures,
  type TableOptions,
  type Row as TanStackRow,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type HTMLAttributes, type ReactNode, useMemo } from 'react'
import { compareSortKeys, type SortKey } from '../contract/sort-key.ts'

const features = tableFeatures({
  rowExpandingFeature,
  rowSortingFeature,
  expandedRowModel: createExpandedRowModel(),
  sortedRowModel: createSortedRowModel(),
})

type Features = typeof features

export type { ExpandedState as OpenedRows, RowData }

export type TableModel<R extends RowData> = ReactTable<Features, R>

export type TableRow<R extends RowData> = TanStackRow<Features, R>

/**
 * A column. Keep the array stable: new columns render every cell again. `size` is in CSS pixels at the usual type size; without it the
 * column is as wide as its contents. The row's link is around the first cell, so nothing in it can be pressed.
 */
export type Column<R extends RowData> = Omit<ColumnDefBase<Features, R, unknown>, 'cell' | 'footer'> & {
  id: string
  header: string
  size?: number
  accessorFn?: (row: R, index: number) => SortKey | undefined
  /** A function, not a component: a page has a thousand cells. */
  cell: (context: CellContext<Features, R, unknown>) => ReactNode
}

declare module '@tanstack/react-table' {
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    align?: 'end'
    /** Digits of the longest fraction, so that the name ends where the points are. Empty before that is known: the name would move. */
    pad?: string
    hint?: string
    /** How many digits of a figure hang over the figure after it. */
    tail?: (row: TData) => number
    /** That of the column, in CSS pixels. */
    size?: number | undefined
    /** Attributes of the cell, so that its content needs no element of its own. */
    look?: (context: CellContext<TFeatures, TData, TValue>) => CellLook
    /**
     * Texts wider than the column end in an ellipsis. Other columns are never narrower than their contents: an amount or address that
     * is cut is wrong.
     */
    clips?: boolean
    /** Its place in the card that a row becomes in a narrow window. The default is a line of name and value. */
    card?: CardPlace
    /** A media query: the windows in which it is shown until the reader shows or hides it. The default is all. */
    shownIn?: string
  }
}

export type CellLook = Pick<HTMLAttributes<HTMLElement>, 'className' | 'title' | 'style'> &
  Readonly<Record<`data-${string}`, string | undefined>>

/** Title, date and aside make the first line of a card; main and beside the second; from and to the third; then a line each. */
export type CardPlace = 'title' | 'date' | 'aside' | 'main' | 'beside' | 'from' | 'to' | 'line'

/** For `shownIn`: where rows are cards, and in windows at least this wide. */
export function cardsOrFrom(width: number): string {
  return `(width < 768px) or (width >= ${width}px)`
}

/** Sorting and opened rows are the table's own unless `state` has them. */
export function useDataTable<R extends RowData>({
  columns,
  ...options
}: Omit<TableOptions<Features, R>, 'features' | 'columns'> & {
  columns: readonly Column<R>[]
}): TableModel<R> {
  return useTable({
    ...options,
    features,
    columns: useMemo(
      () =>
        columns.map(({ size, ...column }) => ({
          ...column,
          // Of numbers, the largest are looked for.
          sortDescFirst: column.meta?.align === 'end',
          meta: { ...column.meta, size },
        })),
      [columns],
    ),
    defaultColumn: { sortUndefined: 'last', sortFn: bySortKey },
    enableMultiSort: false,
    autoResetAll: false,
  })
}

interface HasValues {
  getValue<T>(column: string): T
}

function bySortKey(one: HasValues, other: HasValues, column: string): number {
  return compareSortKeys(one.getValue(column), other.getValue(column))
}
