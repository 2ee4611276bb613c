/** The rows of a list page, held still between readings, or why there are none. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useMemo, useState } from 'react'
import { failureOf, needsAllRecords } from '../api/failure.ts'
import { useSums } from '../api/records.ts'
import type { ApiError } from '../contract/api-error.ts'
import type { ListBody } from '../contract/console-api.ts'
import { isUnchanged } from '../contract/normal-records.ts'
import type { RowMark } from '../ui/DataTableRow.tsx'
import { pageSummary } from '../ui/Pager.tsx'
import type { List } from '../url/lists.ts'
import { rowsById, useAnnounceChanges, useAnnouncePage } from './announcements.ts'
import type { ListLink } from './list-link.ts'

/** `body` is the latest answer for this address. */
export type RowsState<R> =
  /** `next rows`: those of the previous page or filter are shown meanwhile. `records`: the answer comes once all are read; `error` says what is missing. */
  | {
      readonly kind: 'waiting'
      readonly for: 'rows' | 'next rows'
      readonly error?: never
      readonly body?: never
    }
  | { readonly kind: 'waiting'; readonly for: 'records'; readonly error: ApiError; readonly body?: never }
  /** `error`: they could not be read again. */
  | { readonly kind: 'rows'; readonly body: ListBody<R>; readonly error: ApiError | null }
  | { readonly kind: 'none'; readonly body: ListBody<R>; readonly isPastEnd: boolean; readonly error?: never }
  | { readonly kind: 'failed'; readonly error: ApiError; readonly body?: never }

export interface ListRows<R> {
  readonly state: RowsState<R>
  /** The rows on screen, each as it was last read. */
  readonly rows: readonly R[]
  /** By id. */
  readonly marks: ReadonlyMap<string, RowMark>
  /** Rows of the latest answer that are not on screen, and rows on screen that it no longer has. `adopt` shows the latest answer. */
  readonly news: { readonly added: number; readonly gone: number; readonly adopt: () => void }
  /** Rows that match the filter: null if unknown, `counting` while the gateway counts. */
  readonly total: number | 'counting' | null
  /** How many of how many rows the reader's own narrowing leaves; null without one. */
  readonly narrowed: { readonly found: number; readonly among: number } | null
  readonly isFetching: boolean
  /** ISO 8601 UTC; null before the first answer. */
  readonly asOf: string | null
  readonly refresh: () => void
}

export interface RowRules<R> {
  /** Keep it stable, as `narrow`. */
  readonly idOf: (row: R) => string | null
  readonly labelOf: (row: R) => string
  /** Which rows of the answer the reader's own narrowing leaves. */
  readonly narrow?: ((row: R) => boolean) | undefined
  /** What the page needs beside its rows. */
  readonly beside?: readonly UseQueryResult<unknown>[]
  readonly changeInWords?: (now: R, before: R) => string
}

/** The value as of the rows on screen: while others are awaited it stays as it was, which saves drawing the rows again. */
export function useRowsValue<T>(value: T, state: RowsState<unknown>): T {
  const [kept, keep] = useState(value)
  const isAwaiting = state.kind === 'waiting' && state.for === 'next rows'
  if (kept !== value && !isAwaiting) keep(() => value)
  return isAwaiting ? kept : value
}

/**
 * Another revision changes rows in place, and counts new and missing ones. `adopt` and `refresh` show the new list. Another filter, page or
 * order starts afresh.
 */
