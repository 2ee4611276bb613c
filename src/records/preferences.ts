import { browserStore, parseJson } from '../ui/browser-store.ts'
import type { TimeZoneChoice } from './instant.ts'

/** What a reader sets once for every page. Kept in this browser, and in a link only where it is asked for. */
export interface Preferences {
  readonly timeZone: TimeZoneChoice
  /** Whether lists are read again by themselves. */
  readonly live: boolean
  /** Whether the service is asked on which day it recorded each transaction. */
  readonly dates: boolean
  readonly compact: boolean
  /** The reader's own arrangement of each table, spelled as in a link; what is not there is as the product has it. */
  readonly tables: Readonly<Record<string, OwnLook>>
}

/** The part of a table's arrangement that is each table's own. */
export type OwnLook = Readonly<Partial<Record<'columns' | 'widths', string>>>

const defaults: Preferences = { timeZone: 'utc', live: true, dates: true, compact: false, tables: {} }

const store = browserStore('preferences', { parse: readPreferences, serialise: JSON.stringify })

/** The reader's preferences, as every open tab has them. */
export const usePreferences = store.useValue

/** Changes what is named, and of `tables` those that are named. Where the browser refuses to keep it, it holds until this page is closed. */
export function changePreferences(change: Partial<Preferences>): void {
  store.set(withChange(store.load(), change))
}

/** The same, but false where the browser refuses to keep it, and then nothing has changed. */
export function keepPreferences(change: Partial<Preferences>): boolean {
  return store.save(withChange(store.load(), change))
}

function withChange(preferences: Preferences, change: Partial<Preferences>): Preferences {
  return { ...preferences, ...change, tables: { ...preferences.tables, ...change.tables } }
}

function readPreferences(stored: string | null): Preferences {
  const { timeZone, live, dates, compact, tables } = fieldsOf(parseJson(stored))
  return {
    timeZone: timeZone === 'utc' || timeZone === 'local' ? timeZone : defaults.timeZone,
    live: typeof live === 'boolean' ? live : defaults.live,
    dates: typeof dates === 'boolean' ? dates : defaults.dates,
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
