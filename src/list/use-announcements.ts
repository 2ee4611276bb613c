/** What those hear of a list who do not see it: which page came on screen, and which of its rows changed. */
import { useEffect, useEffectEvent, useRef } from 'react'
import type { RowIdentity } from '../api/steady-rows.ts'
import { announce } from '../ui/inline.tsx'

/**
 * Says once what the page of this key shows: after a filter or a turned page, but not of the page that somebody came to, nor when it is
 * read again. `said` is null until that is known, and empty where something else says it.
 */
export function useAnnouncePage(key: string, said: string | null): void {
  const announced = useRef(key)
  useEffect(() => {
    if (said === null || announced.current === key) return
    announced.current = key
    if (said !== '') announce(said)
  }, [key, said])
}

/** Says what each reading changed in the rows of the page of this key, however often they change; null while its rows are on their way. */
export function useAnnounceChanges<R>(
  key: string,
  rows: readonly R[] | null,
  identity: RowIdentity<R>,
  inWords: (now: R, before: R) => string,
): void {
  const announced = useRef<{ readonly key: string; readonly rows: readonly R[] } | null>(null)
  const hear = useEffectEvent((before: readonly R[], now: readonly R[]) => {
    const said = changesInWords(before, now, identity, inWords)
    if (said !== null) announce(said)
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
