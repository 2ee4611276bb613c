import Columns3 from 'lucide-react/icons/columns-3'
import FileX from 'lucide-react/icons/file-x'
import SearchX from 'lucide-react/icons/search-x'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { ErrorBanner } from '../records/errors.tsx'
import { useKeyHint } from '../records/keys.ts'
import { usePreferences } from '../records/preferences.ts'
import { UntrustedText } from '../records/text.tsx'
import { Button, ButtonLink } from '../ui/buttons.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import type { RowData } from '../ui/data-table.ts'
import { useStableCallback } from '../ui/hooks.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { lazyView } from '../ui/lazy.tsx'
import { Banner, EmptyState } from '../ui/messages.tsx'
import { Pager } from '../ui/Pager.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Popover } from '../ui/popovers.tsx'
import { FilterBar } from './FilterBar.tsx'
import { Freshness } from './Freshness.tsx'
import { type Entered, type FilterGroup, wrongParameters } from './filter-groups.ts'
import { InvalidParameters } from './LinkNotice.tsx'
import { ListActions } from './ListActions.tsx'
import styles from './list.module.css'
import { type OpenRecord, useFocusOnHeading, usePageKeys, useRowInSight } from './list-focus.ts'
import { type ListPage, type ListParams, pastEnd } from './list-page.ts'
import type { ListTable } from './list-table.ts'
import { useMisfits } from './misfits.ts'

interface ListLayoutProps<R extends RowData>
  extends Pick<ComponentProps<typeof DataTable<R>>, 'rowHref' | 'rowLabel' | 'dividedIds'>,
    Pick<ComponentProps<typeof ErrorBanner>, 'back'> {
  readonly params: ListParams
  readonly page: ListPage<R>
  readonly table: ListTable<R>
  readonly groups: readonly FilterGroup[]
  readonly actions?: ReactNode
  readonly tabs?: ReactNode
  readonly find?: ReactNode
  readonly note?: string | null
  /** Each row opens its record beside the list. Without it, `rowHref` says where rows lead. */
  readonly open?: OpenRecord
  readonly foot?: ReactNode
  /** Of what is filtered: a button, and the strip that it opens above the rows. */
  readonly totals?: { readonly button: ReactNode; readonly strip: ReactNode }
  /** Stands in place of the rows. */
  readonly instead?: ReactNode
  readonly children?: ReactNode
}

/** A list page: its head, notices, then the rows or why there are none. */
export function ListLayout<R extends RowData>(props: ListLayoutProps<R>): ReactNode {
  useFocusOnHeading()
  return (
    <>
      <ListHead {...props} />
      {props.totals?.strip}
      <ListRows {...props} />
    </>
  )
}

function ListHead<R extends RowData>({
  params,
  page,
  table,
  groups,
  actions,
  tabs,
  find,
  totals,
  note = null,
}: ListLayoutProps<R>): ReactNode {
  const { list, filter, invalid, patch, clear } = params
  const { error } = page
  const mayHaveMore = page.latest?.isWhole === false ? notWhole : null
  const notes = [useMisfits(params, page), mayHaveMore, note].filter((one) => one !== null)
  const wrong = useMemo(() => wrongParameters(error, invalid, Object.keys(filter)), [error, invalid, filter])
  const changeFilters = useStableCallback((entered: Entered) => patch({ filter: entered }))
  return (
    <PageHeader
      title={list.title}
      meta={<Freshness page={page} news={page} note={notes.join(' · ')} />}
      actions={
        <>
          <ListActions />
          {totals?.button}
          {actions}
          <ColumnChooser table={table} />
        </>
      }
    >
      {tabs}
      <FilterBar
        groups={groups}
        filter={filter}
        wrong={wrong}
        onChange={changeFilters}
        onClearAll={clear}
        find={find}
        end={page.rows.length > 0 && <SortMenu table={table} />}
      />
    </PageHeader>
  )
}

const notWhole = 'The service may have more than it sent'

const choices = lazyView(() => import('./ColumnChoices.tsx'))

