import Ellipsis from 'lucide-react/icons/ellipsis'
import FileX from 'lucide-react/icons/file-x'
import SearchX from 'lucide-react/icons/search-x'
import { type ComponentProps, type MouseEvent, type ReactNode, useMemo } from 'react'
import type { ListBody } from '../contract/console-api.ts'
import { withSmallInitial } from '../contract/initials.ts'
import { ErrorBanner } from '../display/errors.tsx'
import { useKeyHint } from '../display/keys.ts'
import { ListPaperHead } from '../display/PaperHead.tsx'
import { usePreferences } from '../display/preferences.ts'
import { UntrustedText } from '../display/text.tsx'
import { Button, ButtonLink, IconButton } from '../ui/buttons.tsx'
import { DataTable } from '../ui/DataTable.tsx'
import type { RowData } from '../ui/data-table.ts'
import { useStableCallback } from '../ui/hooks.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { EmptyState } from '../ui/messages.tsx'
import { Pager } from '../ui/Pager.tsx'
import { PageHeader } from '../ui/page.tsx'
import { Popover } from '../ui/popovers.tsx'
import { AwaitedRecords } from './AwaitedRecords.tsx'
import { ColumnChooser } from './ColumnChooser.tsx'
import { emptyInWords, notWhole, undecidedInWords } from './empty-words.ts'
import { FilterBar } from './FilterBar.tsx'
import { Freshness } from './Freshness.tsx'
import { type Entered, wrongParameters } from './filter-groups.ts'
import { InvalidParameters } from './LinkNotice.tsx'
import { ListActions } from './ListActions.tsx'
import styles from './list.module.css'
import { usePageKeys, useRowInSight } from './list-focus.ts'
import type { ListPage } from './list-page.ts'
import { pastEnd } from './list-rows.ts'
import type { ListTable } from './list-table.ts'

interface ListLayoutProps<R extends object>
  extends Pick<ComponentProps<typeof DataTable<R>>, 'rowHref'>,
    Pick<ComponentProps<typeof ErrorBanner>, 'back'> {
  readonly list: ListPage<R>
  /** Where what is filtered has a name of its own. */
  readonly title?: string | undefined
  readonly actions?: ReactNode
  readonly tabs?: ReactNode
  readonly find?: ReactNode
  readonly notes?: readonly string[]
  readonly foot?: ReactNode
  /** Of what is filtered: a button, and the strip that it opens above the rows. */
  readonly totals?: { readonly button: ReactNode; readonly strip: ReactNode }
  readonly children?: ReactNode
}

/** A list page: its head, notices, then the rows or why there are none. Rows lead to their record beside the list, or to `rowHref`. */
export function ListLayout<R extends object>(props: ListLayoutProps<R>): ReactNode {
  return (
    <>
      <ListHead {...props} />
      {props.totals?.strip}
      <ListBelowHead {...props} />
    </>
  )
}

function ListHead<R extends object>({
  list,
  title = list.of.title,
  actions,
  tabs,
  find,
  totals,
  notes = [],
}: ListLayoutProps<R>): ReactNode {
  const { link, state, rows, table } = list
  const { filter, invalid, patch, clear } = link
  const { body, error = null } = state
  const allNotes = [
    ...(body?.completeness === 'partial' ? [notWhole] : []),
    ...(body?.undecided ? [undecidedInWords(body.undecided, rows.length)] : []),
    ...notes,
  ]
  const wrong = useMemo(() => wrongParameters(error, invalid, Object.keys(filter)), [error, invalid, filter])
  const changeFilters = useStableCallback((entered: Entered) => patch({ filter: entered }))
  return (
    <PageHeader
      title={title}
      isBrief
      meta={<Freshness page={{ ...list, error, body }} news={list.news} note={allNotes.join(' · ')} />}
      actions={
        <Tools>
          <ListActions />
          {totals?.button}
          {actions}
          <ColumnChooser table={table} />
        </Tools>
      }
    >
      <ListPaperHead sorted={sortedInWords(list)} />
      {tabs}
      <FilterBar
        groups={list.groups}
        filter={filter}
        wrong={wrong}
        isCounted={list.of.name === 'transactions'}
        onChange={changeFilters}
        onClearAll={clear}
        find={find}
        end={rows.length > 0 && <SortMenu table={table} />}
      />
    </PageHeader>
  )
}

/** Null where the rows keep the service's order. */
function sortedInWords<R extends object>({ link: { sorting }, table }: ListPage<R>): string | null {
  const column = table.all.find(({ id }) => id === sorting?.column)
  return column && sorting ? `${column.header}, ${sorting.descending ? 'descending' : 'ascending'}` : null
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

function ListBelowHead<R extends object>(props: ListLayoutProps<R>): ReactNode {
  const { list, foot, children } = props
  const { of, link, state, table } = list
  const { view, patch } = link
  useRowInSight(list.open.id, state.body !== undefined)
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
        {state.kind === 'rows' && state.error && (
          <div className={styles.failure}>
            <ErrorBanner error={state.error} staleSince={list.asOf} onRetry={list.refresh} />
          </div>
        )}
        <div className={classes(layout.row, styles.foot)}>
          {of.codec.isPaged && <ListPager list={list} />}
          {foot}
        </div>
      </div>
    </div>
  )
}

