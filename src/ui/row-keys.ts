import { useLayoutEffect, useMemo, useRef } from 'react'
import { useStableValue } from './hooks.ts'

/**
 * React keys for the rows with these ids. A row that stays keeps its key; a new row takes the key of one that has gone. The elements of a
 * page are then reused for the next, which is faster than creating new ones.
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

/** By id, in the order of the rows. */
export type RowKeys = ReadonlyMap<string, number>

/** Rows with the same id get a key each, so that none is lost. */
export function rowKeys(before: RowKeys, ids: readonly string[]): RowKeys {
  const names = unique(ids)
  const staying = new Set(names)
  const free = [...before].filter(([name]) => !staying.has(name)).map(([, key]) => key)
  // Keys beyond the greatest are new.
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
