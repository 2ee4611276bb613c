import type { RowIdentity } from '../api/steady-rows.ts'

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