function RowsOrWhyNone<R extends object>(props: ListLayoutProps<R>): ReactNode {
  const { list, back } = props
  const { link, state } = list
  if (state.kind === 'waiting' && state.for === 'records')
    return <AwaitedRows list={list} missing={state.error.failure.details} />
  switch (state.kind) {
    case 'none':
      return state.isPastEnd ? (
        <PastEnd firstPage={link.href({ offset: 0 })} />
      ) : (
        <NothingFound list={list} body={state.body} />
      )
    case 'failed':
      return (
        <ErrorBanner
          error={state.error}
          onRetry={list.refresh}
          {...(back && { back })}
          {...(link.isFiltered && { onClearFilters: link.clear })}
          {...(link.sorting && { onUnsort: () => unsort(list) })}
        />
      )
    default:
      return <Rows {...props} />
  }
}

function Rows<R extends object>({
  list,
  rowHref = (row) => list.open.hrefOf(list.idOf(row)),
}: ListLayoutProps<R>): ReactNode {
  const { compact } = usePreferences()
  const { of, link, state } = list
  return (
    <DataTable
      caption={of.title}
      table={list.table.model}
      rowHref={rowHref}
      rowLabel={list.labelOf}
      selectedId={list.open.id}
      loading={state.kind === 'waiting' && state.for === 'rows'}
      skeletonRows={Math.min(link.view.limit, 12)}
      awaited={state.kind === 'waiting' && state.for === 'next rows'}
      stale={state.kind === 'rows' && state.error !== null}
      marks={list.marks}
      compact={compact}
    />
  )
}

function unsort<R extends object>({ of, link }: ListPage<R>): void {
  link.patch(of.codec.sortedBy(null))
}

/** Filters that the service does not take are answered once the records are read. */
function AwaitedRows<R extends object>({ list, missing }: { list: ListPage<R>; missing: string }) {
  const { isFiltered, clear, sorting } = list.link
  const column = list.table.all.find(({ id }) => id === sorting?.column)
  return (
    <>
      <AwaitedRecords
        what={column ? `Sorting by ${withSmallInitial(column.header)}` : 'This filter'}
        missing={missing}
      />
      <p className={layout.row}>
        {sorting && <Button onClick={() => unsort(list)}>Don’t sort</Button>}
        {isFiltered && <Button onClick={clear}>Clear filters</Button>}
      </p>
    </>
  )
}

function ListPager<R extends object>({ list }: { list: ListPage<R> }) {
  const { state, rows, total } = list
  const { view, href, patch, pageKey } = list.link
  const { limit, offset } = view
  const { body } = state
  const isAwaited = state.kind === 'waiting' && state.for === 'next rows'
  const keyHint = useKeyHint()
  const previous = offset > 0 ? href({ offset: Math.max(0, offset - limit) }) : null
  // Whether there is a page after the one that is being read is not known, so a second press leads to that one again.
  // The next page begins after the rows that came: a service may give fewer than it is asked for.
  const after = body?.has_next ? href({ offset: offset + body.records.length }) : null
  const next = isAwaited ? href({ offset }) : after
  const lastOffset = typeof total === 'number' ? Math.floor((total - 1) / limit) * limit : offset
  usePageKeys(pageKey, body !== undefined || state.kind === 'failed', { previous, next })
  if (rows.length === 0 || state.kind === 'none') return null
  return (
    <Pager
      from={offset + 1}
      to={offset + rows.length}
      previousHref={previous}
      nextHref={next}
      hasNext={body?.has_next ?? isAwaited}
      total={total}
      isAwaited={isAwaited && total === 'counting'}
      lastHref={lastOffset > offset ? href({ offset: lastOffset }) : null}
      shortcuts={{ previous: keyHint('p'), next: keyHint('n') }}
      limit={limit}
      onLimit={(next) => patch({ limit: next })}
      label={list.of.title.toLowerCase()}
    />
  )
}

function NothingFound<R extends object>({
  list: { of, link, narrowed },
  body,
}: {
  list: ListPage<R>
  body: ListBody<R>
}) {
  const { isFiltered, clear } = link
  const empty = body.no_records
  const { title, text } = emptyInWords({
    noun: of.title.toLowerCase(),
    isFiltered,
    undecided: body.undecided ?? 0,
    completeness: body.completeness,
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

/** The buttons in the head of a list. Where it has no room for their words, they are in one menu. */
function Tools({ children }: { children: ReactNode }) {
  return (
    <>
      <div className={classes(layout.line, styles.tools)}>{children}</div>
      <span className={styles.more}>
        <Popover
          label="Tools"
          placement="end"
          button={(button) => (
            <IconButton label="Tools" {...button}>
              <Ellipsis aria-hidden />
            </IconButton>
          )}
        >
          {(close) => (
            // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what happens to the buttons inside it
            // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a button is a click
            <div
              className={classes(layout.stack, layout.dense, styles.menu)}
              onClick={(event) => leavesMenu(event) && close()}
            >
              {children}
            </div>
          )}
        </Popover>
      </span>
    </>
  )
}

/** A press that leads elsewhere or changes the page. What opens a layer of its own, or copies, leaves the menu where it is. */
function leavesMenu({ target }: MouseEvent): boolean {
  return target instanceof Element && target.closest('a, [aria-expanded]:not([aria-haspopup])') !== null
}
