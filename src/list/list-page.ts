/** A list page: what its link says, and the rows, held still between readings. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { failureOf, needsAllRecords } from '../api/failure.ts'
import { useSums } from '../api/records.ts'
import { useSessionFingerprint } from '../api/session.ts'
import type { ApiError } from '../contract/api-error.ts'
import type { ListBody } from '../contract/console-api.ts'
import { isUnchanged } from '../contract/normal-records.ts'
import type { RowMark } from '../ui/DataTableRow.tsx'
import { useStableCallback, useStableValue } from '../ui/hooks.ts'
import { pageSummary } from '../ui/Pager.tsx'
import type { List } from '../url/lists.ts'
import {
  type Filters,
  type ListCodec,
  type ListPatch,
  type ListRequest,
  listRequest,
  type PageState,
  type Sorting,
  without,
  withQuery,
} from '../url/page-state.ts'
import { useAnnounceChanges, useAnnouncePage } from './announcements.ts'

export interface UsePageState<F extends string = string, X extends string = string, S extends string = F> {
  readonly view: PageState<F, X, S>
  /** One navigation per change, and none without one: pushes a history entry unless told to replace. */
  patch(patch: ListPatch<F, X>, options?: { replace?: boolean }): void
  href(patch: ListPatch<F, X>): string
}

