import { useSyncExternalStore } from 'react'
import { readViews, type SavedView, writeViews } from './saved-views.ts'

/** The reader's saved views as this browser keeps them. */
export interface KeptViews {
  readonly views: readonly SavedView[]
  /** Something that is kept there cannot be read. */
  readonly isDamaged: boolean
  /** The browser keeps nothing at all for this console. */
  readonly isForbidden: boolean
}

/** The saved views, as every open tab has them. */
export function useSavedViews(): KeptViews {
  return useSyncExternalStore(subscribe, () => kept)
}

/** Changes the saved views; false where the browser refuses to keep them, and then nothing has changed. */
export function changeViews(change: (views: readonly SavedView[]) => readonly SavedView[]): boolean {
  // Another tab may have written since, and its views are not to be lost.
  const text = writeViews(change(load().views))
  try {
    localStorage.setItem(storageKey, text)
  } catch {
    return false
  }
  follow()
  return true
}

const storageKey = 'custody-console.views'
const listeners = new Set<() => void>()
let kept = load()

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

function load(): KeptViews {
  try {
    return { ...readViews(localStorage.getItem(storageKey)), isForbidden: false }
  } catch {
    return { views: [], isDamaged: false, isForbidden: true }
  }
}
