/** A list page: what its link says, and the rows, held still between readings and announced to screen readers. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { failureOf } from '../api/failure.ts'
import { useListsFromBooks, useSessionMark } from '../api/hooks.ts'
import type { ApiError } from '../contract/api-error.ts'
import { isUnchanged } from '../contract/normal-records.ts'
import type { Page, PageRange } from '../sync/service/paging.ts'
import { useStableCallback, useStableValue } from '../ui/hooks.ts'
import { announce } from '../ui/inline.tsx'
import { pageSummary } from '../ui/Pager.tsx'
import {
  type Filters,
  type ListCodec,
  type ListPatch,
  type ListView,
  type Sorting,
  without,
  withQuery,
} from '../url/list-view.ts'
import type { List } from '../url/lists.ts'
import { useReading } from '../work/work.ts'

export interface UseListView<F extends string = string, X extends string = string, S extends string = F> {
  readonly view: ListView<F, X, S>
  /** One navigation per change, and none without one: pushes a history entry unless told to replace. */
  patch(patch: ListPatch<F, X>, options?: { replace?: boolean }): void
  href(patch: ListPatch<F, X>): string
}

export function useListView<F extends string, X extends string, S extends string>(
  codec: ListCodec<F, X, S>,
): UseListView<F, X, S> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(() => {
    const view = codec.parse(search)
    const hrefFrom = (from: ListView<F, X, S>, patch: ListPatch<F, X>) =>
      withQuery(pathname, codec.serialise(codec.apply(from, patch)))
    // Two changes can come before the next render: the second builds on the first.
    const latest = () => {
      const { location } = window
      return location.pathname === pathname ? codec.parse(location.search) : view
    }
    return {
      view,
      href: (patch) => hrefFrom(view, patch),
      patch: (patch, { replace = false } = {}) => {
        const from = latest()
        const to = hrefFrom(from, patch)
        // What is taken out of a link can leave its meaning as it was.
        if (patch.invalid || to !== hrefFrom(from, {})) void navigate(to, { replace })
      },
    }
  }, [codec, pathname, search, navigate])
}

export interface ListParams<F extends string = string, X extends string = string, S extends string = F>
  extends UseListView<F, X, S> {
  readonly list: List<ListCodec<F, X, S>>
  readonly noun: string
  /** `filter` and `invalid` keep their identity, so that opening a record renders no filter. */
  readonly filter: Filters<F, S>
  readonly invalid: ListView<F, X>['invalid']
  readonly range: PageRange
  /** Null if the rows keep the service's order. */
  readonly sorting: Sorting | null
  /** Parameters that narrow the rows after they are read. */
  readonly narrowedBy: readonly X[]
  readonly isFiltered: boolean
  readonly clear: () => void
  /** Identifies filter and range. */
  readonly pageKey: string
  /** Identifies the rows: session, page, narrowing and order. */
  readonly rowsKey: string
}

export function useListParams<F extends string, X extends string, S extends string>(
  list: List<ListCodec<F, X, S>>,
  narrowedBy: readonly NoInfer<X>[] = none,
): ListParams<F, X, S> {
  const listView = useListView(list.codec)
  const { view, patch } = listView
  const { pathname } = useLocation()
  const session = useSessionMark()
  const { limit, offset } = view
  const filter = useStableValue(view.filter)
  const narrowing = narrowedBy.map((name) => view.params[name])
  const sorting = useStableValue(list.codec.sorting(view))
  const pageKey = JSON.stringify([pathname, filter, limit, offset])
  return {
    ...listView,
    list,
    noun: list.title.toLowerCase(),
    filter,
    invalid: useStableValue(view.invalid),
    range: { limit, offset },
    sorting,
    narrowedBy,
    isFiltered: Object.keys(filter).length > 0 || narrowing.some((value) => value !== undefined),
    clear: useStableCallback(() =>
      patch({ filter: without(list.codec.filters), offset: 0, params: without(narrowedBy) }),
    ),
    pageKey,
    rowsKey: JSON.stringify([session, pageKey, narrowing, sorting]),
  }
}

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
  /** The rows are the whole list, so that the table can sort them. The service cannot. */
  readonly isWhole: boolean
  /** The rows came in the order asked for. */
  readonly isSorted: boolean
  /** The list comes from books, which can sort. */
  readonly isFromBooks: boolean
  readonly isStale: boolean
  readonly isFetching: boolean
  /** The service's time of the latest reading, or else the browser's; null before the first. */
  readonly asOf: string | null
  readonly error: ApiError | null
  /** Why the list may have rows although this page has none: a sentence. */
  readonly doubt: string | null
  readonly adopt: () => void
  readonly refresh: () => void
}

/**
 * An automatic refresh changes rows in place, and counts new and missing ones. `adopt` and `refresh` show the new list. Another filter, page
 * or order starts afresh.
 */
