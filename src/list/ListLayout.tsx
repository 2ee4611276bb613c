import Columns3 from 'lucide-react/icons/columns-3'
import FileX from 'lucide-react/icons/file-x'
import SearchX from 'lucide-react/icons/search-x'
import { type ComponentProps, type ReactNode, useMemo } from 'react'
import { ErrorBanner } from '../display/errors.tsx'
import { useKeyHint } from '../display/keys.ts'
import { ListPaperHead } from '../display/PaperHead.tsx'
import { usePreferences } from '../display/preferences.ts'
import { UntrustedText } from '../display/text.tsx'
import { Button, ButtonLink } from '../ui/buttons.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import type { RowData } from '../ui/data-table.ts'
import { useStableCallback } from '../ui/hooks.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { lazyComponent } from '../ui/lazy.tsx'
import { EmptyState } from '../ui/messages.tsx'
import { Pager } from '../ui/Pager.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Popover } from '../ui/popovers.tsx'
import { AwaitedRecords } from './AwaitedRecords.tsx'
import { emptyInWords, notWhole, undecidedInWords } from './empty-words.ts'
import { FilterBar } from './FilterBar.tsx'
import { Freshness } from './Freshness.tsx'
import { type Entered, type FilterGroup, wrongParameters } from './filter-groups.ts'
import { InvalidParameters } from './LinkNotice.tsx'
import { ListActions } from './ListActions.tsx'
import styles from './list.module.css'
import { type OpenRecord, useFocusOnHeading, usePageKeys, useRowInSight } from './list-focus.ts'
import { type ListPage, type ListParams, pastEnd } from './list-page.ts'
import type { ListTable } from './list-table.ts'
import { Tools } from './Tools.tsx'

interface ListLayoutProps<R extends RowData>
  extends Pick<ComponentProps<typeof DataTable<R>>, 'rowHref' | 'rowLabel' | 'dividedIds'>,
    Pick<ComponentProps<typeof ErrorBanner>, 'back'> {
  readonly params: ListParams
  /** Where what is filtered has a name of its own. */
  readonly title?: string
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
  title = params.list.title,
  page,
  table,
  groups,
  actions,
  tabs,
  find,
  totals,
  note = null,
}: ListLayoutProps<R>): ReactNode {
  const { filter, invalid, patch, clear } = params
  const { error, body } = page
  const notes = [
    ...(body?.completeness === 'partial' ? [notWhole] : []),
    ...(body?.undecided ? [undecidedInWords(body.undecided, page.rows.length)] : []),
    ...(note === null ? [] : [note]),
  ]
  const wrong = useMemo(() => wrongParameters(error, invalid, Object.keys(filter)), [error, invalid, filter])
  const changeFilters = useStableCallback((entered: Entered) => patch({ filter: entered }))
  return (
    <PageHeader
      title={title}
      isBrief
      meta={<Freshness page={page} news={page} note={notes.join(' · ')} />}
      actions={
        <Tools>
          <ListActions />
          {totals?.button}
          {actions}
          <ColumnChooser table={table} />
        </Tools>
      }
    >
      <ListPaperHead sorted={sortedInWords(params, table)} />
      {tabs}
      <FilterBar
        groups={groups}
        filter={filter}
        wrong={wrong}
        isCounted={params.list.name === 'transactions'}
        onChange={changeFilters}
        onClearAll={clear}
        find={find}
        end={page.rows.length > 0 && <SortMenu table={table} />}
      />
    </PageHeader>
  )
}

/** Null where the rows keep the service's order. */
function sortedInWords<R extends RowData>({ sorting }: ListParams, { all }: ListTable<R>): string | null {
  const column = all.find(({ id }) => id === sorting?.column)
  return column && sorting ? `${column.header}, ${sorting.descending ? 'descending' : 'ascending'}` : null
}

const choices = lazyComponent(() => import('./ColumnChoices.tsx'))

function ColumnChooser<R extends RowData>({ table: { all, arrangement } }: { table: ListTable<R> }) {
  return (
    <Popover
      label="Columns"
      placement="end"
      button={(button) => (
        <Button
          {...button}
          className={styles.columns}
          small
          icon={<Columns3 aria-hidden />}
          {...choices.near}
        >
          <span className={layout.roomy}>Columns</span>
        </Button>
      )}
    >
      {(close) => <choices.View {...arrangement} all={all} onClose={close} />}
    </Popover>
  )
}

/** Sorts rows that are cards, which have no headers. Hidden where there are headers. */
function SortMenu<R extends RowData>({ table: { model, all } }: { table: ListTable<R> }) {
  const [sorting] = model.state.sorting
  const columns = all.filter(({ isSorted }) => isSorted)
  const sort = (value: string) => {
    const [id = '', direction] = value.split(' ')
    model.setSorting(id === '' ? [] : [{ id, desc: direction === 'descending' }])
  }
  return (
    <label className={classes(layout.line, layout.small, styles.sort)} data-print="hide">
      Sort by
      <select
        value={sorting ? `${sorting.id} ${sorting.desc ? 'descending' : 'ascending'}` : ''}
        onChange={(event) => sort(event.target.value)}
      >
        <option value="">Service’s order</option>
        {columns.flatMap(({ id, header }) =>
          ['ascending', 'descending'].map((direction) => (
            <option key={`${id} ${direction}`} value={`${id} ${direction}`}>
              {header}, {direction}
            </option>
          )),
        )}
      </select>
    </label>
  )
}

