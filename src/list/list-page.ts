/** The rows of a list page: as they were read, held still, and heard by those who do not see them. */
import type { UseQueryResult } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { type ApiError, failureOf } from '../api/api-error.ts'
import type { Page } from '../api/paging.ts'
import { announce } from '../ui/inline.tsx'
import { pageSummary } from '../ui/Pager.tsx'
import { type FailureShown, useFailureShown } from './notices.tsx'
import type { ListParams, UseListView } from './use-list-view.ts'

/** Where a row's identity and content are found. Content leaves out what differs at each reading, such as its time. */
export interface RowIdentity<R> {
  readonly id: (row: R) => string | null
  readonly content: (row: R) => string
}

/** How a received record is known again, and when it has changed: in anything but the time of its retrieval. */
export function recordIdentity<R extends { readonly received: unknown }>(
  id: (record: R) => string | null,
): RowIdentity<R> {
  return {
    id,
    content: ({ received }) =>
      JSON.stringify(received, (key, value: unknown) => (key === 'timestamp' ? undefined : value)) ?? '',
  }
}

/** A page of a list as it is on screen. */
export interface ListPage<R> {
  readonly identity: RowIdentity<R>
  /** The rows on screen, in their places, each as it was read last. */
  readonly rows: readonly R[]
  /** The same rows as they were when they came on screen. */
  readonly came: readonly R[]
  /** Ids of rows whose content changed since. */
  readonly changed: ReadonlySet<string>
  /** How many rows of the latest reading are not on screen, and how many on screen are no longer in it. */
  readonly added: number
  readonly gone: number
  /** The latest reading; undefined before the first. */
  readonly latest: Page<R> | undefined
  /** True while the rows belong to the page or filter before this one. */
  readonly outdated: boolean
  /** False while the rows of this address are still on their way. */
  readonly isLoaded: boolean
  /** Whether the rows are the whole list: the service cannot sort, so only then can they be sorted. */
  readonly isWhole: boolean
  /** Whether the latest reading failed, so that the rows are those of an older one. */
  readonly isStale: boolean
  readonly isFetching: boolean
  /** The service's instant of the latest reading, or else the reader's; null before the first. */
  readonly asOf: string | null
  readonly error: ApiError | null
  readonly failed: FailureShown
  /** Brings the latest reading on screen. */
  readonly adopt: () => void
  /** Reads again and brings that on screen. */
  readonly refresh: () => void
}

/** What a list page hands to the record that is open beside the list. */
export interface RecordProps<R, F extends string, X extends string>
  extends Pick<UseListView<F, X>, 'view' | 'patch'> {
  /** Which record is open. */
  readonly id: string
  readonly rows: readonly R[]
  /** The rows of the latest reading of this page, which the reader may not have brought on screen yet. */
  readonly latest: readonly R[]
  /** False while the rows of this address are still on their way. */
  readonly isLoaded: boolean
  /** True where a page follows this one. */
  readonly hasNext: boolean
}

/** What is read beside the rows: why it failed, whether it was never read, and how it is read again. */
interface Companion {
  readonly failure: ApiError | null
  readonly isMissing: boolean
  readonly refresh: () => void
}

/**
 * Holds the rows of a page still: an automatic refresh changes rows in place and counts what came and went; `adopt` and
 * `refresh` bring the new list on screen. Another filter or page always starts anew.
 */
export function useListPage<R, F extends string, X extends string>(
  params: ListParams<F, X>,
  query: UseQueryResult<Page<R>>,
  {
    identity,
    companion,
    changeInWords,
    retrievedAt,
  }: {
    identity: RowIdentity<R>
    companion?: Companion
    /** What is read aloud of a row that another reading changed. */
    changeInWords: (now: R, before: R) => string
    /** The instant at which all these rows were retrieved, for lists whose envelope has none; null where they differ. */
    retrievedAt?: (rows: readonly R[]) => string | null
  },
): ListPage<R> {
  const { pageKey, rowsKey, range } = params
  const [onScreen, setOnScreen] = useState<{ key: string; page: Page<R> } | null>(null)
  const { data, isPlaceholderData } = query
  // A click is answered with the rows of before, dimmed. A hundred others are then drawn in slices, between which keys and clicks are heard.
  const reading = useDeferredValue(
    useMemo(() => ({ key: rowsKey, data, isPlaceholderData }), [rowsKey, data, isPlaceholderData]),
  )
  const outdated = reading.isPlaceholderData || reading.key !== rowsKey
  // What has been forgotten is gone at once.
  const latest = data && reading.data
  let shown = onScreen
  const isEmpty = onScreen?.page.records.length === 0
  if (latest && !outdated && (onScreen?.key !== rowsKey || (isEmpty && onScreen.page !== latest))) {
    // Adjusted while rendering, so that rows of the page before are never painted under the new address. Where there are no rows none
    // has to hold still.
    shown = { key: rowsKey, page: latest }
    setOnScreen(shown)
  }
  // What was read has been forgotten, and so is what is on screen of it.
  if (!latest && onScreen) setOnScreen(null)

  const shownPage = shown?.key === rowsKey && !outdated ? shown.page : latest
  const came = shownPage?.records ?? none
  const latestRows = latest?.records ?? none
  const steady = useMemo(() => steadyRows<R>(came, latestRows, identity), [came, latestRows, identity])

  const failure = failureOf(query)
  const error = failure ?? companion?.failure ?? null
  const failed = useFailureShown(error, {
    hasRows: steady.rows.length > 0 && !outdated,
    reading: `${rowsKey} ${query.dataUpdatedAt}`,
    isUrgent: error !== null && error === companion?.failure && companion.isMissing,
  })
  const isThere = !outdated && (latest !== undefined || error !== null)
  useAnnouncePage(pageKey, isThere ? pageInWords(params, latest, steady.rows.length, error) : null)
  useAnnounceChanges(pageKey, isThere ? steady.rows : null, identity, changeInWords)

  return {
    ...steady,
    identity,
    came,
    latest,
    outdated,
    isLoaded: latest !== undefined && !outdated,
    isWhole: range.offset === 0 && shownPage !== undefined && !shownPage.hasNext,
    isStale: failure !== null && latest !== undefined,
    isFetching: query.isFetching,
    asOf: latest?.timestamp ?? retrievedAt?.(latestRows) ?? latest?.receivedAt ?? null,
    error,
    failed,
    adopt() {
      if (latest) setOnScreen({ key: rowsKey, page: latest })
    },
    refresh() {
      failed.show()
      companion?.refresh()
      void query.refetch().then(({ data }) => {
        if (data) setOnScreen({ key: rowsKey, page: data })
      })
    },
  }
}

