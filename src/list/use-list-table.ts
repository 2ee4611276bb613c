import { functionalUpdate } from '@tanstack/react-table'
import { useMemo } from 'react'
import { changePreferences, type OwnTable, usePreferences } from '../records/preferences.ts'
import { type Column, type RowData, type TableModel, useDataTable } from '../ui/data-table.ts'
import { useStableValue } from '../ui/hooks.ts'
import type { TableCodec } from '../url/table-view.ts'
import type { ListPage } from './list-page.ts'
import type { ListParams } from './use-list-view.ts'

/** The table of a list page. */
export interface ListTable<R extends RowData> {
  readonly model: TableModel<R>
  readonly arrangement: UseArrangement
  /** The name of the column by which the link asks to sort, where that cannot be done. */
  readonly unsortedBy: string | null
}

/** Why headers offer no sorting. */
export const whyNotSorted = 'The service cannot sort. Narrow the filters until everything is on one page.'

/**
 * The table of a list page: sorted as the link says, arranged as its reader has it. Columns that the list does not name cannot be chosen:
 * they are there when they have to be. `version` changes with what columns sort by beside the rows; these are then sorted again.
 */
export function useListTable<R extends RowData, F extends string, X extends string>(
  { list: { codec }, view, patch }: ListParams<F, X>,
  { rows, came, identity, isWhole, outdated }: ListPage<R>,
  columns: readonly Column<R>[],
  version?: unknown,
): ListTable<R> {
  const arrangement = useArrangement(codec, columns)
  const asked = codec.sorting(view)
  const isSorted = asked !== null && isWhole
  const sorting = useStableValue(isSorted ? [{ id: asked.column, desc: asked.descending }] : [])
  const model = useDataTable<R>({
    // By what came on screen and not by what has changed since, so that no row moves by itself.
    columns: useMemo(
      () => (isSorted ? columns.map((column) => sortedAsCame(column, came)) : columns),
      [isSorted, columns, came],
    ),
    // biome-ignore lint/correctness/useExhaustiveDependencies: the same rows are other data where they are to be sorted again
    data: useMemo(() => [...rows], [rows, version]),
    getRowId: (row, index) => identity.id(row) ?? `row-${index}`,
    state: {
      columnOrder: useStableValue([...arrangement.columns]),
      columnVisibility: useStableValue(
        Object.fromEntries(codec.columns.map((id) => [id, arrangement.columns.includes(id)])),
      ),
      columnSizing: useStableValue(arrangement.widths),
      sorting,
    },
    onColumnSizingChange: (next) =>
      arrangement.arrange({ widths: functionalUpdate(next, { ...arrangement.widths }) }),
    onSortingChange: (next) => {
      const [first] = functionalUpdate(next, sorting)
      patch(codec.sortedBy(first ? { column: first.id, descending: first.desc } : null))
    },
  })
  const askedColumn = columns.find(({ id, accessorFn }) => accessorFn && id === asked?.column)
  return {
    model,
    arrangement,
    unsortedBy: askedColumn && !isWhole && rows.length > 0 && !outdated ? askedColumn.header : null,
  }
}

function sortedAsCame<R extends RowData>(column: Column<R>, came: readonly R[]): Column<R> {
  const { accessorFn } = column
  if (!accessorFn) return column
  return { ...column, accessorFn: (row, index) => accessorFn(came[index] ?? row, index) }
}

/** Which columns a table shows, in their order, and the widths that were chosen, in CSS pixels by column. */
type Arrangement = Required<OwnTable>

/** The arrangement of a table, and the ways to change it. It is the reader's own: this browser keeps it, and no link has it. */
export interface UseArrangement extends Arrangement {
  readonly arrange: (change: OwnTable) => void
  /** Gives back the product's own. */
  readonly reset: () => void
  readonly isProduct: boolean
}

function useArrangement<R extends RowData>(
  { table, columns: known }: Pick<TableCodec<never, never>, 'table' | 'columns'>,
  columns: readonly Column<R>[],
): UseArrangement {
  const { tables } = usePreferences()
  const own = Object.hasOwn(tables, table) ? (tables[table] ?? {}) : {}
  const optional = columns.flatMap(({ id, meta }) => (meta?.optional ? id : []))
  const standard = known.filter((id) => !optional.includes(id))
  const arrangement = arrangementOf(own, known, standard)
  const keep = (next: OwnTable) => changePreferences({ tables: { [table]: next } })
  return {
    ...arrangement,
    arrange: (change) => keep(ownPart({ ...arrangement, ...change }, standard)),
    reset: () => keep({}),
    isProduct: Object.keys(ownPart(arrangement, standard)).length === 0,
  }
}

/**
 * A table with the `known` columns as its reader arranges it, else with the `standard` ones. What is kept from an older version and fits no
 * more is left out.
 */
export function arrangementOf(
  { columns = [], widths = {} }: OwnTable,
  known: readonly string[],
  standard: readonly string[] = known,
): Arrangement {
  const own = [...new Set(columns)].filter((id) => known.includes(id))
  return {
    columns: own.length > 0 ? own : standard,
    widths: Object.fromEntries(Object.entries(widths).filter(([id]) => known.includes(id))),
  }
}

/** The part of an arrangement that differs from the product's: only that is kept, so that a new column comes to whoever chose none. */
export function ownPart({ columns, widths }: Arrangement, standard: readonly string[]): OwnTable {
  return {
    ...(columns.join() !== standard.join() && { columns }),
    ...(Object.keys(widths).length > 0 && { widths }),
  }
}
