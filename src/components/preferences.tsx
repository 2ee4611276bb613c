import { createContext, type ReactNode, useContext, useMemo, useState } from 'react'
import type { TimeZoneChoice } from './instant.ts'

/** What a reader sets once for every page. Kept in this browser, and in a link only where it is asked for. */
export interface Preferences {
  readonly timeZone: TimeZoneChoice
  /** Whether lists are read again by themselves. */
  readonly live: boolean
  readonly compact: boolean
  /** The reader's own arrangement of each table, spelled as in a link; what is not there is as the product has it. */
  readonly tables: Readonly<Record<string, OwnLook>>
}

/** The part of a table's arrangement that is each table's own. */
export type OwnLook = Readonly<Partial<Record<'columns' | 'widths', string>>>

const defaults: Preferences = { timeZone: 'utc', live: true, compact: false, tables: {} }
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
  const { timeZone, live, compact, tables } = fieldsOf(stored)
  return {
    timeZone: timeZone === 'utc' || timeZone === 'local' ? timeZone : defaults.timeZone,
    live: typeof live === 'boolean' ? live : defaults.live,
    compact: typeof compact === 'boolean' ? compact : defaults.compact,
    tables: Object.fromEntries(
      Object.entries(fieldsOf(tables)).map(([table, look]) => [table, readOwnLook(look)]),
    ),
  }
}

function readOwnLook(stored: unknown): OwnLook {
  const { columns, widths } = fieldsOf(stored)
  return {
    ...(typeof columns === 'string' && { columns }),
    ...(typeof widths === 'string' && { widths }),
  }
}

function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}

function save(preferences: Preferences): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(preferences))
  } catch {
    // Without storage the choice holds until the page is closed.
  }
}
