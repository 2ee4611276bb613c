import { useSyncExternalStore } from 'react'

export const notStored = 'Not saved: this browser’s storage for the console is full or switched off.'

/** A value kept in this browser and shared by its tabs. */
export interface BrowserStore<T> {
  useValue(): T
  /** Reads storage again, in case another tab has written. */
  load(): T
  /** False if the browser refuses; then nothing has changed. */
  save(value: T): boolean
  /** Saves it, or keeps it in memory if the browser refuses. */
  set(value: T): void
}

/** `parse` must accept any text and never throw. */
interface Codec<T> {
  /** `text` is null if nothing is stored, or if reading is forbidden. */
  parse(text: string | null): T
  /** Null removes the value from storage. */
  serialise(value: T): string | null
  /** Called with the first value and after each change. */
  onChange?(value: T): void
}

export function browserStore<T>(name: string, { parse, serialise, onChange }: Codec<T>): BrowserStore<T> {
  const key = `custody-console.${name}`
  const listeners = new Set<() => void>()
  let held: { readonly value: T } | null = null
  let parsed: { readonly text: string | null; readonly value: T } | null = null
  let current = load()
  onChange?.(current)
  const now = () => current
  return { useValue: () => useSyncExternalStore(subscribe, now, now), load, save, set }

  function load(): T {
    if (held) return held.value
    let text: string | null = null
    try {
      text = localStorage.getItem(key)
    } catch {
      // Storage is switched off.
    }
    // The same object for the same text, so that React draws nothing again.
    if (parsed?.text !== text) parsed = { text, value: parse(text) }
    return parsed.value
  }

  function save(value: T): boolean {
    const text = serialise(value)
    try {
      if (text === null) localStorage.removeItem(key)
      else localStorage.setItem(key, text)
      held = null
      return true
    } catch {
      return false
    } finally {
      update()
    }
  }

  function set(value: T): void {
    if (save(value)) return
    held = { value }
    update()
  }

  function subscribe(listener: () => void): () => void {
    if (listeners.size === 0) {
      window.addEventListener('storage', followOtherTabs)
      // Another tab may have written since it was read.
      update()
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
    }
  }

  function followOtherTabs(event: StorageEvent): void {
    // A null key means that all of the storage was cleared.
    if (event.key === key || event.key === null) update()
  }

  function update(): void {
    current = load()
    onChange?.(current)
    for (const listener of listeners) listener()
  }
}

/** One store per reader, so that nobody sees another’s. */
export function storePerReader<T>(name: string, codec: Codec<T>): (reader: string) => BrowserStore<T> {
  const stores = new Map<string, BrowserStore<T>>()
  return (reader) => {
    const store = stores.get(reader) ?? browserStore(`${name}:${reader}`, codec)
    stores.set(reader, store)
    return store
  }
}

/** Undefined if it is not JSON. */
export function parseJson(text: string | null): unknown {
  if (text === null) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
