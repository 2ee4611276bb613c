import { useMemo } from 'react'
import type { SteadyPage } from '../api/use-steady-page.ts'
import { rowOrder } from '../ui/row-order.ts'
import type { Column } from '../ui/table-column.ts'
import type { Sorting } from '../url/table-look.ts'

/**
 * The rows on screen in the order that was asked for, where it can be had: the service cannot sort, so the whole result has to be on this
 * page. Ordered by what came on screen and not by what has changed since: no row moves by itself.
 */
export function useSortedRows<R>(
  { rows, onScreen }: SteadyPage<R>,
  columns: readonly Column<R>[],
  sorting: Sorting | null,
  offset: number,
  anew: unknown,
): { readonly rows: readonly R[]; readonly isPossible: boolean } {
  const isPossible = offset === 0 && onScreen !== undefined && !onScreen.hasNext
  const cameAs = onScreen?.records
  const { column, descending = false } = sorting ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: what columns sort by may be known only later
  const sorted = useMemo(() => {
    const sortBy = columns.find(({ id }) => id === column)?.sortBy
    if (!isPossible || !sortBy || !cameAs) return rows
    return rowOrder(cameAs, sortBy, descending).flatMap((place) => rows[place] ?? [])
  }, [rows, cameAs, columns, column, descending, isPossible, anew])
  return { rows: sorted, isPossible }
}
