import { Fragment, useEffectEvent, useLayoutEffect } from 'react'
import styles from './blocks.module.css'
import { classes } from './inline.tsx'
import layout from './layout.module.css'
import { keepsItsKeys } from './row-focus.ts'

/** What keys do: a key such as `?`, two one after the other such as `g t`, or `Mod+k`: Command on Apple's, else Ctrl. */
export type Shortcuts = Readonly<Record<string, (() => void) | undefined>>

/** Time within which the second key of a pair has to follow, in milliseconds. */
const pairWithin = 1500

/** Runs a page's shortcuts. None fires while somebody types, within a layer, or with a modifier that is the browser's. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const run = useEffectEvent((keys: string) => {
    const action = Object.hasOwn(shortcuts, keys) ? shortcuts[keys] : undefined
    action?.()
    return action !== undefined
  })
  // Before it is painted: a key of what is seen works.
  useLayoutEffect(() => {
    let first: { key: string; at: number } | null = null
    const pressed = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.altKey) return
      if (document.querySelector('dialog:modal') !== null) return
      if (event.ctrlKey || event.metaKey) {
        // It types nothing, so that it works from within a field too.
        if (isChord(event) && run(`Mod+${event.key.toLowerCase()}`)) event.preventDefault()
        return
      }
      if (event.target instanceof Element && keepsItsKeys(event.target)) return
      const pair = first && event.timeStamp - first.at < pairWithin ? `${first.key} ${event.key}` : null
      first = { key: event.key, at: event.timeStamp }
      if ((pair !== null && run(pair)) || run(event.key)) event.preventDefault()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])
}

/** What `Mod` is called on this reader's keyboard. */
function modKeyName(): string {
  return isApple() ? '⌘' : 'Ctrl'
}

/** Whether exactly the modifier is held that this system uses for shortcuts: on Apple's, Ctrl edits text. */
export function isChord(event: { ctrlKey: boolean; metaKey: boolean; shiftKey: boolean }): boolean {
  return !event.shiftKey && event.metaKey === isApple() && event.ctrlKey === !isApple()
}

function isApple(): boolean {
  // There is no navigator where the build draws the frame.
  return /Mac|iPhone|iPad/.test(globalThis.navigator?.platform ?? '')
}

/** Keys as they are pressed: `g t` one after the other, `Mod+k` at once. */
export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className={styles.keys}>
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

/** With a modifier a letter is the key and no character: as it stands on the keyboard. */
function capOf(key: string, keys: string): string {
  if (key === 'Mod') return modKeyName()
  return keys.includes('+') ? key.toUpperCase() : key
}
