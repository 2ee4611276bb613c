/** What a list page shows: its rows, held still between readings and announced to screen readers, and the table they stand in. */
import type { UseQueryResult } from '@tanstack/react-query'
import { functionalUpdate } from '@tanstack/react-table'
import {
  useDeferredValue,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type ApiError, failureOf } from '../api/api-error.ts'
import type { Page } from '../api/paging.ts'
import { isUnchanged } from '../api/records.ts'
import { changePreferences, type OwnTable, usePreferences } from '../records/preferences.ts'
import { type Column, type RowData, type TableModel, useDataTable } from '../ui/data-table.ts'
import { useStableValue } from '../ui/hooks.ts'
import { announce } from '../ui/inline.tsx'
import { pageSummary } from '../ui/Pager.tsx'
import type { ListCodec } from '../url/list-view.ts'
import type { ListParams } from './use-list-view.ts'

type IdOf<R> = (row: R) => string | null

export interface ListPage<R> {
  readonly idOf: IdOf<R>
  /** The rows on screen, each as it was last read. */
  readonly rows: readonly R[]
  /** The same rows as they were when first shown. */
  readonly initialRows: readonly R[]
  /** Ids of rows whose content changed since. */
  readonly changed: ReadonlySet<string>
  /** Rows of the latest reading that are not on screen, and rows on screen that it no longer has. */
  readonly added: number
  readonly gone: number
  /** The latest reading; undefined before the first. */
  readonly latest: Page<R> | undefined
  /** True while the rows belong to the page or filter before this one. */
  readonly isPlaceholder: boolean
  /** False until the rows of this address are there. */
  readonly isLoaded: boolean
  /** The rows are the whole list, or were sorted before the list was divided into pages. The service cannot sort. */
  readonly isSortable: boolean
  /** The rows came in the order asked for. */
  readonly isSorted: boolean
  /** The list comes from books, which can sort. */
  readonly isFromBooks: boolean
  readonly isStale: boolean
  readonly isFetching: boolean
  /** The service's time of the latest reading, or else the browser's; null before the first. */
  readonly asOf: string | null
  readonly error: ApiError | null
  /** Rows of this address are on screen, whatever failed since. */
  readonly hasRows: boolean
  readonly adopt: () => void
  readonly refresh: () => void
}

/**
 * Holds the rows of a page still. An automatic refresh changes rows in place and counts what came and went; `adopt` and `refresh` show the
 * new list. Another filter or page starts afresh.
 */
export function useListPage<R extends object, F extends string, X extends string>(
  params: ListParams<F, X>,
  query: UseQueryResult<Page<R>>,
  {
    idOf,
    beside = none,
    changeInWords,
    retrievedAt,
    isFromBooks = false,
  }: {
    /** Keep it stable. */
    idOf: IdOf<R>
    /** What the page needs beside its rows. */
    beside?: readonly UseQueryResult<unknown>[]
    changeInWords: (now: R, before: R) => string
    /** When all these rows were retrieved, for lists whose envelope has no time; null if they differ. */
    retrievedAt?: (rows: readonly R[]) => string | null
    isFromBooks?: boolean
  },
): ListPage<R> {
  const { pageKey, rowsKey, range } = params
  const { data, isPlaceholderData } = query
  const [onScreen, setOnScreen] = useState<{ key: string; page: Page<R> } | null>(
    data && !isPlaceholderData ? { key: rowsKey, page: data } : null,
  )
  // A click first dims the old rows. A hundred new ones are then rendered in slices, between which input is handled.
  const reading = useDeferredValue(
    useMemo(() => ({ key: rowsKey, data, isPlaceholderData }), [rowsKey, data, isPlaceholderData]),
  )
  const isPlaceholder = reading.isPlaceholderData || reading.key !== rowsKey
  // Cleared data disappears at once.
  const latest = data && reading.data
  let shown = onScreen
  const isEmpty = onScreen?.page.records.length === 0
  if (latest && !isPlaceholder && (onScreen?.key !== rowsKey || (isEmpty && onScreen.page !== latest))) {
    // Set while rendering, so that old rows are never painted under a new address. An empty page has no rows to hold still.
    shown = { key: rowsKey, page: latest }
    setOnScreen(shown)
  }
  // The session's data was cleared.
  if (!latest && onScreen) setOnScreen(null)

  const displayedPage = shown?.key === rowsKey && !isPlaceholder ? shown.page : latest
  const initialRows = displayedPage?.records ?? none
  const latestRows = latest?.records ?? none
  const held = useMemo(() => steadyRows<R>(initialRows, latestRows, idOf), [initialRows, latestRows, idOf])

  const failure = failureOf(query)
  const failureBeside = beside.map(failureOf).find((one) => one !== null) ?? null
  const error = failure ?? failureBeside
  const isAnswered = !isPlaceholder && (latest !== undefined || error !== null)
  useAnnouncePage(pageKey, isAnswered ? pageInWords(params, latest, held.rows.length, error) : null)
  useAnnounceChanges(pageKey, isAnswered ? held.rows : null, idOf, changeInWords)

  return {
    ...held,
    idOf,
    initialRows,
    latest,
    isPlaceholder,
    isLoaded: latest !== undefined && !isPlaceholder,
    isSortable:
      displayedPage !== undefined &&
      (displayedPage.isSorted === true || (range.offset === 0 && !displayedPage.hasNext)),
    isSorted: displayedPage?.total !== undefined && displayedPage.isSorted === true,
    isFromBooks,
    isStale: failure !== null && latest !== undefined,
    isFetching: query.isFetching,
    asOf: latest?.timestamp ?? retrievedAt?.(latestRows) ?? latest?.receivedAt ?? null,
    error,
    hasRows: held.rows.length > 0 && !isPlaceholder,
    adopt() {
      if (latest) setOnScreen({ key: rowsKey, page: latest })
    },
    refresh() {
      for (const { refetch } of beside) void refetch()
      void query.refetch().then(({ data }) => {
        if (data) setOnScreen({ key: rowsKey, page: data })
      })
    },
  }
}

