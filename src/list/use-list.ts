import type { UseQueryResult } from '@tanstack/react-query'
import { type RefObject, useMemo, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { type ApiError, failureOf } from '../api/api-error.ts'
import { type Live, type PageRange, useSessionMark } from '../api/hooks.ts'
import type { Page } from '../api/paging.ts'
import { type RowIdentity, type SteadyPage, useSteadyPage } from '../api/steady-rows.ts'
import { usePreferences } from '../records/preferences.ts'
import type { Column } from '../ui/DataTable.tsx'
import type { TableSorting } from '../ui/DataTableHeader.tsx'
import { useStableCallback, useStableValue } from '../ui/hooks.ts'
import { pageSummary } from '../ui/page-summary.ts'
import { type ListPatch, type ListView, without } from '../url/list-view.ts'
import type { List } from '../url/lists.ts'
import type { TableCodec } from '../url/table-view.ts'
import { type UseArrangement, useArrangement } from './arrangement.ts'
import { type FailureShown, useFailureShown } from './FailedReading.tsx'
import { cleared, type Entered, type FilterGroup } from './filter-groups.ts'
import { pastEnd } from './PastEnd.tsx'
import { whyNotSorted } from './SortNotice.tsx'
import { useAnnounceChanges, useAnnouncePage } from './use-announcements.ts'
import { useListTable } from './use-list-table.ts'
import { type UseListView, useListView } from './use-list-view.ts'
import { useOpenRow, useRowHrefs } from './use-open-row.ts'
import { usePageKeys } from './use-page-keys.ts'
import { wrongParameters } from './wrong-parameters.ts'

/** What makes one list differ from another. */
export interface ListOptions<R, F extends string, X extends string> {
  readonly list: List<TableCodec<F, X>>
  /** The hook that reads one page. */
  readonly useRead: (
    filter: Readonly<Partial<Record<F, string>>>,
    range: PageRange,
    live: Live,
    params: Readonly<Partial<Record<NoInfer<X>, string>>>,
  ) => UseQueryResult<Page<R>>
  /** The hook that reads the next page ahead of time. */
  readonly usePrefetch?: (filter: Readonly<Partial<Record<F, string>>>, range: PageRange | null) => void
  /** What is read beside the rows: why it failed, whether it was never read, and how it is read again. */
  readonly companion?: {
    readonly failure: ApiError | null
    readonly isMissing: boolean
    readonly refresh: () => void
  }
  readonly identity: RowIdentity<R>
  readonly groups: readonly FilterGroup<F>[]
  /** From the rows on screen, and from the latest reading of them. Those that the codec names can be chosen; others are always there. */
  readonly columns: (rows: readonly R[], latest: readonly R[]) => readonly Column<R>[]
  /** Of what is known of rows beside themselves: whenever it changes, they are sorted anew. */
  readonly version?: unknown
  /** What a row opens: a change of this page's state, or another page. */
  readonly opens: (row: R) => ListPatch<F, X> | string | null
  readonly rowLabel: (row: R) => string
  /** What is read aloud of a row that another reading changed; otherwise that it has changed. */
  readonly changeInWords?: (now: R, before: R) => string
  /** The instant at which all these rows were retrieved, for lists whose envelope has none; null where they differ. */
  readonly retrievedAt?: (rows: readonly R[]) => string | null
  /** The id of the row that is open beside the list. */
  readonly openId?: (view: ListView<F, X>) => string | null
  /** The parameters by which rows that were read are left out, where the hook that reads does so. */
  readonly narrowedBy?: readonly NoInfer<X>[]
}

/** A filterable, paged list whose whole state is in the address: what its parts show, and what can be done to it. */
export interface ListController<R, F extends string, X extends string> extends UseListView<F, X> {
  readonly list: List<TableCodec<F, X>>
  /** What the rows are, in the plural. */
  readonly noun: string
  readonly page: SteadyPage<R>
  /** The rows on screen, in the order that was asked for. */
  readonly rows: readonly R[]
  readonly rowId: (row: R, index: number) => string
  readonly rowHref: (row: R) => string | null
  readonly rowLabel: (row: R) => string
  readonly openId: string | null
  /** The id of the row that a state of the page has open. */
  readonly openIn: (view: ListView<F, X>) => string | null
  /** Opens the record that a row's address names beside the list; null where the page shows none. */
  readonly openRecord: RefObject<((href: string) => void) | null>
  /** False while the rows of this address are still on their way. */
  readonly isLoaded: boolean
  /** Whether the latest reading failed, so that the rows are those of an older one. */
  readonly isStale: boolean
  readonly isFetching: boolean
  /** The service's instant of the latest reading, or else the reader's; null before the first. */
  readonly asOf: string | null
  readonly refresh: () => void
  readonly error: ApiError | null
  readonly failed: FailureShown
  readonly filter: Readonly<Partial<Record<F, string>>>
  readonly groups: readonly FilterGroup<F>[]
  readonly wrong: ReadonlySet<string>
  readonly changeFilters: (entered: Entered<F>) => void
  readonly clearFilters: () => void
  readonly isFiltered: boolean
  readonly narrowedBy: readonly X[]
  /** How many rows of the list the page has, whether or not they are shown. */
  readonly pageLength: number
  readonly previousHref: string | null
  readonly nextHref: string | null
  readonly arrangement: UseArrangement
  /** Every column, and those that are shown. */
  readonly allColumns: readonly Column<R>[]
  readonly columns: readonly Column<R>[]
  /** Widths that were chosen, in pixels, by column. */
  readonly widths: Readonly<Record<string, number>>
  readonly sorting: TableSorting
  /** The name of the column by which the link asks to sort, where that cannot be done. */
  readonly unsortedBy: string | null
}

/** The controller of a list page. */
export function useList<R, F extends string, X extends string>({
  list,
  useRead,
  usePrefetch = useNoPrefetch,
  companion,
  identity,
  groups,
  columns,
  version,
  opens,
  rowLabel,
  changeInWords = (row) => `${rowLabel(row)} has changed`,
  retrievedAt,
  openId: openIn = nothingOpen,
  narrowedBy = none,
}: ListOptions<R, F, X>): ListController<R, F, X> {
  const { codec, title } = list
  const noun = title.toLowerCase()
  const { view, patch, href } = useListView(codec)
  const { pathname } = useLocation()
  const { live } = usePreferences()
  const arrangement = useArrangement(codec)
  const { limit, offset } = view
  // The same objects as long as they say the same: an opened record has no filter drawn again.
  const filter = useStableValue(view.filter)
  const invalid = useStableValue(view.invalid)
  const openId = openIn(view)

  const query = useRead(filter, { limit, offset }, { live }, view.params)
  const narrowing = narrowedBy.map((name) => view.params[name])
  const rowsKey = JSON.stringify([useSessionMark(), pathname, filter, limit, offset, narrowing])
  const page = useSteadyPage(query, rowsKey, identity)
  const { latest, outdated } = page
  const isLoaded = latest !== undefined && !outdated
  const hasNext = latest?.hasNext ?? false
  useOpenRow(openId, isLoaded)
  usePrefetch(filter, hasNext && !outdated ? { limit, offset: offset + limit } : null)

  const failure = failureOf(query)
  const error = failure ?? companion?.failure ?? null
  const failed = useFailureShown(error, {
    hasRows: page.rows.length > 0 && !outdated,
    reading: `${rowsKey} ${query.dataUpdatedAt}`,
    isUrgent: error !== null && error === companion?.failure && companion.isMissing,
  })
  const wrong = useMemo(() => wrongParameters(error, invalid, Object.keys(filter)), [error, invalid, filter])
  const isFiltered = Object.keys(filter).length > 0 || narrowing.some((value) => value !== undefined)

  const looked = latest?.narrowed
  // Of a page that is narrowed the pager turns the pages of the list, and not of what was found on one of them.
  const pageLength = looked && !looked.whole ? looked.among : page.rows.length
  const previousHref = offset > 0 ? href({ offset: Math.max(0, offset - limit) }) : null
  const nextHref = hasNext ? href({ offset: offset + limit }) : null
  const pageKey = JSON.stringify([pathname, filter, limit, offset])
  const isThere = !outdated && (latest !== undefined || error !== null)
  usePageKeys(pageKey, isThere, { previous: previousHref, next: nextHref })
  useAnnouncePage(pageKey, isThere ? pageInWords() : null)
  useAnnounceChanges(pageKey, isThere ? page.rows : null, identity, changeInWords)

  const latestRows = latest?.records ?? none
  const allColumns = useMemo(() => columns(page.rows, latestRows), [columns, page.rows, latestRows])
  const sorting = codec.sorting(view)
  // The service cannot sort, so the whole result has to be on this page.
  const isPossible = offset === 0 && page.onScreen !== undefined && !page.onScreen.hasNext
  const table = useListTable({
    page,
    columns: allColumns,
    known: codec.columns,
    arrangement: arrangement.arrangement,
    sorting: isPossible ? sorting : null,
    version,
  })
  const { rows } = table
  const askedColumn = allColumns.find(({ id, sortBy }) => sortBy && id === sorting?.column)
  const rowHref = useRowHrefs(rows, outdated, (row) => {
    const target = opens(row)
    return typeof target === 'object' && target !== null ? href(target) : target
  })

  return {
    list,
    noun,
    view,
    patch,
    href,
    page,
    rows,
    rowId: (row, index) => identity.id(row) ?? `row-${index}`,
    rowHref,
    rowLabel,
    openId,
    openIn,
    openRecord: useRef(null),
    isLoaded,
    isStale: failure !== null && latest !== undefined,
    isFetching: query.isFetching,
    asOf: latest?.timestamp ?? retrievedAt?.(latestRows) ?? latest?.receivedAt ?? null,
    refresh: () => {
      failed.show()
      page.refresh()
      companion?.refresh()
    },
    error,
    failed,
    filter,
    groups,
    wrong,
    changeFilters: useStableCallback((entered: Entered<F>) => patch({ filter: entered })),
    clearFilters: useStableCallback(() =>
      patch({ filter: cleared(groups.flatMap(({ fields }) => fields)), params: without(narrowedBy) }),
    ),
    isFiltered,
    narrowedBy,
    pageLength,
    previousHref,
    nextHref,
    arrangement,
    allColumns,
    columns: table.columns,
    widths: table.widths,
    sorting: {
      current: sorting,
      impossible: isPossible ? null : whyNotSorted,
      next: table.nextSorting,
      onSort: (next) => patch(codec.sortedBy(next)),
    },
    unsortedBy: askedColumn && !isPossible && page.rows.length > 0 && !outdated ? askedColumn.header : null,
  }

  /** What is heard of this page; nothing where a banner, or what says among how many was looked, is heard anyway. */
  function pageInWords(): string {
    if (looked || error) return ''
    if (latest?.pastEnd) return `${pastEnd}.`
    if (page.rows.length === 0) return isFiltered ? `No ${noun} match.` : `There are no ${noun}.`
    return `${pageSummary({ from: offset + 1, to: offset + pageLength, hasNext, label: noun })}.`
  }
}

const none: readonly never[] = []

const nothingOpen = () => null

function useNoPrefetch(): void {
  // Short lists are not read ahead.
}
