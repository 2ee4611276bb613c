import { useSyncExternalStore } from 'react'

/** What the reader chose: one of the two themes, or whatever the system says. */
export type Theme = 'system' | 'light' | 'dark'

/** The chosen theme and how to change it: kept in this browser, followed by every open tab. */
export function useTheme(): { theme: Theme; setTheme: (theme: Theme) => void } {
  return { theme: useSyncExternalStore(subscribe, () => chosen), setTheme }
}

const storageKey = 'custody-console.theme'
const listeners = new Set<() => void>()

// Read and shown when this module loads, before React draws anything: no flash of the other theme.
let chosen = load()
show()

function setTheme(theme: Theme): void {
  chosen = theme
  save(theme)
  changed()
}

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) window.addEventListener('storage', followOtherTabs)
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size === 0) window.removeEventListener('storage', followOtherTabs)
  }
}

function followOtherTabs(event: StorageEvent): void {
  // A null key says that the whole storage was cleared.
  if (event.key !== storageKey && event.key !== null) return
  chosen = load()
  changed()
}

function changed(): void {
  show()
  for (const listener of listeners) listener()
}

function show(): void {
  if (chosen === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = chosen
}

function load(): Theme {
  try {
    const stored = localStorage.getItem(storageKey)
    return stored === 'light' || stored === 'dark' ? stored : 'system'
  } catch {
    // Storage may be switched off: the system's theme is always right enough.
    return 'system'
  }
}

function save(theme: Theme): void {
  try {
    if (theme === 'system') localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, theme)
  } catch {
    // The choice then lasts as long as the page.
  }
}
