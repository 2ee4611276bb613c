import { useSyncExternalStore } from 'react'

/** What is said where something cannot be stored. */
export const notStored = 'This browser did not keep it. Its storage for this console is full or switched off.'

/** A value that this browser keeps for every open tab of the console. */
export interface BrowserStore<T> {
  /** The value, as every open tab has it. */
  useValue(): T
  /** Reads it again: another tab may have written since, and what it wrote must not be lost. */
  load(): T
  /** Stores it; false where the browser refuses to, and then nothing has changed. */
  save(value: T): boolean
  /** Stores it, or holds it until this page is closed where the browser refuses to. */
  set(value: T): void
}

/** How a value becomes text and back. What is stored may be anything: `parse` checks it, and never throws. */
interface Codec<T> {
  /** `text` is null where nothing is stored, and where the browser forbids to look. */
  parse(text: string | null, isForbidden: boolean): T
  /** Null where the value needs no storing. */
  serialise(value: T): string | null
  /** Called with the first value, and whenever it may have changed. */
  onChange?(value: T): void
}

/** The value stored under this name. */
export function browserStore<T>(name: string, { parse, serialise, onChange }: Codec<T>): BrowserStore<T> {
  const key = `custody-console.${name}`
  const listeners = new Set<() => void>()
  let held: { readonly value: T } | null = null
  let current = load()
  onChange?.(current)
  return { useValue: () => useSyncExternalStore(subscribe, () => current), load, save, set }

  function load(): T {
    if (held) return held.value
    let text: string | null
    try {
      text = localStorage.getItem(key)
    } catch {
      return parse(null, true)
    }
    return parse(text, false)
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
      // Nobody listened until now: what was read before may be old.
      update()
    }
    listeners.add(listener)
    return () => {
      listeners.delete(listener)
      if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
    }
  }

  function followOtherTabs(event: StorageEvent): void {
    // A null key says that the whole storage was cleared.
    if (event.key === key || event.key === null) update()
  }

  function update(): void {
    current = load()
    onChange?.(current)
    for (const listener of listeners) listener()
  }
}

/** A store for each reader: what one keeps is neither shown to the next nor replaced by theirs. */
export function storePerReader<T>(name: string, codec: Codec<T>): (reader: string) => BrowserStore<T> {
  const stores = new Map<string, BrowserStore<T>>()
  return (reader) => {
    const store = stores.get(reader) ?? browserStore(`${name}:${reader}`, codec)
    stores.set(reader, store)
    return store
  }
}

/** What JSON text says; undefined where it is none. */
export function parseJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '')
  } catch {
    return undefined
  }
}