const none: readonly never[] = []

/** Compares the rows on screen with the latest reading. Rows without an id stay as they are. */
export function steadyRows<R extends object>(
  shown: readonly R[],
  latest: readonly R[],
  idOf: IdOf<R>,
): Pick<ListPage<R>, 'rows' | 'changed' | 'added' | 'gone'> {
  if (shown === latest) return { rows: shown, changed: new Set(), added: 0, gone: 0 }
  const byId = new Map(latest.map((row) => [idOf(row), row]))
  const changed = new Set<string>()
  let gone = 0
  const rows = shown.map((row) => {
    const key = idOf(row)
    if (key === null) {
      // An empty list has no rows, with or without ids.
      if (latest.length === 0) gone += 1
      return row
    }
    const now = byId.get(key)
    if (!now) {
      gone += 1
      return row
    }
    if (!isUnchanged(now, row)) changed.add(key)
    return now
  })
  const onScreen = new Set(shown.map(idOf))
  const added = latest.filter((row) => !onScreen.has(idOf(row))).length
  return { rows, changed, added, gone }
}

export const pastEnd = 'This page is past the end of the list'

/** What screen readers say of a page; nothing if a banner or the narrowing says it. */
function pageInWords<F extends string, X extends string>(
  { noun, isFiltered, range: { offset } }: ListParams<F, X>,
  latest: Page<unknown> | undefined,
  count: number,
  error: ApiError | null,
): string {
  if (latest?.narrowed || error) return ''
  if (latest?.pastEnd) return `${pastEnd}.`
  if (count === 0 && latest?.doubt) return latest.doubt
  if (count === 0) return isFiltered ? `No ${noun} match.` : `There are no ${noun}.`
  const { hasNext = false, total } = latest ?? {}
  const summary = { from: offset + 1, to: offset + count, hasNext, total, label: noun }
  return `${pageSummary(summary)}.`
}

/** Announces a page once, after a filter or a turn, but not the first page or a refresh. `text` is null until the rows are there. */
function useAnnouncePage(key: string, text: string | null): void {
  const announced = useRef(key)
  useEffect(() => {
    if (text === null || announced.current === key) return
    announced.current = key
    if (text !== '') announce(text)
  }, [key, text])
}

/** Announces what each reading changed. `rows` is null until they are there. */
function useAnnounceChanges<R extends object>(
  key: string,
  rows: readonly R[] | null,
  idOf: IdOf<R>,
  inWords: (now: R, before: R) => string,
): void {
  const announced = useRef<{ readonly key: string; readonly rows: readonly R[] } | null>(null)
  const hear = useEffectEvent((before: readonly R[], now: readonly R[]) => {
    const text = changesInWords(before, now, idOf, inWords)
    if (text !== null) announce(text)
  })
  useEffect(() => {
    const before = announced.current
    announced.current = rows && { key, rows }
    if (rows && before?.key === key) hear(before.rows, rows)
  }, [key, rows])
}

const mostNamed = 3

