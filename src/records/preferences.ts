import { browserStore, parseJson } from '../ui/browser-store.ts'
import type { TimeZoneChoice } from './instant.ts'

/** What a reader sets once for every page. Kept in this browser, and in no link. */
export interface Preferences {
  readonly timeZone: TimeZoneChoice
  /** Whether lists are read again by themselves. */
  readonly live: boolean
  /** Whether the service is asked on which day it recorded each transaction. */
  readonly dates: boolean
  /** Whether the books are read without asking, once somebody has signed in. */
  readonly books: boolean
  /** Whether rows are as low as can be read. */
  readonly compact: boolean
  /** Whether keys without a modifier do anything: speech input may type them by mistake (WCAG 2.1.4). */
  readonly keys: boolean
  /** The reader's own arrangement of each table, by the table's name. */
  readonly tables: Readonly<Record<string, OwnTable>>
}

/** How a reader arranges a table; what is not there is as the product has it. */
export interface OwnTable {
  /** Ids of the columns shown, in their order. */
  readonly columns?: readonly string[]
  /** Widths in CSS pixels, by column id. */
  readonly widths?: Readonly<Record<string, number>>
}

const defaults: Preferences = {
  timeZone: 'utc',
  live: true,
  dates: true,
  books: false,
  compact: false,
  keys: true,
  tables: {},
}

const store = browserStore('preferences', { parse: readPreferences, serialise: JSON.stringify })

/** The reader's preferences, as every open tab has them. */
export const usePreferences = store.useValue

/** Changes what is named, and of `tables` those that are named. Where the browser refuses to keep it, it holds until this page is closed. */
export function changePreferences(change: Partial<Preferences>): void {
  const preferences = store.load()
  store.set({ ...preferences, ...change, tables: { ...preferences.tables, ...change.tables } })
}

function readPreferences(stored: string | null): Preferences {
  const { timeZone, live, dates, books, compact, keys, tables } = fieldsOf(parseJson(stored))
  return {
    timeZone: timeZone === 'utc' || timeZone === 'local' ? timeZone : defaults.timeZone,
    live: typeof live === 'boolean' ? live : defaults.live,
    dates: typeof dates === 'boolean' ? dates : defaults.dates,
    books: typeof books === 'boolean' ? books : defaults.books,
    compact: typeof compact === 'boolean' ? compact : defaults.compact,
    keys: typeof keys === 'boolean' ? keys : defaults.keys,
    tables: Object.fromEntries(
      Object.entries(fieldsOf(tables)).map(([table, own]) => [table, readOwnTable(own)]),
    ),
  }
}

function readOwnTable(stored: unknown): OwnTable {
  const { columns, widths } = fieldsOf(stored)
  const numbers = Object.entries(fieldsOf(widths)).flatMap(([id, width]) =>
    typeof width === 'number' ? [[id, width] as const] : [],
  )
  return {
    ...(Array.isArray(columns) && { columns: columns.filter((id) => typeof id === 'string') }),
    ...(numbers.length > 0 && { widths: Object.fromEntries(numbers) }),
  }
}

function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}
