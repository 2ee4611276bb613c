/** Under which keys React draws the rows of a table. */
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useStableValue } from './hooks.ts'

/**
 * A key for each row, by its id. A row that stays keeps its key wherever it goes; a new one takes over that of one that has gone, so that the
 * elements of a page are filled with the next one instead of being made anew.
 */
export function useRowKeys(ids: readonly string[]): readonly number[] {
  const kept = useRef<RowKeys>(new Map())
  const same = useStableValue(ids)
  const keys = useMemo(() => rowKeys(kept.current, same), [same])
  useLayoutEffect(() => {
    kept.current = keys
  }, [keys])
  return [...keys.values()]
}

/** The keys of rows by their ids, in the order of the rows. */
export type RowKeys = ReadonlyMap<string, number>

/** The keys of these rows after those of the rows before them. Ids that ought to differ and do not have a key each, so that no row is lost. */
export function rowKeys(before: RowKeys, ids: readonly string[]): RowKeys {
  const names = unique(ids)
  const staying = new Set(names)
  const free = [...before].filter(([name]) => !staying.has(name)).map(([, key]) => key)
  // Each key in use belonged to a row before, so that all beyond the greatest are new.
  let unused = Math.max(-1, ...before.values())
  return new Map(
    names.map((name) => {
      unused += 1
      return [name, before.get(name) ?? free.shift() ?? unused]
    }),
  )
}

function unique(ids: readonly string[]): string[] {
  const seen = new Map<string, number>()
  return ids.map((id) => {
    const count = seen.get(id) ?? 0
    seen.set(id, count + 1)
    return `${count}:${id}`
  })
}
