import { useEffect, useEffectEvent } from 'react'
import { keepsItsKeys } from './row-focus.ts'

/** What keys do: a key such as `?`, or two one after the other such as `g t`. */
export type Shortcuts = Readonly<Record<string, () => void>>

/** Time within which the second key of a pair has to follow, in milliseconds. */
const pairWithin = 1500

/** Runs a page's shortcuts. None fires while somebody types, within a layer, or with a modifier that is the browser's. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const run = useEffectEvent((keys: string) => {
    const action = Object.hasOwn(shortcuts, keys) ? shortcuts[keys] : undefined
    action?.()
    return action !== undefined
  })
  useEffect(() => {
    let first: { key: string; at: number } | null = null
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey)
        return
      if (event.target instanceof Element && keepsItsKeys(event.target)) return
      if (document.querySelector('dialog:modal') !== null) return
      const pair = first && event.timeStamp - first.at < pairWithin ? `${first.key} ${event.key}` : null
      first = { key: event.key, at: event.timeStamp }
      if ((pair !== null && run(pair)) || run(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}
