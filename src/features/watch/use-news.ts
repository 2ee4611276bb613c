/** What is new to the reader, and what the reader watches. */
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useChangesAfter, useTransactionChangesAfter } from '../../api/changes.ts'
import { useRevision, useRevisionOutOfSight } from '../../api/revision.ts'
import { useReader } from '../../api/session.ts'
import type { RecordChange } from '../../contract/changes.ts'
import { usePreferences } from '../../records/preferences.ts'
import { lookOf, markSeen, seenBy, watchedOf } from './look.ts'
import { endsIn, newsOf } from './news.ts'

/** `onEnds` gets the ends of what is watched, each once, in whichever tab sees it first. Null before anything can be told. */
export function useNews(onEnds: (ends: readonly RecordChange[]) => void) {
  const reader = useReader() ?? ''
  const [looks, watching] = [lookOf(reader), watchedOf(reader)]
  const [look, watched] = [looks.useValue(), watching.useValue()]
  const isKept = typeof useRevision()?.revision === 'string' && reader !== ''
  // Of a first look, only where it begins.
  const seen = look?.seen ?? Number.MAX_SAFE_INTEGER
  const ids = Object.keys(watched)
  const { data: answer } = useChangesAfter(isKept ? seen : null)
  const { data: own } = useTransactionChangesAfter(seen, ids, isKept)
  useRevisionOutOfSight(usePreferences().live && ids.length > 0)

  const begun = look === null && answer ? seenBy(answer) : null
  useEffect(() => {
    if (begun !== null) markSeen(reader, begun)
  }, [begun, reader])

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

  if (!answer || look === null) return null
  const ended = ends.filter(({ id }) => id in watched)
  return {
    look,
    watched: ids.filter((id) => watched[id] === false),
    /** `looked` is what the reader had looked at when the news were opened. */
    news: (looked = look.looked) => newsOf(answer, ended, { seen: look.seen, looked }),
    markLooked: (looked: Readonly<Record<string, number>>) => looks.set({ ...look, looked }),
    markSeen: () => markSeen(reader, seenBy(answer)),
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