function ColumnChooser<R extends RowData>({ table: { model, arrangement } }: { table: ListTable<R> }) {
  return (
    <Popover
      label="Columns"
      placement="end"
      button={(button) => (
        <Button {...button} small icon={<Columns3 aria-hidden />} {...choices.near}>
          <span className={layout.roomy}>Columns</span>
        </Button>
      )}
    >
      {(close) => <choices.View {...arrangement} all={headersOf(model)} onClose={close} />}
    </Popover>
  )
}

/** Sorts rows that are cards, which have no headers. Hidden where there are headers. */
function SortMenu<R extends RowData>({ table: { model, whyUnsorted } }: { table: ListTable<R> }) {
  const [sorting] = model.state.sorting
  const columns = headersOf(model).filter(({ id }) => model.getColumn(id)?.getCanSort())
  const sort = (value: string) => {
    const [id = '', direction] = value.split(' ')
    model.setSorting(id === '' ? [] : [{ id, desc: direction === 'descending' }])
  }
  return (
    <select
      className={styles.sort}
      aria-label="Sort by"
      data-print="hide"
      value={sorting ? `${sorting.id} ${sorting.desc ? 'descending' : 'ascending'}` : ''}
      onChange={(event) => sort(event.target.value)}
    >
      <option value="">Not sorted</option>
      {whyUnsorted === null ? (
        columns.flatMap(({ id, header }) =>
          ['ascending', 'descending'].map((direction) => (
            <option key={`${id} ${direction}`} value={`${id} ${direction}`}>
              {header}, {direction}
            </option>
          )),
        )
      ) : (
        <option disabled>{whyUnsorted}</option>
      )}
    </select>
  )
}

function headersOf<R extends RowData>(model: ListTable<R>['model']) {
  return model
    .getAllLeafColumns()
    .flatMap(({ id, columnDef: { header } }) => (typeof header === 'string' ? [{ id, header }] : []))
}

function ListRows<R extends RowData>(props: ListLayoutProps<R>): ReactNode {
  const { params, page, table, open, foot, instead, back, children } = props
  const { rows, error, isPlaceholder } = page
  const clearing = params.isFiltered && { onClearFilters: params.clear }
  const hasRows = rows.length > 0 && !isPlaceholder
  useRowInSight(open?.id ?? null, page.isLoaded)
  return (
    <div
      className={styles.rows}
      data-print="flow"
      data-wide={table.model.getVisibleLeafColumns().length > 8 || undefined}
    >
      <ListNotices params={params} page={page} table={table} />
      {error && !hasRows && (
        <ErrorBanner error={error} onRetry={page.refresh} {...(back && { back })} {...clearing} />
      )}
      {children}
      {instead ?? <RowsOrWhyNone {...props} />}
      <div className={styles.end}>
        {error && hasRows && (
          <div className={styles.failure}>
            <ErrorBanner error={error} staleSince={page.asOf} onRetry={page.refresh} {...clearing} />
          </div>
        )}
        <div className={classes(layout.row, styles.foot)}>
          {params.list.codec.isPaged && !instead && <ListPager params={params} page={page} />}
          {foot}
        </div>
      </div>
    </div>
  )
}

type ListState<R extends RowData> = Pick<ListLayoutProps<R>, 'params' | 'page' | 'table'>

function ListNotices<R extends RowData>({
  params: { list, view, patch },
  page: { latest },
  table: { unsorted },
}: ListState<R>) {
  return (
    <>
      <InvalidParameters
        invalid={view.invalid}
        onRemove={() => patch({ invalid: [], offset: view.offset, params: view.params })}
      />
      {unsorted !== null && (
        <Banner
          tone="info"
          title={`Not sorted by ${unsorted.by}`}
          actions={
            <Button small onClick={() => patch(list.codec.sortedBy(null), { replace: true })}>
              Remove the sorting
            </Button>
          }
        >
          <p>{unsorted.why} The rows are in the service’s own order.</p>
        </Banner>
      )}
      {latest?.excess && (
        <Banner tone="warning" title="The service sent far more rows than requested">
          <p>
            {latest.excess.failure.details} This page shows the rows that belong on it. Turn the page for the
            rest.
          </p>
        </Banner>
      )}
    </>
  )
}