const none: readonly never[] = []

/** Compares what is on screen with the latest reading of the same page. Rows without an id stay as they are. */
export function steadyRows<R>(
  shown: readonly R[],
  latest: readonly R[],
  { id, content }: RowIdentity<R>,
): Pick<ListPage<R>, 'rows' | 'changed' | 'added' | 'gone'> {
  if (shown === latest) return { rows: shown, changed: new Set(), added: 0, gone: 0 }
  const byId = new Map(latest.map((row) => [id(row), row]))
  const changed = new Set<string>()
  let gone = 0
  const rows = shown.map((row) => {
    const key = id(row)
    if (key === null) {
      // Of rows without an id only this much is certain.
      if (latest.length === 0) gone += 1
      return row
    }
    const now = byId.get(key)
    if (!now) {
      gone += 1
      return row
    }
    if (content(now) !== content(row)) changed.add(key)
    return now
  })
  const onScreen = new Set(shown.map(id))
  const added = latest.filter((row) => !onScreen.has(id(row))).length
  return { rows, changed, added, gone }
}

/** How many rows of the list the page has, whether or not they are shown: what was found on one page turns none of the list's pages. */
export function listedCount({ latest, rows }: Pick<ListPage<unknown>, 'latest' | 'rows'>): number {
  const narrowed = latest?.narrowed
  return narrowed && !narrowed.whole ? narrowed.among : rows.length
}

/** How a page past the end of its list is called. */
export const pastEnd = 'This page is past the end of the list'

/** What is heard of a page; nothing where a banner, or what says among how many was looked, is heard anyway. */
function pageInWords<F extends string, X extends string>(
  { noun, isFiltered, range: { offset } }: ListParams<F, X>,
  latest: Page<unknown> | undefined,
  count: number,
  error: ApiError | null,
): string {
  if (latest?.narrowed || error) return ''
  if (latest?.pastEnd) return `${pastEnd}.`
  if (count === 0) return isFiltered ? `No ${noun} match.` : `There are no ${noun}.`
  const summary = { from: offset + 1, to: offset + count, hasNext: latest?.hasNext ?? false, label: noun }
  return `${pageSummary(summary)}.`
}

/**
 * Says once what the page of this key shows: after a filter or a turned page, but not of the page that somebody came to, nor when it is
 * read again. `text` is null until that is known, and empty where something else says it.
 */
function useAnnouncePage(key: string, text: string | null): void {
  const announced = useRef(key)
  useEffect(() => {
    if (text === null || announced.current === key) return
    announced.current = key
    if (text !== '') announce(text)
  }, [key, text])
}

/** Says what each reading changed in the rows of the page of this key; null while its rows are on their way. */
function useAnnounceChanges<R>(
  key: string,
  rows: readonly R[] | null,
  identity: RowIdentity<R>,
  inWords: (now: R, before: R) => string,
): void {
  const announced = useRef<{ readonly key: string; readonly rows: readonly R[] } | null>(null)
  const hear = useEffectEvent((before: readonly R[], now: readonly R[]) => {
    const text = changesInWords(before, now, identity, inWords)
    if (text !== null) announce(text)
  })
  useEffect(() => {
    const before = announced.current
    announced.current = rows && { key, rows }
    if (rows && before?.key === key) hear(before.rows, rows)
  }, [key, rows])
}

/** More than so many at once are told as a number: nobody listens to a list of them. */
const mostNamed = 3

/** What another reading changed in rows that were there before, as it is read aloud; null where it changed nothing. */
export function changesInWords<R>(
  before: readonly R[],
  now: readonly R[],
  { id, content }: RowIdentity<R>,
  inWords: (now: R, before: R) => string,
): string | null {
  const earlier = new Map(before.map((row) => [id(row), row]))
  const changes = now.flatMap((row) => {
    const was = id(row) === null ? undefined : earlier.get(id(row))
    return was === undefined || was === row || content(was) === content(row) ? [] : [inWords(row, was)]
  })
  if (changes.length === 0) return null
  return changes.length > mostNamed
    ? `${changes.length} rows changed.`
    : changes.map((change) => `${change}.`).join(' ')
}