export function usePageState<F extends string, X extends string, S extends string>(
  codec: ListCodec<F, X, S>,
): UsePageState<F, X, S> {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  return useMemo(() => {
    const view = codec.parse(search)
    const hrefFrom = (from: PageState<F, X, S>, patch: ListPatch<F, X>) =>
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
  extends UsePageState<F, X, S> {
  readonly list: List<ListCodec<F, X, S>>
  readonly noun: string
  /** `filter` and `invalid` keep their identity, so that opening a record renders no filter. */
  readonly filter: Filters<F, S>
  readonly invalid: PageState<F, X>['invalid']
  readonly range: { readonly limit: number; readonly offset: number }
  /** Null if the rows keep the service's order. */
  readonly sorting: Sorting | null
  /** What the API is asked for. */
  readonly request: ListRequest<F>
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
  const listView = usePageState(list.codec)
  const { view, patch } = listView
  const { pathname } = useLocation()
  const session = useSessionFingerprint()
  const { limit, offset } = view
  const filter = useStableValue(view.filter)
  const narrowing = narrowedBy.map((name) => view.params[name])
  const sorting = useStableValue(list.codec.sorting(view))
  const request = listRequest(list.codec, view)
  const pageKey = JSON.stringify([pathname, filter, limit, offset])
  return {
    ...listView,
    list,
    noun: list.title.toLowerCase(),
    filter,
    invalid: useStableValue(view.invalid),
    range: { limit, offset },
    sorting,
    request,
    narrowedBy,
    isFiltered: Object.keys(filter).length > 0 || narrowing.some((value) => value !== undefined),
    clear: useStableCallback(() =>
      patch({ filter: without(list.codec.filters), offset: 0, params: without(narrowedBy) }),
    ),
    pageKey,
    rowsKey: JSON.stringify([session, pageKey, narrowing, sorting, request.currency]),
  }
}

type IdOf<R> = (row: R) => string | null

/**
 * `loading`: there is nothing to show yet. `replaced`: the rows of the previous page or filter are shown until the new ones come. `waiting`: the
 * answer comes once the records are read. `failed`: there are no rows, and `error` says why. `stale`: the rows could not be read again.
 */
type ListState = 'loading' | 'replaced' | 'waiting' | 'failed' | 'past-end' | 'empty' | 'stale' | 'shown'

export interface ListPage<R> {
  readonly state: ListState
  readonly idOf: IdOf<R>
  /** The rows on screen, each as it was last read. */
  readonly rows: readonly R[]
  /** By id. */
  readonly marks: ReadonlyMap<string, RowMark>
  /** Rows of the latest answer that are not on screen, and rows on screen that it no longer has. */
  readonly added: number
  readonly gone: number
  /** The latest answer for this address; undefined before it. */
  readonly body: ListBody<R> | undefined
  /** Rows that match the filter: null if unknown, `counting` while the gateway counts. */
  readonly total: number | 'counting' | null
  /** How many of how many rows the reader's own narrowing leaves; null without one. */
  readonly narrowed: { readonly found: number; readonly among: number } | null
  readonly isFetching: boolean
  /** ISO 8601 UTC; null before the first answer. */
  readonly asOf: string | null
  readonly error: ApiError | null
  readonly adopt: () => void
  readonly refresh: () => void
}

/**
 * Another revision changes rows in place, and counts new and missing ones. `adopt` and `refresh` show the new list. Another filter, page or
 * order starts afresh.
 */
export function useListPage<R extends object>(
  params: ListParams,
  query: UseQueryResult<ListBody<R>>,
  {
    idOf,
    narrow,
    beside = none,
    changeInWords,
  }: {
    /** Keep it stable, as the next one. */
    idOf: IdOf<R>
    /** Which rows of the answer the reader's own narrowing leaves. */
    narrow?: (row: R) => boolean
    /** What the page needs beside its rows. */
    beside?: readonly UseQueryResult<unknown>[]
    changeInWords: (now: R, before: R) => string
  },
): ListPage<R> {
  const { pageKey, range } = params
  const { displayed, added, latest, isReplaced, adopt, adoptNext } = useDisplayed(params.rowsKey, query, idOf)
  const initial = useNarrowed(displayed?.records ?? none, narrow)
  const now = useNarrowed(latest?.records ?? none, narrow)
  const held = useMemo(() => stableRows<R>(initial, now, idOf), [initial, now, idOf])
  const { changed, ...rows } = held
  const marks = useMemo(() => marksOf(added, changed), [added, changed])
  const error = [query, ...beside].map(failureOf).find((failure) => failure !== null) ?? null
  const body = isReplaced ? undefined : latest
  const state = stateOf({
    body,
    error,
    isReplaced: isReplaced && latest !== undefined,
    rows: rows.rows.length,
    isFirst: range.offset === 0,
  })
  const total = useTotal(params, body)
  const narrowed =
    narrow && body && body.records.length > 0 ? { found: now.length, among: body.records.length } : null
  const isAnswered = body !== undefined || state === 'failed' || state === 'waiting'
  const words = error || narrowed ? '' : pageInWords(params, state, { body, total, count: rows.rows.length })
  useAnnouncePage(pageKey, isAnswered ? words : null)
  useAnnounceChanges(pageKey, isAnswered ? rows.rows : null, idOf, changeInWords)
  return {
    ...rows,
    state,
    idOf,
    marks,
    body,
    total,
    narrowed,
    isFetching: query.isFetching,
    asOf: latest?.as_of ?? null,
    error,
    adopt,
    refresh() {
      // Another revision may have brought it meanwhile.
      adopt()
      adoptNext()
      for (const { refetch } of [query, ...beside]) void refetch()
    },
  }
}

function useNarrowed<R>(records: readonly R[], narrow: ((row: R) => boolean) | undefined): readonly R[] {
  return useMemo(() => (narrow ? records.filter(narrow) : records), [records, narrow])
}

function stateOf({
  body,
  error,
  isReplaced,
  rows,
  isFirst,
}: {
  readonly body: ListBody<unknown> | undefined
  readonly error: ApiError | null
  readonly isReplaced: boolean
  readonly rows: number
  readonly isFirst: boolean
}): ListState {
  if (!body && needsAllRecords(error)) return 'waiting'
  if (isReplaced && !error) return 'replaced'
  if (!body) return error ? 'failed' : 'loading'
  if (rows === 0) return error ? 'failed' : body.records.length === 0 && !isFirst ? 'past-end' : 'empty'
  return error ? 'stale' : 'shown'
}

/** Counting may take long: the total then comes after the rows. Never shows the total of another filter. */
function useTotal(
  { list, filter, rowsKey }: ListParams,
  body: ListBody<unknown> | undefined,
): ListPage<unknown>['total'] {
  const isCounted = list.name === 'transactions' && body?.from === 'store' && body.total === null
  const sums = useSums(filter, none, { enabled: isCounted })
  const counted = sums.data?.totals.reduce((sum, { count }) => sum + count, 0)
  const filterKey = JSON.stringify([list.path, filter])
  const total = body?.total ?? (isCounted ? (counted ?? (sums.isError ? null : 'counting')) : null)
  const [known, setKnown] = useState<{ key: string; rowsKey: string; total: typeof total } | null>(null)
  // A page turn shows the total of the page before until it has its own.
  if (body && (known?.key !== filterKey || known.total !== total))
    setKnown({ key: filterKey, rowsKey, total })
  if (body) return total
  return known?.key === filterKey ? known.total : 'counting'
}

const none: readonly never[] = []

const nothing: ReadonlySet<string> = new Set()

interface Displayed<R> {
  readonly key: string
  readonly body: ListBody<R>
  /** Rows that came with it while the reader looked at the one before. */
  readonly added: ReadonlySet<string>
}

/** Which answer is on screen: the first of each `key`, until another is adopted. */
function useDisplayed<R>(
  key: string,
  { data, isPlaceholderData }: Pick<UseQueryResult<ListBody<R>>, 'data' | 'isPlaceholderData'>,
  idOf: IdOf<R>,
) {
  const [onScreen, setOnScreen] = useState<Displayed<R> | null>(
    data && !isPlaceholderData ? { key, body: data, added: nothing } : null,
  )
  /** The answer after which the reader asked for the next. */
  const [before, setBefore] = useState<{ body: ListBody<R> | undefined } | null>(null)
  // A click first dims the old rows. A hundred new ones are then rendered in slices, between which input is handled.
  const answer = useDeferredValue(
    useMemo(() => ({ key, data, isPlaceholderData }), [key, data, isPlaceholderData]),
  )
  const isReplaced = answer.isPlaceholderData || answer.key !== key
  // Cleared data disappears at once.
  const latest = data && answer.data
  // An empty page has no rows to hold still.
  const isTurned =
    onScreen?.key !== key ||
    (before !== null && before.body !== latest) ||
    (onScreen.body.records.length === 0 && onScreen.body !== latest)
  const next = (body: ListBody<R>): Displayed<R> => ({
    key,
    body,
    added: onScreen?.key === key ? addedSince(onScreen.body.records, body.records, idOf) : nothing,
  })
  let shown = onScreen
  if (latest && !isReplaced && isTurned) {
    // Set while rendering, so that old rows are never painted under a new address.
    shown = next(latest)
    setOnScreen(shown)
    setBefore(null)
  }
  // The session's data was cleared.
  if (!latest && onScreen) setOnScreen(null)
  const isShown = shown?.key === key && !isReplaced
  return {
    displayed: isShown ? shown?.body : latest,
    added: isShown && shown ? shown.added : nothing,
    latest,
    isReplaced,
    adopt() {
      if (latest) setOnScreen(next(latest))
    },
    adoptNext: () => setBefore({ body: latest }),
  }
}

function addedSince<R>(before: readonly R[], now: readonly R[], idOf: IdOf<R>): ReadonlySet<string> {
  const ids = new Set(before.map(idOf))
  return new Set(now.flatMap((row) => (ids.has(idOf(row)) ? [] : (idOf(row) ?? []))))
}

function marksOf(added: ReadonlySet<string>, changed: ReadonlySet<string>): ReadonlyMap<string, RowMark> {
  return new Map<string, RowMark>([
    ...[...added].map((id) => [id, 'new'] as const),
    ...[...changed].map((id) => [id, 'changed'] as const),
  ])
}

/** Compares the rows on screen with the latest reading. Rows without an id stay as they are. */
export function stableRows<R extends object>(
  onScreen: readonly R[],
  latest: readonly R[],
  idOf: IdOf<R>,
): Pick<ListPage<R>, 'rows' | 'added' | 'gone'> & { readonly changed: ReadonlySet<string> } {
  if (onScreen === latest) return { rows: onScreen, changed: nothing, added: 0, gone: 0 }
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

/** What screen readers say of a page. */
function pageInWords(
  { noun, isFiltered, range: { offset } }: ListParams,
  state: ListState,
  { body, total, count }: Pick<ListPage<unknown>, 'body' | 'total'> & { readonly count: number },
): string {
  if (state === 'past-end') return `${pastEnd}.`
  if (state === 'waiting') return 'Records are still being read.'
  if (count === 0) return isFiltered ? `No ${noun} match.` : `There are no ${noun}.`
  const summary = {
    from: offset + 1,
    to: offset + count,
    hasNext: body?.has_next ?? false,
    total,
    label: noun,
  }
  return `${pageSummary(summary)}.`
}
