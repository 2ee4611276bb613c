import type { UseQueryResult } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Page } from './paging.ts'

/** What an automatic refresh found, compared with the rows on screen. */
export interface SteadyRows<R> {
  /** The rows on screen, in their places, each as it was read last. */
  readonly rows: readonly R[]
  /** Ids of rows whose content changed since they came on screen. */
  readonly changed: ReadonlySet<string>
  /** How many rows are in the latest reading that are not on screen. */
  readonly added: number
  /** How many rows on screen are no longer in the latest reading. */
  readonly gone: number
}

/** Where a row's identity and content are found. Content leaves out what differs at each reading, such as its time. */
export interface RowIdentity<R> {
  readonly id: (row: R) => string | null
  readonly content: (row: R) => string
}

/** Compares what is on screen with the latest reading of the same page. Rows without an id stay as they are. */
export function steadyRows<R>(
  shown: readonly R[],
  latest: readonly R[],
  { id, content }: RowIdentity<R>,
): SteadyRows<R> {
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

/** A page of a list as it stands on screen. */
export interface SteadyPage<R> extends SteadyRows<R> {
  /** The latest reading; undefined before the first. */
  readonly latest: Page<R> | undefined
  /** The reading that brought these rows on screen, as it came; undefined before the first. */
  readonly onScreen: Page<R> | undefined
  /** True while the rows belong to the page or filter before this one. */
  readonly outdated: boolean
  /** Brings the latest reading on screen. */
  readonly adopt: () => void
  /** Reads again and brings it on screen. */
  readonly refresh: () => void
}

/**
 * Holds the rows of a page still: an automatic refresh changes rows in place and counts what came and went; `adopt` and
 * `refresh` bring the new list on screen. Another `pageKey` (filter, page) always starts anew.
 */
export function useSteadyPage<R>(
  query: UseQueryResult<Page<R>>,
  pageKey: string,
  identity: RowIdentity<R>,
): SteadyPage<R> {
  const [onScreen, setOnScreen] = useState<{ key: string; page: Page<R> } | null>(null)
  const latest = query.data
  const outdated = query.isPlaceholderData
  let shown = onScreen
  const isEmpty = onScreen?.page.records.length === 0
  if (latest && !outdated && (onScreen?.key !== pageKey || (isEmpty && onScreen.page !== latest))) {
    // Adjusted while rendering, so that rows of the page before are never painted under the new address. Where there are no rows none
    // has to hold still.
    shown = { key: pageKey, page: latest }
    setOnScreen(shown)
  }
  // What was read has been forgotten, and so is what stands on screen of it.
  if (!latest && onScreen) setOnScreen(null)
  const adopt = () => {
    if (latest) setOnScreen({ key: pageKey, page: latest })
  }
  const refresh = () => {
    void query.refetch().then(({ data }) => {
      if (data) setOnScreen({ key: pageKey, page: data })
    })
  }
  const latestRows = latest?.records ?? noRows
  const shownPage = shown?.key === pageKey && !outdated ? shown.page : latest
  const shownRows = shownPage?.records ?? noRows
  const steady = useMemo(
    () => steadyRows<R>(shownRows, latestRows, identity),
    [shownRows, latestRows, identity],
  )
  return { ...steady, latest, onScreen: shownPage, outdated, adopt, refresh }
}

const noRows: readonly never[] = []
