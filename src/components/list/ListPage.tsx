import type { UseMutationResult, UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo, useRef } from 'react'
import { useNavigate } from 'react-router-dom'
import { failureOf } from '../../api/failure.ts'
import { type Live, useSessionMark } from '../../api/hooks.ts'
import type { Page } from '../../api/paging.ts'
import type { PageRange } from '../../api/queries.ts'
import type { RowIdentity } from '../../api/steady-rows.ts'
import { useSteadyPage } from '../../api/use-steady-page.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import type { TableSorting } from '../../ui/DataTableHeader.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pager } from '../../ui/Pager.tsx'
import { pageSummary } from '../../ui/page-summary.ts'
import { useSameFunction } from '../../ui/use-same-function.ts'
import { useSameValue } from '../../ui/use-same-value.ts'
import { filterParameters, type ListPatch, type ListView } from '../../url/list-view.ts'
import type { List } from '../../url/lists.ts'
import { writeSorting } from '../../url/table-look.ts'
import type { TableCodec } from '../../url/table-view.ts'
import { useListView } from '../../url/use-list-view.ts'
import { ErrorBanner } from '../ErrorBanner.tsx'
import { ExportButton } from '../export/ExportButton.tsx'
import { exportLink } from '../export/export-link.ts'
import { Freshness } from '../Freshness.tsx'
import { NothingFound } from '../NothingFound.tsx'
import { usePreferences } from '../preferences.ts'
import { RefusedParameters } from '../RefusedParameters.tsx'
import { useFailureShown } from '../use-failure-shown.ts'
import { ListActions } from '../views/ListActions.tsx'
import { wrongParameters } from '../wrong-parameters.ts'
import { BesideList, type OpenBeside } from './BesideList.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { chosenColumns } from './chosen-columns.ts'
import { Excess } from './Excess.tsx'
import { FilterBar } from './FilterBar.tsx'
import { cleared, type Entered, type FilterGroup } from './filter-groups.ts'
import styles from './ListPage.module.css'
import { OverRows } from './OverRows.tsx'
import { PastEnd } from './PastEnd.tsx'
import { SortMenu } from './SortMenu.tsx'
import { SortNotice, whyNotSorted } from './SortNotice.tsx'
import { useArrangement } from './use-arrangement.ts'
import { useHeardChanges, useHeardPage } from './use-heard.ts'
import { useOpenRow } from './use-open-row.ts'
import { turningKeys, usePageKeys } from './use-page-keys.ts'
import { useRowHrefs } from './use-row-hrefs.ts'
import { useSortedRows } from './use-sorted-rows.ts'

/** What a list page hands to what it shows beside the list. */
export interface BesideProps<R, F extends string, X extends string> {
  readonly rows: readonly R[]
  /** The rows of the latest reading of this page, which the reader may not have brought on screen yet. */
  readonly latest: readonly R[]
  /** False while the rows of this address are still on their way. */
  readonly isLoaded: boolean
  /** True where a page follows this one. */
  readonly hasNext: boolean
  readonly view: ListView<F, X>
  readonly patch: (patch: ListPatch<F, X>, options?: { replace?: boolean }) => void
}

/** What a list page hands to the field that finds anything in it. */
export type FindProps<F extends string, X extends string> = Pick<BesideProps<unknown, F, X>, 'view' | 'patch'>