function ListRows<R extends RowData>(props: ListLayoutProps<R>): ReactNode {
  const { params, page, table, open, foot, children } = props
  const { view, patch, list } = params
  useRowInSight(open?.id ?? null, page.body !== undefined)
  return (
    <div
      className={styles.rows}
      data-print="flow"
      data-wide={table.arrangement.columns.length > 7 || undefined}
    >
      <InvalidParameters
        invalid={view.invalid}
        onRemove={() => patch({ invalid: [], offset: view.offset, params: view.params })}
      />
      {children}
      <RowsOrWhyNone {...props} />
      <div className={styles.end}>
        {page.state === 'stale' && page.error && (
          <div className={styles.failure}>
            <ErrorBanner error={page.error} staleSince={page.asOf} onRetry={page.refresh} />
          </div>
        )}
        <div className={classes(layout.row, styles.foot)}>
          {list.codec.isPaged && <ListPager params={params} page={page} />}
          {foot}
        </div>
      </div>
    </div>
  )
}

function RowsOrWhyNone<R extends RowData>(props: ListLayoutProps<R>): ReactNode {
  const { params, page, back } = props
  switch (page.state) {
    case 'past-end':
      return <PastEnd firstPage={params.href({ offset: 0 })} />
    case 'empty':
      return <NothingFound params={params} page={page} />
    case 'waiting':
      return <AwaitedRows params={params} page={page} table={props.table} />
    case 'failed':
      return (
        page.error && (
          <ErrorBanner
            error={page.error}
            onRetry={page.refresh}
            {...(back && { back })}
            {...(params.isFiltered && { onClearFilters: params.clear })}
            {...unsort(params)}
          />
        )
      )
    default:
      return <Rows {...props} />
  }
}

function Rows<R extends RowData>({
  params,
  page,
  table,
  open,
  rowHref = (row) => open?.hrefOf(page.idOf(row)) ?? null,
  rowLabel,
  dividedIds,
}: ListLayoutProps<R>): ReactNode {
  const { compact } = usePreferences()
  return (
    <DataTable
      caption={params.list.title}
      table={table.model}
      rowHref={rowHref}
      {...(rowLabel && { rowLabel })}
      {...(dividedIds && { dividedIds })}
      selectedId={open?.id ?? null}
      loading={page.state === 'loading'}
      skeletonRows={Math.min(params.range.limit, 12)}
      awaited={page.state === 'replaced'}
      stale={page.state === 'stale'}
      marks={page.marks}
      compact={compact}
    />
  )
}

function unsort({ list, sorting, patch }: ListParams) {
  return sorting && { onUnsort: () => patch(list.codec.sortedBy(null)) }
}

/** Filters that the service does not take are answered once the records are read. */
function AwaitedRows<R extends RowData>({
  params,
  page,
  table,
}: Pick<ListLayoutProps<R>, 'params' | 'page' | 'table'>) {
  const { isFiltered, clear, sorting } = params
  const unsorted = unsort(params)
  const column = table.all.find(({ id }) => id === sorting?.column)
  return (
    <>
      <AwaitedRecords
        what={column ? `Sorting by ${withSmallInitial(column.header)}` : 'This filter'}
        {...(page.error && { missing: page.error.failure.details })}
      />
      <p className={layout.row}>
        {unsorted && <Button onClick={unsorted.onUnsort}>Don’t sort</Button>}
        {isFiltered && <Button onClick={clear}>Clear filters</Button>}
      </p>
    </>
  )
}

/** "Value (EUR)" keeps its currency. */
function withSmallInitial(header: string): string {
  return header.charAt(0).toLowerCase() + header.slice(1)
}

function ListPager<R extends RowData>({
  params: { view, range, href, patch, noun, pageKey },
  page,
}: Pick<ListLayoutProps<R>, 'params' | 'page'>) {
  const { limit, offset } = range
  const { body, rows, state, total } = page
  const keyHint = useKeyHint()
  const previous = offset > 0 ? href({ offset: Math.max(0, offset - limit) }) : null
  // Whether there is a page after the one that is being read is not known, so a second press leads to that one again.
  // The next page begins after the rows that came: a service may give fewer than it is asked for.
  const after = body?.has_next ? href({ offset: offset + body.records.length }) : null
  const next = state === 'replaced' ? href({ offset }) : after
  const lastOffset = typeof total === 'number' ? Math.floor((total - 1) / limit) * limit : offset
  usePageKeys(pageKey, body !== undefined || state === 'failed', { previous, next })
  if (rows.length === 0 || state === 'past-end') return null
  return (
    <Pager
      from={offset + 1}
      to={offset + rows.length}
      previousHref={previous}
      nextHref={next}
      hasNext={body?.has_next ?? state === 'replaced'}
      total={total}
      isAwaited={state === 'replaced' && total === 'counting'}
      lastHref={lastOffset > offset ? href({ offset: lastOffset }) : null}
      shortcuts={{ previous: keyHint('p'), next: keyHint('n') }}
      limit={view.limit}
      onLimit={(next) => patch({ limit: next })}
      label={noun}
    />
  )
}

function NothingFound<R extends RowData>({
  params: { noun, isFiltered, clear },
  page: { body, narrowed },
}: Pick<ListLayoutProps<R>, 'params' | 'page'>) {
  const empty = body?.no_records
  const { title, text } = emptyInWords({
    noun,
    isFiltered,
    undecided: body?.undecided ?? 0,
    completeness: body?.completeness ?? null,
    among: narrowed?.among ?? null,
  })
  return (
    <EmptyState
      icon={<SearchX />}
      title={title}
      small={empty && <UntrustedText text={`${empty.code} · ${empty.message}`} />}
      actions={isFiltered && <Button onClick={clear}>Clear filters</Button>}
    >
      <p>{text}</p>
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