export function useListPage<R extends object>(
  params: ListParams,
  query: UseQueryResult<Page<R>>,
  {
    idOf,
    beside = none,
    doubt = null,
    changeInWords,
  }: {
    /** Keep it stable. */
    idOf: IdOf<R>
    /** What the page needs beside its rows. */
    beside?: readonly UseQueryResult<unknown>[]
    doubt?: string | null
    changeInWords: (now: R, before: R) => string
  },
): ListPage<R> {
  const { pageKey, range } = params
  const { displayed, latest, isPlaceholder, isAwaited, adopt, adoptNext } = useDisplayedPage(
    params.rowsKey,
    query,
  )
  const isFromBooks = useListsFromBooks()
  const { read, isUnderWay } = useReading()
  const initialRows = displayed?.records ?? none
  const latestRows = latest?.records ?? none
  const held = useMemo(() => heldRows<R>(initialRows, latestRows, idOf), [initialRows, latestRows, idOf])
  const error = [query, ...beside].map(failureOf).find((failure) => failure !== null) ?? null
  const isAnswered = !isPlaceholder && (latest !== undefined || error !== null)
  const isEmpty = held.rows.length === 0
  const words = error ? '' : isEmpty && doubt ? doubt : pageInWords(params, latest, held.rows.length)
  useAnnouncePage(pageKey, isAnswered ? words : null)
  useAnnounceChanges(pageKey, isAnswered ? held.rows : null, idOf, changeInWords)
  return {
    ...held,
    idOf,
    initialRows,
    latest,
    isPlaceholder,
    isLoaded: latest !== undefined && !isPlaceholder,
    isWhole: displayed !== undefined && range.offset === 0 && !displayed.hasNext,
    isSorted: displayed?.isSorted === true,
    isFromBooks,
    isStale: latest !== undefined && failureOf(query) !== null,
    isFetching: query.isFetching || (isAwaited && isFromBooks && isUnderWay),
    asOf: latest?.timestamp ?? latest?.receivedAt ?? null,
    error,
    doubt,
    adopt,
    refresh() {
      adoptNext()
      // The lists of books are read again once the books have what is new.
      if (isFromBooks) read()
      if (!isFromBooks || error) for (const { refetch } of [query, ...beside]) void refetch()
    },
  }
}

const none: readonly never[] = []

/** Which reading is on screen: the first of each `key`, until another is adopted. */
function useDisplayedPage<R>(
  key: string,
  { data, isPlaceholderData }: Pick<UseQueryResult<Page<R>>, 'data' | 'isPlaceholderData'>,
) {
  const [onScreen, setOnScreen] = useState<{ key: string; page: Page<R> } | null>(
    data && !isPlaceholderData ? { key, page: data } : null,
  )
  /** The reading after which the reader asked for the next. */
  const [before, setBefore] = useState<{ page: Page<R> | undefined } | null>(null)
  // A click first dims the old rows. A hundred new ones are then rendered in slices, between which input is handled.
  const reading = useDeferredValue(
    useMemo(() => ({ key, data, isPlaceholderData }), [key, data, isPlaceholderData]),
  )
  const isPlaceholder = reading.isPlaceholderData || reading.key !== key
  // Cleared data disappears at once.
  const latest = data && reading.data
  // An empty page has no rows to hold still.
  const isReplaced =
    onScreen?.key !== key ||
    (before !== null && before.page !== latest) ||
    (onScreen.page.records.length === 0 && onScreen.page !== latest)
  let shown = onScreen
  if (latest && !isPlaceholder && isReplaced) {
    // Set while rendering, so that old rows are never painted under a new address.
    shown = { key, page: latest }
    setOnScreen(shown)
    setBefore(null)
  }
  // The session's data was cleared.
  if (!latest && onScreen) setOnScreen(null)
  return {
    displayed: shown?.key === key && !isPlaceholder ? shown.page : latest,
    latest,
    isPlaceholder,
    isAwaited: before !== null,
    adopt() {
      if (latest) setOnScreen({ key, page: latest })
    },
    adoptNext: () => setBefore({ page: latest }),
  }
}

/** Compares the rows on screen with the latest reading. Rows without an id stay as they are. */
export function heldRows<R extends object>(
  onScreen: readonly R[],
  latest: readonly R[],
  idOf: IdOf<R>,
): Pick<ListPage<R>, 'rows' | 'changed' | 'added' | 'gone'> {
  if (onScreen === latest) return { rows: onScreen, changed: new Set(), added: 0, gone: 0 }
  const byId = new Map(latest.map((row) => [idOf(row), row]))
  const changed = new Set<string>()
  let gone = 0
  const rows = onScreen.map((row) => {
    const id = idOf(row)
    const now = id === null ? undefined : byId.get(id)
    // An empty list has no rows, with or without ids.
    if (!now && (id !== null || latest.length === 0)) gone += 1
    if (id === null || !now) return row
    if (!isUnchanged(now, row)) changed.add(id)
    return now
  })
  const ids = new Set(onScreen.map(idOf))
  return { rows, changed, added: latest.filter((row) => !ids.has(idOf(row))).length, gone }
}

export const pastEnd = 'This page is past the end of the list'

/** What screen readers say of a page; nothing if a banner or the narrowing says it. */
function pageInWords(
  { noun, isFiltered, range: { offset } }: ListParams,
  latest: Page<unknown> | undefined,
  count: number,
): string {
  if (latest?.narrowed) return ''
  if (latest?.pastEnd) return `${pastEnd}.`
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
  const announceChanges = useEffectEvent((before: readonly R[], now: readonly R[]) => {
    const text = changesInWords(before, now, idOf, inWords)
    if (text !== null) announce(text)
  })
  useEffect(() => {
    const before = announced.current
    announced.current = rows && { key, rows }
    if (rows && before?.key === key) announceChanges(before.rows, rows)
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
