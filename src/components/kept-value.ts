import { useSyncExternalStore } from 'react'

/** What is said where something cannot be kept. */
export const notKept = 'This browser does not keep it: its storage for this console is full or switched off.'

/** One value that this browser keeps for every open tab of the console. */
export interface KeptValue<T> {
  /** The value, as every open tab has it. */
  readonly useValue: () => T
  /** Reads it again: another tab may have written since, and what it wrote is not to be lost. */
  readonly load: () => T
  /** Keeps this text in its place; false where the browser refuses to. */
  readonly keep: (text: string) => boolean
}

/** The value that is kept under a key of the storage. `read` makes it of the text: null where none is there, or none can be read. */
export function keptValue<T>(
  storageKey: string,
  read: (stored: string | null, isForbidden: boolean) => T,
): KeptValue<T> {
  const listeners = new Set<() => void>()
  let kept = load()
  return { useValue: () => useSyncExternalStore(subscribe, () => kept), load, keep }

  function load(): T {
    let stored: string | null
    try {
      stored = localStorage.getItem(storageKey)
    } catch {
      return read(null, true)
    }
    return read(stored, false)
  }

  function keep(text: string): boolean {
    try {
      localStorage.setItem(storageKey, text)
      return true
    } catch {
      return false
    } finally {
      follow()
    }
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      window.addEventListener('storage', followOtherTabs)
      // Nobody listened until now: what was read before may be old.
      kept = load()
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
    }
  }

  function followOtherTabs(event: StorageEvent): void {
    // A null key says that the whole storage was cleared.
    if (event.key === storageKey || event.key === null) follow()
  }

  function follow(): void {
    kept = load()
    for (const listener of listeners) listener()
  }
}