export function changesInWords<R extends object>(
  before: readonly R[],
  now: readonly R[],
  idOf: IdOf<R>,
  inWords: (now: R, before: R) => string,
): string | null {
  const earlier = new Map(before.map((row) => [idOf(row), row]))
  const changes = now.flatMap((row) => {
    const was = idOf(row) === null ? undefined : earlier.get(idOf(row))
    return was === undefined || isUnchanged(row, was) ? [] : [inWords(row, was)]
  })
  if (changes.length === 0) return null
  return changes.length > mostNamed
    ? `${changes.length} rows changed.`
    : changes.map((change) => `${change}.`).join(' ')
}

export interface ListTable<R extends RowData> {
  readonly model: TableModel<R>
  readonly arrangement: UseArrangement
  /** The column that the link asks to sort by in vain, and why. */
  readonly unsorted: { readonly by: string; readonly why: string } | null
}

export const whyNotSorted = 'The service cannot sort. To sort, filter until everything fits on one page.'
const whyNotByDate = 'The days of these records are not all known.'

/**
 * A list's table, sorted by its link and arranged by its reader. `version` changes when data outside the rows, such as dates, changes; the
 * rows are then sorted again.
 */
export function useListTable<R extends RowData, F extends string, X extends string>(
  { list: { codec }, view, patch }: ListParams<F, X>,
  { rows, initialRows, idOf, isSortable, isSorted: isInOrder, isFromBooks, isPlaceholder }: ListPage<R>,
  columns: readonly Column<R>[],
  version?: unknown,
): ListTable<R> {
  const arrangement = useArrangement(codec.table, columns)
  const asked = codec.sorting(view)
  const isSorted = asked !== null && isSortable
  const sorting = useStableValue(isSorted ? [{ id: asked.column, desc: asked.descending }] : [])
  const model = useDataTable<R>({
    manualSorting: isInOrder,
    // By the rows as first shown, so that a change moves no row.
    columns: useMemo(
      () => (isSorted ? columns.map((column) => sortedAsDisplayedFirst(column, initialRows)) : columns),
      [isSorted, columns, initialRows],
    ),
    // biome-ignore lint/correctness/useExhaustiveDependencies: new data has the rows sorted again
    data: useMemo(() => [...rows], [rows, version]),
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
  const askedColumn = columns.find(({ id, accessorFn }) => accessorFn && id === asked?.column)
  return {
    model,
    arrangement,
    unsorted:
      askedColumn && !isSortable && rows.length > 0 && !isPlaceholder
        ? { by: askedColumn.header, why: isFromBooks ? whyNotByDate : whyNotSorted }
        : null,
  }
}

function sortedAsDisplayedFirst<R extends RowData>(column: Column<R>, initialRows: readonly R[]): Column<R> {
  const { accessorFn } = column
  if (!accessorFn) return column
  return { ...column, accessorFn: (row, index) => accessorFn(initialRows[index] ?? row, index) }
}

/** All columns in their order, and those that are shown. */
interface Arrangement {
  readonly order: readonly string[]
  readonly columns: readonly string[]
}

/** The reader's arrangement of a table. The browser keeps it, and no link has it. */
export interface UseArrangement extends Arrangement {
  readonly arrange: (change: OwnTable) => void
  readonly show: (id: string, isShown: boolean) => void
  readonly reset: () => void
  readonly isProduct: boolean
}

function useArrangement<R extends RowData>(
  { name, columns: named }: ListCodec<never, never>['table'],
  columns: readonly Column<R>[],
): UseArrangement {
  const { tables } = usePreferences()
  const own = Object.hasOwn(tables, name) ? (tables[name] ?? {}) : {}
  const hidden = useSyncExternalStore(subscribeToWidth, () =>
    columns.flatMap(({ id, meta }) => (matchMedia(meta?.shownIn ?? 'all').matches ? [] : id)).join(' '),
  ).split(' ')
  const known = knownColumns(named, columns)
  const standard = known.filter((id) => !hidden.includes(id))
  const keep = (next: OwnTable) => changePreferences({ tables: { [name]: next } })
  return {
    ...arrangementOf(own, known, standard),
    arrange: (change) => keep({ ...own, ...change }),
    show: (id, isShown) => keep({ ...own, shown: { ...own.shown, [id]: isShown } }),
    reset: () => keep({}),
    isProduct: own.order === undefined && Object.keys(own.shown ?? {}).length === 0,
  }
}

/** Those that the codec names, in its order, then others of the page, such as one that a filter adds: every column can be hidden. */
export function knownColumns(
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
  known: readonly string[],
  standard: readonly string[],
): Arrangement {
  const order = [...new Set([...ownOrder, ...known])].filter((id) => known.includes(id))
  const columns = order.filter((id) => shown[id] ?? standard.includes(id))
  return { order, columns: columns.length > 0 ? columns : standard }
}
