/** What screen readers say of the rows of a list page. */
import { useEffect, useEffectEvent, useRef } from 'react'
import { isUnchanged } from '../contract/normal-records.ts'
import { announce } from '../ui/inline.tsx'

/** Announces a page once, after a filter or a turn, but not the first page or a refresh. `text` is null until the rows are there. */
export function useAnnouncePage(key: string, text: string | null): void {
  const announced = useRef(key)
  useEffect(() => {
    if (text === null || announced.current === key) return
    announced.current = key
    if (text !== '') announce(text)
  }, [key, text])
}

/** Announces what each reading changed. `rows` is null until they are there. */
export function useAnnounceChanges<R extends object>(
  key: string,
  rows: readonly R[] | null,
  idOf: (row: R) => string | null,
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
  idOf: (row: R) => string | null,
  inWords: (now: R, before: R) => string,
): string | null {
  const earlierOf = rowsById(before, idOf)
  const changes = now.flatMap((row) => {
    const was = earlierOf(row)
    return was === undefined || isUnchanged(row, was) ? [] : [inWords(row, was)]
  })
  if (changes.length === 0) return null
  return changes.length > mostNamed
    ? `${changes.length} rows changed.`
    : changes.map((change) => `${change}.`).join(' ')
}

/** Finds the row of another reading for each row, in the order of those that share an id. */
export function rowsById<R>(rows: readonly R[], idOf: (row: R) => string | null): (row: R) => R | undefined {
  const byId = new Map<string | null, R[]>()
  for (const row of rows) {
    const others = byId.get(idOf(row))
    if (others) others.push(row)
    else byId.set(idOf(row), [row])
  }
  return (row) => (idOf(row) === null ? undefined : byId.get(idOf(row))?.shift())
}
