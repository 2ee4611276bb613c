import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { TimeZoneChoice } from './instant.ts'

/** What a reader sets once for every page. Kept in this browser; never in the URL, so that a link is nobody's taste. */
export interface Preferences {
  readonly timeZone: TimeZoneChoice
  /** Whether lists are read again by themselves. */
  readonly live: boolean
  readonly compact: boolean
}

const defaults: Preferences = { timeZone: 'utc', live: true, compact: false }
const storageKey = 'custody-console.preferences'

interface PreferencesContext extends Preferences {
  readonly set: (change: Partial<Preferences>) => void
}

const Context = createContext<PreferencesContext>({ ...defaults, set: () => undefined })

/** The reader's preferences, and how to change them. */
export function usePreferences(): PreferencesContext {
  return useContext(Context)
}

/** Gives every view below it the reader's preferences. */
export function PreferencesProvider({ children }: { children: ReactNode }) {
  const [preferences, setPreferences] = useState(load)
  const value = useMemo(
    () => ({
      ...preferences,
      set: (change: Partial<Preferences>) =>
        setPreferences((now) => {
          const next = { ...now, ...change }
          save(next)
          return next
        }),
    }),
    [preferences],
  )
  return <Context value={value}>{children}</Context>
}

function load(): Preferences {
  try {
    return readPreferences(JSON.parse(localStorage.getItem(storageKey) ?? '{}'))
  } catch {
    // Storage may be switched off, or hold what an older version wrote.
    return defaults
  }
}

function readPreferences(stored: unknown): Preferences {
  const fields: Readonly<Record<string, unknown>> =
    typeof stored === 'object' && stored !== null ? { ...stored } : {}
  const { timeZone, live, compact } = fields
  return {
    timeZone: timeZone === 'utc' || timeZone === 'local' ? timeZone : defaults.timeZone,
    live: typeof live === 'boolean' ? live : defaults.live,
    compact: typeof compact === 'boolean' ? compact : defaults.compact,
  }
}

function save(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences))
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}
