import {
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  createSortedRowModel,
  rowSortingFeature,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { useMemo } from 'react'
import type { SteadyPage } from '../api/steady-rows.ts'
import { columnWidths } from '../ui/column-width.ts'
import { useStableValue } from '../ui/hooks.ts'
import { compareSortKeys, sortKey } from '../ui/row-order.ts'
import type { Column } from '../ui/table-column.ts'
import type { Sorting } from '../url/table-view.ts'
import type { Arrangement } from './arrangement.ts'

const features = tableFeatures({
  columnOrderingFeature,
  columnSizingFeature,
  columnVisibilityFeature,
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
})

/** The table of a list page as the reader arranges it. */
export interface ListTable<R> {
  /** The columns that are shown, in their order; the same array as long as they are the same. */
  readonly columns: readonly Column<R>[]
  /** Widths that were chosen, in pixels; none narrower than its column may be, whatever the browser keeps. */
  readonly widths: Readonly<Record<string, number>>
  readonly rows: readonly R[]
  /** The sorting that the next press on a column's header asks for: upwards, downwards, then the service's own order. */
  readonly nextSorting: (column: string) => Sorting | null
}

/**
 * Arranges columns and sorts rows. Columns that are not `known` cannot be chosen: they are there when they have to be, after the others.
 * Rows are ordered by what came on screen and not by what has changed since, so that none moves by itself; `version` has them sorted anew.
 */
export function useListTable<R>({
  page: { rows, onScreen },
  columns,
  known,
  arrangement,
  sorting,
  version,
}: {
  page: Pick<SteadyPage<R>, 'rows' | 'onScreen'>
  columns: readonly Column<R>[]
  known: readonly string[]
  arrangement: Arrangement
  /** Null where rows keep the service's order. */
  sorting: Sorting | null
  version?: unknown
}): ListTable<R> {
  const table = useTable({
    features,
    columns: useMemo(() => columns.map(definition), [columns]),
    // biome-ignore lint/correctness/useExhaustiveDependencies: what columns sort by may be known only later
    data: useMemo(() => (onScreen?.records ?? rows).map((row) => ({ row })), [onScreen, rows, version]),
    state: {
      columnOrder: useStableValue([...arrangement.columns]),
      columnVisibility: useStableValue(
        Object.fromEntries(known.map((id) => [id, arrangement.columns.includes(id)])),
      ),
      columnSizing: arrangement.widths,
      sorting: useStableValue(sorting ? [{ id: sorting.column, desc: sorting.descending }] : []),
    },
  })
  const visible = table.getVisibleLeafColumns()
  const inOrder = table.getRowModel().rows
  return {
    columns: useMemo(() => visible.flatMap(({ id }) => columnOf(columns, id, visible)), [columns, visible]),
    widths: Object.fromEntries(
      Object.keys(arrangement.widths).flatMap((id) => {
        const width = table.getColumn(id)?.getSize()
        return width === undefined ? [] : [[id, width]]
      }),
    ),
    // As they are now: rows change in place.
    rows: useMemo(() => inOrder.flatMap(({ index }) => rows[index] ?? []), [inOrder, rows]),
    nextSorting: (column) => {
      const order = table.getColumn(column)?.getNextSortingOrder()
      return order ? { column, descending: order === 'desc' } : null
    },
  }
}

function definition<R>({ id, sortBy, narrowest }: Column<R>) {
  return {
    id,
    minSize: narrowest ?? columnWidths.min,
    maxSize: columnWidths.max,
    ...(sortBy && {
      accessorFn: ({ row }: { readonly row: R }) => sortKey(sortBy(row)),
      sortFn: byKey,
      sortUndefined: 'last' as const,
      sortDescFirst: false,
    }),
  }
}

function byKey(one: HasValues, other: HasValues, column: string): number {
  return compareSortKeys(one.getValue(column), other.getValue(column))
}

interface HasValues {
  getValue<T>(column: string): T
}

/** What a column leaves to another one stands in its own cells where that one is not shown. */
function columnOf<R>(
  columns: readonly Column<R>[],
  id: string,
  visible: readonly { readonly id: string }[],
): Column<R>[] {
  return columns
    .filter((column) => column.id === id)
    .map((column) => {
      const { cellWithout } = column
      if (!cellWithout || visible.some((other) => other.id === cellWithout.column)) return column
      return { ...column, cell: cellWithout.cell, look: undefined }
    })
}