/** What makes one list page differ from another. */
export interface ListPageProps<R, F extends string, X extends string> {
  readonly list: List<TableCodec<F, X>>
  /** The hook that reads one page. */
  readonly useRead: (
    filter: Readonly<Partial<Record<F, string>>>,
    range: PageRange,
    live: Live,
    extra: Readonly<Partial<Record<NoInfer<X>, string>>>,
  ) => UseQueryResult<Page<R>>
  /** The hook that reads the next page ahead of time. */
  readonly usePrefetch?: (filter: Readonly<Partial<Record<F, string>>>, range: PageRange | null) => void
  /** The hook that finds the last page before an offset past the end. */
  readonly useLastPage?: () => UseMutationResult<
    number,
    Error,
    PageRange & { filter: Readonly<Partial<Record<F, string>>> }
  >
  readonly identity: RowIdentity<R>
  readonly groups: readonly FilterGroup<F>[]
  /** From the rows on screen, and from the latest reading of them. Those that the codec names can be chosen; others are always there. */
  readonly columns: (rows: readonly R[], latest: readonly R[]) => readonly Column<R>[]
  /** What a row opens: a change of this page's state, or another page. */
  readonly opens: (row: R) => ListPatch<F, X> | string | null
  readonly rowLabel: (row: R) => string
  /** What is read aloud of a row that another reading changed; otherwise that it has changed. */
  readonly changeInWords?: (now: R, before: R) => string
  /** The instant at which all these rows were retrieved, for lists whose envelope has none; null where they differ. */
  readonly retrievedAt?: (rows: readonly R[]) => string | null
  /** The id of the row that is open beside the list. */
  readonly openId?: (view: ListView<F, X>) => string | null
  readonly Beside?: (props: BesideProps<R, NoInfer<F>, NoInfer<X>>) => ReactNode
  /** What else can be done here, before what can be done on every list. */
  readonly actions?: ReactNode
  /** The field that finds anything, before the filters. */
  readonly Find?: (props: FindProps<NoInfer<F>, NoInfer<X>>) => ReactNode
  /** What can be said of all rows of the filter, under those of the page. */
  readonly Under?: (props: { filter: Readonly<Partial<Record<NoInfer<F>, string>>> }) => ReactNode
  /** How a reader narrows what was read, where the hook that reads does it. */
  readonly narrowing?: Narrowing<NoInfer<F>, NoInfer<X>>
}

/** A list page that leaves out rows that were read, and says so. */
export interface Narrowing<F extends string, X extends string> {
  /** The parameters by which it is narrowed, and which of them is what was typed. */
  readonly by: readonly X[]
  readonly typed: X
  /** Says what was looked through, above the rows or in their place. */
  readonly Said: (props: FindProps<F, X> & NonNullable<Page<unknown>['narrowed']>) => ReactNode
}

const noRows: readonly never[] = []
const none: readonly string[] = []
const pageSizes = [25, 50, 100] as const