function RowsOrWhyNone<R extends RowData>({
  params,
  page,
  table,
  open,
  rowHref = (row) => open?.hrefOf(page.idOf(row)) ?? null,
  rowLabel,
  dividedIds,
}: ListLayoutProps<R>): ReactNode {
  const { latest, rows, error } = page
  const { compact } = usePreferences()
  if (latest?.pastEnd) return <PastEnd firstPage={params.href({ offset: 0 })} />
  if (latest && rows.length === 0) return !error && <NothingFound params={params} page={page} />
  if (!latest && error && !page.isFetching) return null
  return (
    <DataTable
      caption={params.list.title}
      table={table.model}
      rowHref={rowHref}
      {...(rowLabel && { rowLabel })}
      {...(dividedIds && { dividedIds })}
      selectedId={open?.id ?? null}
      loading={!latest}
      skeletonRows={Math.min(params.range.limit, 12)}
      awaited={page.isPlaceholder}
      stale={page.isStale}
      changedIds={page.changed}
      compact={compact}
      whyUnsorted={table.whyUnsorted}
    />
  )
}

function ListPager<R extends RowData>({
  params: { view, range, href, patch, noun, pageKey },
  page,
}: Pick<ListLayoutProps<R>, 'params' | 'page'>) {
  const { limit, offset } = range
  const { latest, rows, isPlaceholder, error } = page
  const keyHint = useKeyHint()
  const length = latest?.pastEnd ? 0 : rows.length
  const previous = offset > 0 ? href({ offset: Math.max(0, offset - limit) }) : null
  // Whether there is a page after the one that is being read is not known, so a second press leads to that one again.
  // The next page begins after the rows that came: a service may give fewer than it is asked for.
  const after = latest?.hasNext ? href({ offset: offset + latest.records.length }) : null
  const next = isPlaceholder ? href({ offset }) : after
  const total = latest?.total
  const lastOffset = total === undefined ? offset : Math.floor((total - 1) / limit) * limit
  usePageKeys(pageKey, !isPlaceholder && (latest !== undefined || error !== null), { previous, next })
  if (length === 0) return null
  return (
    <Pager
      from={offset + 1}
      to={offset + length}
      previousHref={previous}
      nextHref={next}
      hasNext={latest?.hasNext ?? false}
      total={total}
      lastHref={lastOffset > offset ? href({ offset: lastOffset }) : null}
      shortcuts={{ previous: keyHint('p'), next: keyHint('n') }}
      limit={view.limit}
      onLimit={(next) => patch({ limit: next })}
      label={noun}
    />
  )
}

/** Tells filters that match nothing from a list that is empty. */
function NothingFound<R extends RowData>({
  params: { noun, isFiltered, clear },
  page: { latest, doubt },
}: Pick<ListLayoutProps<R>, 'params' | 'page'>) {
  const empty = latest?.noRecords
  const among = latest?.narrowed?.among
  if (doubt)
    return (
      <EmptyState icon={<SearchX />} title={`No ${noun} found so far`}>
        <p>{doubt}</p>
      </EmptyState>
    )
  return (
    <EmptyState
      icon={<SearchX />}
      title={isFiltered ? `No ${noun} match` : 'There is nothing here yet'}
      small={empty && <UntrustedText text={`${empty.code} · ${empty.message}`} />}
      actions={isFiltered && <Button onClick={clear}>Clear filters</Button>}
    >
      <p>
        {!isFiltered
          ? 'The service lists no records of this kind.'
          : latest?.isWhole === false
            ? `Nothing that the service sent matches. ${notWhole}.`
            : among === undefined
              ? 'Nothing matches all of these filters.'
              : `None of these ${among} ${noun} match.`}
      </p>
    </EmptyState>
  )
}

function PastEnd({ firstPage }: { firstPage: string }) {
  return (
    <EmptyState
      icon={<FileX />}
      title={pastEnd}
      actions={
        <ButtonLink to={firstPage} kind="primary">
          Go to the first page
        </ButtonLink>
      }
    >
      <p>The list may have become shorter since this link was made.</p>
    </EmptyState>
  )
}
