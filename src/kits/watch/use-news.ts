/** What is new to the reader, and what the reader watches. */
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useTransactionChangesAfter } from '../../api/changes.ts'
import { useRevision, useRevisionOutOfSight } from '../../api/revision.ts'
import { useReader } from '../../api/session.ts'
import type { RecordChange } from '../../contract/changes.ts'
import { usePreferences } from '../../display/preferences.ts'
import { lookOf, markSeen, seenAt, watchedOf } from './look.ts'
import { endsIn, newsCount } from './news.ts'
import { useShift } from './use-shift.ts'

/** `onEnds` gets the ends of what is watched, each once, in whichever tab sees it first. Null before anything can be told. */
export function useNews(onEnds: (ends: readonly RecordChange[]) => void) {
  const reader = useReader() ?? ''
  const look = lookOf(reader).useValue()
  const watching = watchedOf(reader)
  const watched = watching.useValue()
  const isKept = typeof useRevision()?.revision === 'string' && reader !== ''
  const ids = Object.keys(watched)
  const { data } = useShift(seenAt(look), isKept)
  const shift = data && 'sections' in data ? data : null
  const since = shift && Date.parse(shift.since)
  const { data: own } = useTransactionChangesAfter(since ?? 0, ids, since !== null)
  useRevisionOutOfSight(usePreferences().live && ids.length > 0)

  const ends = useMemo(() => endsIn(own?.changes ?? []), [own])
  const tell = useEffectEvent((seenEnds: readonly RecordChange[]) => {
    // Another tab may have told some.
    const kept = watching.load()
    const fresh = seenEnds.filter(({ id }) => kept[id] === false)
    if (fresh.length === 0) return
    watching.set({ ...kept, ...Object.fromEntries(fresh.map(({ id }) => [id, true])) })
    onEnds(fresh)
  })
  useEffect(() => tell(ends), [ends])

  if (shift === null) return null
  const ended = ends.filter(({ id }) => id in watched)
  const { until } = shift
  return {
    shift,
    ended,
    number: newsCount(shift, ended),
    watched: ids.filter((id) => watched[id] === false),
    markSeen: () => until !== null && markSeen(reader, Date.parse(until)),
  }
}

export function useWatched(id: string | null) {
  const reader = useReader()
  const store = watchedOf(reader ?? '')
  const watched = store.useValue()
  const isWatched = id !== null && Object.hasOwn(watched, id)
  return {
    isWatched,
    isPossible: reader !== null,
    toggle() {
      if (id === null) return
      const others = Object.entries(store.load()).filter(([one]) => one !== id)
      store.set(Object.fromEntries(isWatched ? others : [...others, [id, false]].slice(-mostWatched)))
    },
  }
}

/** As many ids as a request takes. */
const mostWatched = 100
