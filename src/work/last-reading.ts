import { browserStore, parseJson } from '../ui/browser-store.ts'

/** Shared by all tabs. It has nothing of the books themselves. */
export interface LastReading {
  readonly session: string | null
  /** Null if this browser keeps none. */
  readonly kept: string | null
}

export const lastReading = browserStore<LastReading>('books', {
  parse(stored) {
    const { session, kept } = { ...(parseJson(stored) ?? {}) } as Record<string, unknown>
    return {
      session: typeof session === 'string' ? session : null,
      kept: typeof kept === 'string' ? kept : null,
    }
  },
  serialise: JSON.stringify,
})

export const booksDatabase = 'custody-console.books'

/** Nobody can read them without the key of their session, so only space is at stake. */
export function forgetKeptBooks(): void {
  const last = lastReading.load()
  if (last.kept !== null) lastReading.set({ ...last, kept: null })
  try {
    indexedDB.deleteDatabase(booksDatabase)
  } catch {
    // A browser that forbids a database has kept nothing.
  }
}
