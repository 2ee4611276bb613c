import { browserStore, parseJson } from '../ui/browser-store.ts'
import type { TimeZoneChoice } from './instant.ts'

/** Kept in this browser, and in no link. */
interface Preferences {
  readonly timeZone: TimeZoneChoice
  /** Null for the operator’s first. */
  readonly currency: string | null
  readonly live: boolean
  readonly compact: boolean
  /** Keys without a modifier work. Speech input may type them by mistake (WCAG 2.1.4). */
  readonly keys: boolean
  /** Names of pages on which totals are open. */
  readonly totals: readonly string[]
  readonly tables: Readonly<Record<string, OwnTable>>
}

interface OwnTable {
  /** Columns that the reader showed or hid. Absent means default. */
  readonly shown?: Readonly<Record<string, boolean>>
}

const defaults: Preferences = {
  timeZone: 'utc',
  currency: null,
  live: true,
  compact: false,
  keys: true,
  totals: [],
  tables: {},
}

const store = browserStore('preferences', { parse: readPreferences, serialise: JSON.stringify })

export const usePreferences = store.useValue

/** If the browser refuses to keep a change, it lasts until the page is closed. */
export function changePreferences(change: Partial<Preferences>): void {
  const preferences = store.load()
  store.set({ ...preferences, ...change, tables: { ...preferences.tables, ...change.tables } })
}

function readPreferences(stored: string | null): Preferences {
  const fields = fieldsOf(parseJson(stored))
  return {
    ...defaults,
    ...booleansOf(fields),
    timeZone: fields.timeZone === 'local' ? 'local' : 'utc',
    currency: typeof fields.currency === 'string' ? fields.currency : null,
    totals: textsOf(fields.totals),
    tables: Object.fromEntries(
      Object.entries(fieldsOf(fields.tables)).map(([table, own]) => [table, readOwnTable(own)]),
    ),
  }
}

function readOwnTable(stored: unknown): OwnTable {
  const { shown } = fieldsOf(stored)
  return shown === undefined ? {} : { shown: booleansOf(shown) }
}

function textsOf(stored: unknown): readonly string[] {
  return Array.isArray(stored) ? stored.filter((text) => typeof text === 'string') : []
}

function booleansOf(stored: unknown): Readonly<Record<string, boolean>> {
  return Object.fromEntries(
    Object.entries(fieldsOf(stored)).flatMap(([id, value]) =>
      typeof value === 'boolean' ? [[id, value] as const] : [],
    ),
  )
}

function fieldsOf(stored: unknown): Readonly<Record<string, unknown>> {
  return typeof stored === 'object' && stored !== null ? { ...stored } : {}
}