export function useListRows<R extends object>(
  list: List,
  link: ListLink,
  query: UseQueryResult<ListBody<R>>,
  /** That of the query, or as the page sorts it. */
  data: ListBody<R> | undefined,
  {
    idOf,
    labelOf,
    narrow,
    beside = none,
    changeInWords = (row) => `${labelOf(row)} has changed`,
  }: RowRules<R>,
): ListRows<R> {
  const { pageKey, view } = link
  const { displayed, added, latest, isReplaced, adopt, adoptNext } = useDisplayed(
    link.rowsKey,
    { data, isPlaceholderData: query.isPlaceholderData },
    idOf,
  )
  const initial = useNarrowed(displayed?.records ?? none, narrow)
  const now = useNarrowed(latest?.records ?? none, narrow)
  const held = useMemo(() => stableRows<R>(initial, now, idOf), [initial, now, idOf])
  const { rows, changed } = held
  const marks = useMemo(() => marksOf(added, changed), [added, changed])
  const error = [query, ...beside].map(failureOf).find((failure) => failure !== null) ?? null
  const body = isReplaced ? undefined : latest
  const state = stateOf({
    body,
    error,
    isReplaced: isReplaced && latest !== undefined,
    rows: rows.length,
    isFirst: view.offset === 0,
  })
  const total = useTotal(list, link, body)
  const narrowed =
    narrow && body && body.records.length > 0 ? { found: now.length, among: body.records.length } : null
  const isAnswered = body !== undefined || error !== null
  const words = error || narrowed ? '' : pageInWords(list, link, state, total, rows.length)
  useAnnouncePage(pageKey, isAnswered ? words : null)
  useAnnounceChanges(pageKey, isAnswered ? rows : null, idOf, changeInWords)
  return {
    state,
    rows,
    marks,
    news: { added: held.added, gone: held.gone, adopt },
    total,
    narrowed,
    isFetching: query.isFetching,
    asOf: latest?.as_of ?? null,
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

function stateOf<R>({
  body,
  error,
  isReplaced,
  rows,
  isFirst,
}: {
  readonly body: ListBody<R> | undefined
  readonly error: ApiError | null
  readonly isReplaced: boolean
  readonly rows: number
  readonly isFirst: boolean
}): RowsState<R> {
  if (!body && error && needsAllRecords(error)) return { kind: 'waiting', for: 'records', error }
  if (error && (!body || rows === 0)) return { kind: 'failed', error }
  if (!body) return { kind: 'waiting', for: isReplaced ? 'next rows' : 'rows' }
  if (rows === 0) return { kind: 'none', body, isPastEnd: body.records.length === 0 && !isFirst }
  return { kind: 'rows', body, error }
}

/** Counting may take long: the total then comes after the rows. Never shows the total of another filter. */
function useTotal(
  { name, path }: List,
  { filter, rowsKey }: ListLink,
  body: ListBody<unknown> | undefined,
): ListRows<unknown>['total'] {
  const isCounted = name === 'transactions' && body?.from === 'store' && body.total === null
  const sums = useSums(filter, none, { enabled: isCounted })
  const counted = sums.data?.totals.reduce((sum, { count }) => sum + count, 0)
  const filterKey = JSON.stringify([path, filter])
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
  idOf: RowRules<R>['idOf'],
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

function addedSince<R>(
  before: readonly R[],
  now: readonly R[],
  idOf: RowRules<R>['idOf'],
): ReadonlySet<string> {
  const ids = new Set(before.map(idOf))
  return new Set(now.flatMap((row) => (ids.has(idOf(row)) ? [] : (idOf(row) ?? []))))
}

function marksOf(added: ReadonlySet<string>, changed: ReadonlySet<string>): ReadonlyMap<string, RowMark> {
  return new Map<string, RowMark>([
    ...[...added].map((id) => [id, 'new'] as const),
    ...[...changed].map((id) => [id, 'changed'] as const),
  ])
}

/** Compares the rows on screen with the latest reading. Rows without an id stay as they are; those that share one are compared in their order. */
export function stableRows<R extends object>(
  onScreen: readonly R[],
  latest: readonly R[],
  idOf: RowRules<R>['idOf'],
): Pick<ListRows<R>, 'rows'> & {
  readonly added: number
  readonly gone: number
  readonly changed: ReadonlySet<string>
} {
  if (onScreen === latest) return { rows: onScreen, changed: nothing, added: 0, gone: 0 }
  const latestOf = rowsById(latest, idOf)
  const changed = new Set<string>()
  let gone = 0
  const rows = onScreen.map((row) => {
    const id = idOf(row)
    const now = latestOf(row)
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
  { title }: List,
  { isFiltered, view: { offset } }: ListLink,
  state: RowsState<unknown>,
  total: ListRows<unknown>['total'],
  count: number,
): string {
  const label = title.toLowerCase()
  if (state.kind === 'none' && state.isPastEnd) return `${pastEnd}.`
  if (count === 0) return isFiltered ? `No ${label} match.` : `There are no ${label}.`
  const hasNext = state.body?.has_next ?? false
  return `${pageSummary({ from: offset + 1, to: offset + count, hasNext, total, label })}.`
}
