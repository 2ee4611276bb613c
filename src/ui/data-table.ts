/** What a table is made of: TanStack's column definitions with what is ours in `meta`, and one instance for each table on screen. */
import {
  type CellContext,
  type CellData,
  type ColumnDefBase,
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
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
import type { HTMLAttributes, ReactNode } from 'react'
import { compareSortKeys } from './sort-key.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowExpandingFeature,
  rowSortingFeature,
  expandedRowModel: createExpandedRowModel(),
  sortedRowModel: createSortedRowModel(),
})

type Features = typeof features

export type { ExpandedState as OpenedRows, RowData }

/** The instance that a `DataTable` draws. */
export type TableModel<R extends RowData> = ReactTable<Features, R>

/** A row of it, in its place. */
export type TableRow<R extends RowData> = TanStackRow<Features, R>

/**
 * One column of a table of rows R. Keep the array stable: new columns draw every cell again. `size` is its width in pixels at the usual
 * type size; a column without one is as wide as what it holds. In the first column nothing can be pressed: the row's link is around it.
 */
export type Column<R extends RowData> = Omit<ColumnDefBase<Features, R, unknown>, 'cell' | 'footer'> & {
  id: string
  header: string
  accessorFn?: (row: R, index: number) => unknown
  /** Called for each cell and no component of its own: a page has a thousand cells. */
  cell: (context: CellContext<Features, R, unknown>) => ReactNode
}

declare module '@tanstack/react-table' {
  interface ColumnMeta<
    in out TFeatures extends TableFeatures,
    in out TData extends RowData,
    TValue extends CellData = CellData,
  > {
    align?: 'end'
    /** Shown when hovering or focusing the header. */
    hint?: string
    /** What the cell carries for its content, which then needs no element of its own. */
    look?: (context: CellContext<TFeatures, TData, TValue>) => CellLook
    /**
     * Texts wider than the column end in an ellipsis, and a reader may make it as narrow as `minSize`. All others stay as wide as what they
     * hold: an amount or an address that is cut is a wrong one.
     */
    clips?: boolean
    /** Where it stands in the card that a row becomes without room: a line of name and value unless it says otherwise. */
    card?: CardPlace
    /** Shown only where the reader has chosen it. */
    optional?: boolean
  }
}

/** Attributes of the element that a value stands in. */
export type CellLook = Pick<HTMLAttributes<HTMLElement>, 'className' | 'title'> &
  Readonly<Record<`data-${string}`, string | undefined>>

/**
 * The parts of a card: title, date and aside on its first line; main, large, with what stands beside it on the second; from and to on the
 * third; then a line each.
 */
export type CardPlace = 'title' | 'date' | 'aside' | 'main' | 'beside' | 'from' | 'to' | 'line'

/** Narrowest and widest that a column can be made, in CSS pixels. */
export const columnWidths = { min: 48, max: 960 } as const

const columnDefaults = {
  // As wide as what it holds.
  size: 0,
  minSize: columnWidths.min,
  maxSize: columnWidths.max,
  sortDescFirst: false,
  sortUndefined: 'last',
} as const

/** The instance of one table. Sorting, widths and opened rows are its own unless `state` holds them. */
export function useDataTable<R extends RowData>({
  columns,
  ...options
}: Omit<TableOptions<Features, R>, 'features' | 'columns'> & {
  columns: readonly Column<R>[]
}): TableModel<R> {
  return useTable({
    ...options,
    features,
    columns,
    defaultColumn: { ...columnDefaults, sortFn: bySortKey },
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