/** A filterable, paged list whose whole state is in the address. */
export function ListPage<R, F extends string, X extends string>({
  list: { name, title, codec },
  useRead,
  usePrefetch = useNoPrefetch,
  useLastPage,
  identity,
  groups,
  columns,
  opens,
  rowLabel,
  changeInWords = (row) => `${rowLabel(row)} has changed`,
  retrievedAt,
  openId,
  Beside,
  actions,
  Find,
  Under,
  narrowing,
}: ListPageProps<R, F, X>) {
  const noun = title.toLowerCase()
  const { view, patch, href } = useListView(codec)
  const navigate = useNavigate()
  const beside = useRef<OpenBeside>(null)
  const { live } = usePreferences()
  const table = useArrangement(codec, view, patch)
  const { sorting } = codec.look(view)
  const { limit, offset } = view
  // The same objects as long as they say the same: an opened record has no filter drawn again.
  const filter = useSameValue(view.filter)
  const refused = useSameValue(view.refused)
  const opened = openId?.(view) ?? null
  const query = useRead(filter, { limit, offset }, { live }, view.extra)
  const mark = useSessionMark()
  const narrowedBy = narrowing?.by.map((name) => view.extra[name])
  const rowsKey = JSON.stringify([mark, filter, limit, offset, narrowedBy])
  const page = useSteadyPage(query, rowsKey, identity)
  const isLoaded = page.latest !== undefined && !page.outdated
  useOpenRow(opened, isLoaded)
  usePrefetch(filter, page.latest?.hasNext && !page.outdated ? { limit, offset: offset + limit } : null)
  const error = failureOf(query)
  const failed = useFailureShown(error, {
    hasRows: page.rows.length > 0 && !page.outdated,
    reading: `${rowsKey} ${query.dataUpdatedAt}`,
  })
  const refresh = () => {
    failed.show()
    page.refresh()
  }
  const wrong = useMemo(() => wrongParameters(error, refused, Object.keys(filter)), [error, refused, filter])
  const typed = narrowing && view.extra[narrowing.typed]
  const isNarrowed = narrowedBy?.some((value) => value !== undefined) ?? false
  const isFiltered = Object.keys(filter).length > 0 || isNarrowed
  const clearAll = () =>
    patch({
      filter: cleared(groups.flatMap(({ fields }) => fields)),
      ...(narrowing && { extra: without(narrowing.by) }),
    })
  const clear = useSameFunction(clearAll)
  const change = useSameFunction((entered: Entered<F>) => patch({ filter: entered }))
  const clearFilters = isFiltered ? { onClearFilters: clearAll } : {}
  const isEmpty = page.latest !== undefined && page.rows.length === 0
  const latestRows = page.latest?.records ?? noRows
  const looked = page.latest?.narrowed
  const isPartly = looked !== undefined && !looked.whole
  // Of a page that is narrowed the pager turns the pages of the list, and not of what was found on one of them.
  const pageLength = isPartly ? looked.among : page.rows.length
  const hasNext = page.latest?.hasNext ?? false
  const previousHref = href({ offset: Math.max(0, offset - limit) })
  const nextHref = href({ offset: offset + limit })
  const pageKey = JSON.stringify([filter, limit, offset])
  const isThere = !page.outdated && (page.latest !== undefined || error !== null)
  usePageKeys(pageKey, isThere, {
    previous: offset > 0 ? previousHref : null,
    next: hasNext ? nextHref : null,
  })
  useHeardPage(pageKey, isThere ? said() : null)
  useHeardChanges(pageKey, isThere ? page.rows : null, identity, changeInWords)
  const allColumns = useMemo(() => columns(page.rows, latestRows), [columns, page.rows, latestRows])
  const chosen = table.arrangement.columns.join()
  // The same array as long as the rows are the same: the table draws every cell anew when its columns change.
  const tableColumns = useMemo(
    () => chosenColumns(allColumns, chosen.split(','), codec.columns),
    [allColumns, chosen, codec],
  )
  const { rows, isPossible } = useSortedRows(page, allColumns, sorting, offset)
  const sortable = allColumns.filter(({ sortBy }) => sortBy)
  const askedColumn = sortable.find(({ id }) => id === sorting?.column)
  const tableSorting: TableSorting = {
    current: sorting,
    impossible: isPossible ? null : whyNotSorted,
    onSort: (next) => patch(codec.arranging({ sort: writeSorting(next) })),
  }
  const rowHref = useRowHrefs(rows, (row) => {
    const target = opens(row)
    return typeof target === 'object' && target !== null ? href(target) : target
  })
  return (
    <>
      <PageHeader
        title={title}
        meta={
          <Freshness
            asOf={
              page.latest?.timestamp ??
              retrievedAt?.(page.latest?.records ?? []) ??
              page.latest?.receivedAt ??
              null
            }
            refreshing={query.isFetching}
            onRefresh={refresh}
            added={page.outdated ? 0 : page.added}
            gone={page.outdated ? 0 : page.gone}
            onAdopt={page.adopt}
            failure={
              failed.mentioned && { error: failed.mentioned, isAsked: failed.isAsked, onDetails: failed.show }
            }
          />
        }
        actions={
          <>
            {actions}
            <ListActions />
            <ExportButton
              asked={{ list: name, filter: filterParameters(filter) }}
              title={title}
              shown={table.arrangement.columns}
              link={exportLink(href, narrowing?.by)}
              narrowedBy={typed === undefined ? none : [typed]}
            />
            <ColumnChooser {...table} columns={allColumns.filter(({ id }) => codec.columns.includes(id))} />
          </>
        }
      >
        <FilterBar
          groups={groups}
          filter={filter}
          wrong={wrong}
          onChange={change}
          onClearAll={clear}
          find={Find && <Find view={view} patch={patch} />}
          sort={pageLength > 0 && <SortMenu {...tableSorting} columns={sortable} />}
        />
      </PageHeader>
      <div className={styles.body} data-print="flow">
        <RefusedParameters
          refused={view.refused}
          onRemove={() => patch({ refused: [], offset: view.offset, extra: view.extra })}
        />
        {failed.banner &&
          (failed.banner.isOver ? (
            <OverRows isAsked={failed.isAsked}>
              <ErrorBanner
                error={failed.banner.error}
                onRetry={refresh}
                onHide={failed.hide}
                {...clearFilters}
              />
            </OverRows>
          ) : (
            <ErrorBanner error={failed.banner.error} onRetry={refresh} {...clearFilters} />
          ))}
        {askedColumn && !isPossible && page.rows.length > 0 && !page.outdated && (
          <SortNotice
            column={askedColumn.header}
            onRemove={() => patch(codec.arranging({ sort: null }), { replace: true })}
          />
        )}
        {page.latest?.excess && <Excess error={page.latest.excess} />}
        {narrowing && looked && !page.outdated && <narrowing.Said view={view} patch={patch} {...looked} />}
        {page.latest?.pastEnd ? (
          <PastEnd noun={noun} view={view} href={href} {...(useLastPage ? { useLastPage } : {})} />
        ) : isEmpty ? (
          !error && (
            <NothingFound
              noun={noun}
              said={page.latest?.noRecords}
              explanation={looked && 'Nothing of what was read is what you are looking for.'}
              {...clearFilters}
            />
          )
        ) : (
          (page.latest || !error || query.isFetching) && (
            <DataTable
              caption={title}
              columns={tableColumns}
              rows={rows}
              rowId={(row, index) => identity.id(row) ?? `row-${index}`}
              rowHref={rowHref}
              rowLabel={rowLabel}
              selectedId={opened}
              onNavigate={(to) => (beside.current ?? navigate)(to)}
              loading={!page.latest}
              skeletonRows={Math.min(limit, 12)}
              stale={page.outdated || (error !== null && page.latest !== undefined)}
              changedIds={page.changed}
              compact={table.arrangement.density === 'compact'}
              sorting={tableSorting}
              widths={table.arrangement.widths}
              onWidth={(column, width) => {
                const { [column]: _, ...others } = table.arrangement.widths
                table.arrange({ widths: width === null ? others : { ...others, [column]: width } })
              }}
            />
          )
        )}
        {pageLength > 0 && (
          <Pager
            from={offset + 1}
            to={offset + pageLength}
            hasNext={hasNext}
            hasPrevious={offset > 0}
            previousHref={previousHref}
            nextHref={nextHref}
            shortcuts={turningKeys}
            limit={limit}
            limits={[...new Set([...pageSizes, limit])].sort((a, b) => a - b)}
            onLimit={(next) => patch({ limit: next })}
            label={noun}
          />
        )}
        {Under && (pageLength > 0 || (!page.latest && !error)) && <Under filter={filter} />}
      </div>
      {Beside && (
        <BesideList
          ref={beside}
          codec={codec}
          Beside={Beside}
          onNavigate={(to) => void navigate(to)}
          rows={rows}
          latest={latestRows}
          isLoaded={isLoaded}
          hasNext={hasNext}
          view={view}
          patch={patch}
        />
      )}
    </>
  )

  /** What is heard of this page; nothing where a banner, or what says among how many was looked, is heard anyway. */
  function said(): string {
    if (looked || error) return ''
    if (page.latest?.pastEnd) return 'This page lies past the end of the list.'
    if (isEmpty) return isFiltered ? `No ${noun} match.` : `There are no ${noun}.`
    return `${pageSummary({ from: offset + 1, to: offset + pageLength, hasNext, label: noun })}.`
  }
}

function without<X extends string>(names: readonly X[]): Readonly<Partial<Record<X, null>>> {
  const extra: Partial<Record<X, null>> = {}
  for (const name of names) extra[name] = null
  return extra
}

function useNoPrefetch(): void {
  // Short lists are not read ahead.
}
