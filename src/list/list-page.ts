/** A list page: one hook, and the one object that `ListLayout` takes. */
import { useEffect, useMemo } from 'react'
import { type ColumnPrices, currencyOf } from '../api/prices.ts'
import { type PageQuery, usePageQuery, usePrefetched } from '../api/records.ts'
import { withHiddenNamed } from '../display/untrusted-text.ts'
import { usePricesNow } from '../display/values.tsx'
import { useStableValue } from '../ui/hooks.ts'
import type { List } from '../url/lists.ts'
import type { Filters, ListCodec, ListRequest, Sorting } from '../url/page-state.ts'
import type { FilterGroup } from './filter-groups.ts'
import { type OpenRecord, useOpenRecord } from './list-focus.ts'
import { type ListLink, useListLink } from './list-link.ts'
import { type ListRows, type RowRules, useListRows, useRowsValue } from './list-rows.ts'
import { type ListColumn, type ListTable, useListTable } from './list-table.ts'

export interface ListPage<
  R extends object,
  F extends string = string,
  X extends string = string,
  S extends string = F,
> extends ListRows<R>,
    Pick<RowRules<R>, 'idOf' | 'labelOf'> {
  readonly of: List<ListCodec<F, X, S>>
  readonly link: ListLink<F, X, S>
  readonly groups: readonly FilterGroup<F>[]
  readonly table: ListTable<R>
  readonly open: OpenRecord
  readonly prices: ReturnType<typeof usePricesNow>
}

/** What columns may depend on. */
export interface ColumnsGiven<R extends object> {
  /** Those on screen. */
  readonly rows: readonly R[]
  readonly filter: Filters
  readonly prices: ColumnPrices
}

interface ListOptions<R extends object, F extends string, X extends string, S extends string>
  extends RowRules<R> {
  readonly of: List<ListCodec<F, X, S>>
  readonly query: (request: ListRequest<F>) => PageQuery<R>
  readonly groups: readonly FilterGroup<NoInfer<F>>[]
  /** Keep it stable: other columns render every cell again. */
  readonly columns: (given: ColumnsGiven<R>) => readonly ListColumn<R>[]
  /** What the columns take from the rows. They are made again when it changes, or else with all rows. */
  readonly columnsRestOn?: (rows: readonly R[]) => unknown
  /** Filters and sorts a list that is read whole. Keep it stable. */
  readonly arrange?: (
    rows: readonly R[],
    asked: Omit<ColumnsGiven<R>, 'rows'> & { readonly sorting: Sorting | null },
  ) => readonly R[]
}

export function useListPage<R extends object, F extends string, X extends string, S extends string>({
  of,
  query: queryOf,
  groups,
  columns: columnsOf,
  columnsRestOn,
  arrange,
  ...ofRows
}: ListOptions<R, F, X, S>): ListPage<R, F, X, S> {
  // It is read aloud, where nothing can be marked.
  const rules = { ...ofRows, labelOf: (row: R) => withHiddenNamed(ofRows.labelOf(row)) }
  const link = useListLink(of.codec)
  const { filter, sorting } = link
  const { prices, sortedIn } = useListPrices(of, link)
  const { inColumns } = prices
  const request = { ...link.request, ...(sortedIn !== undefined && { currency: sortedIn }) }
  const query = usePageQuery(queryOf(request), { keepsRows: of.codec.isPaged })
  const { data } = query
  const given = data?.records
  const records = useMemo(
    () => given && arrange?.(given, { filter, sorting, prices: inColumns }),
    [given, arrange, filter, sorting, inColumns],
  )
  const body = useMemo(
    () => (data && records ? { ...data, records, total: data.total === null ? null : records.length } : data),
    [data, records],
  )
  // What the page sorts them by may come after them.
  const isSortable = [
    typeof inColumns === 'object',
    ...(rules.beside ?? []).map((one) => one.data !== undefined),
  ]
  const rowsKey = arrange && sorting ? `${link.rowsKey} ${isSortable}` : link.rowsKey
  const shown = useListRows(of, { ...link, rowsKey }, query, body, rules)
  const { rows, state } = shown
  const resting = useStableValue(columnsRestOn?.(rows) ?? null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that give the columns the same need no new columns, which would render every cell again
  const rowsOfColumns = useMemo(() => rows, [columnsRestOn ? resting : rows])
  const filterOfRows = useRowsValue(filter, state)
  const columns = useMemo(
    () => columnsOf({ rows: rowsOfColumns, filter: filterOfRows, prices: inColumns }),
    [columnsOf, rowsOfColumns, filterOfRows, inColumns],
  )
  const { idOf, labelOf } = rules
  const table = useListTable(of, link, rows, idOf, columns)
  const hasNext = of.codec.isPaged && state.body?.has_next
  const after = hasNext ? link.view.offset + state.body.records.length : null
  usePrefetched(after === null ? null : queryOf({ ...request, offset: after }))
  const open = useOpenRecord(of, link, shown, table, { idOf, labelOf })
  return { ...shown, of, link, groups, table, open, prices, idOf, labelOf }
}

/**
 * Prices of today, in the reader's currency or in that of a link which sorts by value: whoever opens it sees the same order. A link that sorts by
 * value and names no currency gets the reader's. `sortedIn`: the currency by whose values the rows are sorted.
 */
function useListPrices({ codec }: List, { view, sorting, patch }: ListLink) {
  const asked = view.params.currency
  const prices = usePricesNow(asked, { enabled: codec.isPriced })
  const currency = currencyOf(prices.inColumns)
  const isByValue = sorting?.column === 'value'
  const added = isByValue && asked === undefined ? currency : undefined
  useEffect(() => {
    if (added !== undefined) patch({ params: { currency: added } }, { replace: true })
  }, [added, patch])
  return { prices, sortedIn: isByValue ? (asked ?? currency) : undefined }
}
