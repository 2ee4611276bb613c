import { useEffect, useSyncExternalStore } from 'react'
import { useOpenPack, useSessionMark } from '../api/hooks.ts'
import type { Transaction } from '../api/records.ts'
import type { Filter } from '../contract/endpoints.ts'
import { findDates } from '../records/dates/dates-store.ts'
import { usePreferences } from '../records/preferences.ts'
import { useStableValue } from '../ui/hooks.ts'
import { lazyChunk, painted } from '../ui/lazy.tsx'
import { useBooks } from '../work/use-books.ts'

/**
 * Finds on which days these transactions were recorded, in the books and else by asking: once they are painted, as long as the page can be seen, and no longer than they are
 * shown. `filter` is one that has them all. What failed is tried again at each new `reading`.
 */
export function useDates({
  rows,
  filter,
  reading,
  wanted,
}: {
  rows: readonly Transaction[]
  filter: Filter<'transactions'>
  reading: unknown
  wanted: boolean
}): void {
  const { dates, timeZone } = usePreferences()
  const session = useSessionMark()
  const { books } = useBooks()
  const isOfPack = useOpenPack() !== null
  const isSeen = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const ids = useStableValue(rows.flatMap(({ transaction_id: id }) => id ?? []))
  const isAsked = wanted && dates && isSeen && ids.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading tries again what failed
  useEffect(() => {
    if (!isAsked) return
    const leaving = new AbortController()
    const { signal } = leaving
    void painted().then(async () => {
      // Without the script that looks into the books, the service is asked.
      const inBooks = books && (await loadInBooks().catch(() => null))
      if (signal.aborted) return
      const booked = books && inBooks ? inBooks.bookedDays(books, ids) : null
      // Books have the day of UTC or of the service, and no time that would tell the reader's own.
      await findDates(session, isOfPack ? 'utc' : timeZone, { ids, filter, signal }, booked)
    })
    return () => leaving.abort()
  }, [isAsked, ids, filter, session, timeZone, books, isOfPack, reading])
}

const loadInBooks = lazyChunk(() => import('./in-books.ts'))

function subscribeToVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
