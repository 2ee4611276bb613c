import { Fragment, useEffectEvent, useLayoutEffect } from 'react'
import styles from './blocks.module.css'
import { classes } from './inline.tsx'
import layout from './layout.module.css'
import { keepsItsKeys } from './row-focus.ts'

/** By key: one such as `?`, a pair such as `g t`, or `Mod+k` (Command on Apple’s, else Ctrl). */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Time for the second key of a pair, in milliseconds. */
const pairWithin = 1500

type Run = (keys: string) => boolean

/** One listener serves all components, so that a pair of one goes before a single key of another. */
const mounted = new Set<Run>()

/** Runs shortcuts, except while someone types, in a layer, or with the browser’s own modifiers. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const run = useEffectEvent((keys: string) => {
    const action = Object.hasOwn(shortcuts, keys) ? shortcuts[keys] : undefined
    action?.()
    return action !== undefined
  })
  // A layout effect, so that keys work as soon as the page is visible.
  useLayoutEffect(() => {
    const own: Run = (keys) => run(keys)
    document.addEventListener('keydown', pressed)
    mounted.add(own)
    return () => void mounted.delete(own)
  }, [])
}

let first: { readonly key: string; readonly at: number } | null = null

function pressed(event: KeyboardEvent): void {
  if (event.defaultPrevented || event.isComposing || event.altKey) return
  if (document.querySelector('dialog:modal') !== null) return
  if (event.ctrlKey || event.metaKey) {
    // It types nothing, so it works in fields too.
    if (isChord(event) && runs(`Mod+${event.key.toLowerCase()}`)) event.preventDefault()
    return
  }
  if (event.target instanceof Element && keepsItsKeys(event.target)) return
  const pair = first && event.timeStamp - first.at < pairWithin ? `${first.key} ${event.key}` : null
  first = { key: event.key, at: event.timeStamp }
  if ((pair !== null && runs(pair)) || runs(event.key)) event.preventDefault()
}

function runs(keys: string): boolean {
  return [...mounted].some((run) => run(keys))
}

/** Whether exactly the modifier for shortcuts is held. On Apple’s systems Ctrl edits text. */
export function isChord(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): boolean {
  return !event.shiftKey && event.metaKey === isApple() && event.ctrlKey === !isApple()
}

function isApple(): boolean {
  // The build prerenders the frame without a navigator.
  return /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
}

/** Keys to press: `g t` in turn, `Mod+k` together. Nothing where there is no keyboard. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={classes(layout.line, layout.tight, styles.keys)}>
      {keys.split(/[ +]/).map((key, index) => (
        <Fragment key={key}>
          {index > 0 && keys.includes(' ') && (
            <span className={classes(layout.small, layout.faint)}>then</span>
          )}
          <kbd className={styles.key}>{capOf(key, keys)}</kbd>
        </Fragment>
      ))}
    </span>
  )
}

/** With a modifier a letter is a key, so it is drawn as on the keyboard. */
function capOf(key: string, keys: string): string {
  if (key === 'Mod') return isApple() ? '⌘' : 'Ctrl'
  return keys.includes('+') ? key.toUpperCase() : key
}
