/** The table of a list page: sorted by its link, and arranged by its reader. */
import { functionalUpdate } from '@tanstack/react-table'
import { useMemo, useSyncExternalStore } from 'react'
import { sortedRows } from '../contract/sort-key.ts'
import { changePreferences, type OwnTable, usePreferences } from '../records/preferences.ts'
import { type AllRows, type Page, type PageRange, pageOfAll } from '../sync/service/paging.ts'
import { type Column, type RowData, type TableModel, useDataTable } from '../ui/data-table.ts'
import { useStableValue } from '../ui/hooks.ts'
import type { Sorting } from '../url/list-view.ts'
import type { List } from '../url/lists.ts'
import type { ListPage, ListParams } from './list-page.ts'

export interface ListTable<R extends RowData> {
  readonly model: TableModel<R>
  readonly arrangement: UseArrangement
  /** Why a press on a header sorts nothing; null where it sorts. */
  readonly whyUnsorted: string | null
  /** The column that the link asks to sort by in vain, and why. */
  readonly unsorted: { readonly by: string; readonly why: string } | null
}

const serviceCannot = 'The service cannot sort. To sort, filter until everything fits on one page.'
const undated =
  'The days of these records are not all known. To sort by date, filter until everything fits on one page.'

/** `version` changes when data outside the rows, such as dates, changes; the rows are then sorted again. */
export function useListTable<R extends RowData>(
  { list: { codec }, sorting: asked, patch }: ListParams,
  { rows, initialRows, idOf, isWhole, isSorted, isFromBooks, isPlaceholder }: ListPage<R>,
  columns: readonly Column<R>[],
  version?: unknown,
): ListTable<R> {
  const arrangement = useArrangement(codec.table, columns)
  const isSortable = isSorted || isWhole
  const sorting = useStableValue(asked && isSortable ? [{ id: asked.column, desc: asked.descending }] : [])
  const column = columns.find(({ id, accessorFn }) => accessorFn && id === asked?.column)
  const keyOf = column?.accessorFn
  const model = useDataTable<R>({
    manualSorting: true,
    columns,
    // biome-ignore lint/correctness/useExhaustiveDependencies: new data has the rows sorted again
    data: useMemo(() => {
      if (isSorted || !isWhole || !keyOf || !asked) return [...rows]
      // By the rows as first shown, so that a change moves no row.
      const pairs = initialRows.map((first, place) => ({ first, now: rows[place] ?? first }))
      return sortedRows(pairs, ({ first }, place) => keyOf(first, place), asked).map(({ now }) => now)
    }, [rows, initialRows, isSorted, isWhole, keyOf, asked, version]),
    getRowId: (row, index) => idOf(row) ?? `row-${index}`,
    state: {
      columnOrder: useStableValue([...arrangement.columns]),
      columnVisibility: useStableValue(
        Object.fromEntries(arrangement.order.map((id) => [id, arrangement.columns.includes(id)])),
      ),
      sorting,
    },
    onSortingChange: (next) => {
      const [first] = functionalUpdate(next, sorting)
      patch(codec.sortedBy(first ? { column: first.id, descending: first.desc } : null))
    },
  })
  return {
    model,
    arrangement,
    whyUnsorted: isSortable || isFromBooks ? null : serviceCannot,
    unsorted:
      column && !isSortable && rows.length > 0 && !isPlaceholder
        ? {
            by: column.header,
            why: isFromBooks ? undated : serviceCannot,
          }
        : null,
  }
}

/** A page of rows of a list that was read whole, in the order that the link asks for. */
export function pageInOrder<R extends RowData>(
  all: AllRows<R>,
  rows: readonly R[],
  { range, sorting }: { readonly range: PageRange; readonly sorting: Sorting | null },
  columns: readonly Column<R>[],
): Page<R> {
  const keyOf = columns.find(({ id }) => id === sorting?.column)?.accessorFn
  const inOrder = keyOf && sorting ? sortedRows(rows, keyOf, sorting) : rows
  return { ...pageOfAll(all, inOrder, range), isSorted: true }
}

interface Arrangement {
  readonly order: readonly string[]
  readonly columns: readonly string[]
}

/** The reader's arrangement of a table. The browser keeps it, and no link has it. */
export interface UseArrangement extends Arrangement {
  readonly arrange: (change: OwnTable) => void
  readonly show: (id: string, isShown: boolean) => void
  readonly reset: () => void
  readonly isDefault: boolean
}

function useArrangement<R extends RowData>(
  { name, columns: named }: List['codec']['table'],
  columns: readonly Column<R>[],
): UseArrangement {
  const { tables } = usePreferences()
  const own = Object.hasOwn(tables, name) ? (tables[name] ?? {}) : {}
  const hidden = useSyncExternalStore(subscribeToWidth, () =>
    columns.flatMap(({ id, meta }) => (matchMedia(meta?.shownIn ?? 'all').matches ? [] : id)).join(' '),
  ).split(' ')
  const all = allColumns(named, columns)
  const keep = (next: OwnTable) => changePreferences({ tables: { [name]: next } })
  return {
    ...arrangementOf(
      own,
      all,
      all.filter((id) => !hidden.includes(id)),
    ),
    arrange: (change) => keep({ ...own, ...change }),
    show: (id, isShown) => keep({ ...own, shown: { ...own.shown, [id]: isShown } }),
    reset: () => keep({}),
    isDefault: own.order === undefined && Object.keys(own.shown ?? {}).length === 0,
  }
}

/** Those that the codec names, in its order, then others of the page, such as one that a filter adds: every column can be hidden. */
export function allColumns(
  named: readonly string[],
  columns: readonly { readonly id: string }[],
): readonly string[] {
  return [...new Set([...named, ...columns.map(({ id }) => id)])]
}

/** By resize alone: a media query can change for paper too, which is to have the columns of the screen. */
function subscribeToWidth(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** `standard` are the columns of this window. They hold for each column that the reader neither showed nor hid. One column always stays. */
export function arrangementOf(
  { order: ownOrder = [], shown = {} }: OwnTable,
  all: readonly string[],
  standard: readonly string[],
): Arrangement {
  const order = [...new Set([...ownOrder, ...all])].filter((id) => all.includes(id))
  const columns = order.filter((id) => shown[id] ?? standard.includes(id))
  return { order, columns: columns.length > 0 ? columns : standard }
}
