/** The table of a list page: sorted by its link, with the columns that its reader chose. */
import { functionalUpdate } from '@tanstack/react-table'
import { useMemo, useSyncExternalStore } from 'react'
import { changePreferences, usePreferences } from '../display/preferences.ts'
import { type Column, type RowData, type TableModel, useDataTable } from '../ui/data-table.ts'
import { useStableValue } from '../ui/hooks.ts'
import type { List } from '../url/lists.ts'
import type { ListLink } from './list-link.ts'

/** A column of a list, whole. Its `meta` says in which windows it is shown, and where it is in a card. */
export type ListColumn<R extends RowData, FileColumn extends string = string> = Column<R> & {
  /** The columns of its file that hold the same. None where it is worked out of several rows or of several lists. */
  readonly file: readonly FileColumn[]
}

export interface ListTable<R extends RowData> {
  /** It has the columns that are shown. */
  readonly model: TableModel<R>
  readonly all: readonly { readonly id: string; readonly header: string; readonly isSorted: boolean }[]
  readonly arrangement: Arrangement
  /** What a file has of the columns that are shown. */
  readonly inFile: readonly string[]
}

/** The API sorts: a press on a header changes the link. */
export function useListTable<R extends RowData>(
  { codec }: List,
  { sorting: asked, patch }: ListLink,
  rows: readonly R[],
  idOf: (row: R) => string | null,
  columns: readonly ListColumn<R>[],
): ListTable<R> {
  const { name, sorted } = codec.table
  const arrangement = useArrangement(name, columns)
  const shown = useStableValue(arrangement.columns)
  const sorting = useStableValue(asked ? [{ id: asked.column, desc: asked.descending }] : [])
  const model = useDataTable<R>({
    manualSorting: true,
    columns: useMemo(
      () =>
        columns
          .filter(({ id }) => shown.includes(id))
          .map((column) => ({ ...column, ...(sorted.includes(column.id) && sortable) })),
      [shown, columns, sorted],
    ),
    data: useMemo(() => [...rows], [rows]),
    getRowId: (row, index) => idOf(row) ?? `row-${index}`,
    state: { sorting },
    onSortingChange: (next) => {
      const [first] = functionalUpdate(next, sorting)
      patch(codec.sortedBy(first ? { column: first.id, descending: first.desc } : null))
    },
  })
  return {
    model,
    all: columns.map(({ id, header }) => ({ id, header, isSorted: sorted.includes(id) })),
    arrangement,
    inFile: columns.filter(({ id }) => shown.includes(id)).flatMap(({ file }) => file),
  }
}

/** TanStack Table sorts only columns with an accessor, but never calls it when it does not sort the rows itself. */
const sortable = { accessorFn: () => undefined }

/** Which columns the reader has chosen to see. The browser keeps it, and no link has it. */
interface Arrangement {
  readonly columns: readonly string[]
  readonly show: (id: string, isShown: boolean) => void
  readonly reset: () => void
  readonly isDefault: boolean
}

function useArrangement<R extends RowData>(name: string, columns: readonly Column<R>[]): Arrangement {
  const { tables } = usePreferences()
  const { shown = {} } = (Object.hasOwn(tables, name) && tables[name]) || {}
  const hidden = useSyncExternalStore(subscribeToWidth, () =>
    columns.flatMap(({ id, meta }) => (matchMedia(meta?.shownIn ?? 'all').matches ? [] : id)).join(' '),
  ).split(' ')
  const all = columns.map(({ id }) => id)
  const standard = all.filter((id) => !hidden.includes(id))
  const keep = (next: typeof shown) => changePreferences({ tables: { [name]: { shown: next } } })
  return {
    columns: shownColumns(shown, all, standard),
    show: (id, isShown) => keep({ ...shown, [id]: isShown }),
    reset: () => keep({}),
    isDefault: Object.keys(shown).length === 0,
  }
}

/** By resize alone: a media query can change for paper too, which is to have the columns of the screen. */
function subscribeToWidth(changed: () => void): () => void {
  window.addEventListener('resize', changed)
  return () => window.removeEventListener('resize', changed)
}

/** `standard` are the columns of this window. They hold for each column that the reader neither showed nor hid. One column always stays. */
export function shownColumns(
  shown: Readonly<Record<string, boolean>>,
  all: readonly string[],
  standard: readonly string[],
): readonly string[] {
  const columns = all.filter((id) => shown[id] ?? standard.includes(id))
  return columns.length > 0 ? columns : standard
}
