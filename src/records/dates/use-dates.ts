import { useEffect, useSyncExternalStore } from 'react'
import { useSessionMark } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { painted } from '../../ui/painted.ts'
import { useStableValue } from '../../ui/use-stable.ts'
import { usePreferences } from '../preferences.ts'
import { findDates } from './dates-store.ts'

/**
 * Finds on which days these transactions were recorded: once they are painted, as long as the page can be seen, and no longer than they are
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
  const isSeen = useSyncExternalStore(subscribeToVisibility, () => !document.hidden)
  const ids = useStableValue(rows.flatMap(({ transaction_id: id }) => id ?? []))
  const isAsked = wanted && dates && isSeen && ids.length > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new reading tries again what failed
  useEffect(() => {
    if (!isAsked) return
    const leaving = new AbortController()
    const { signal } = leaving
    void painted().then(() => {
      if (!signal.aborted) void findDates(session, timeZone, { ids, filter, signal })
    })
    return () => leaving.abort()
  }, [isAsked, ids, filter, session, timeZone, reading])
}

function subscribeToVisibility(changed: () => void): () => void {
  document.addEventListener('visibilitychange', changed)
  return () => document.removeEventListener('visibilitychange', changed)
}
