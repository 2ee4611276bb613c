import { browserStore, parseJson } from '../ui/browser-store.ts'

/** What every tab knows of the last reading of the books. Nothing of the books themselves is in it. */
export interface LastReading {
  /** The mark of the session in which they were read; null where they never were. */
  readonly session: string | null
  /** How long it took to read everything. */
  readonly seconds: number | null
  /** Under which name this browser keeps them, encrypted; null where it does not. */
  readonly kept: string | null
}

export const lastReading = browserStore<LastReading>('books', {
  parse(stored) {
    const { session, seconds, kept } = { ...(parseJson(stored) ?? {}) } as Record<string, unknown>
    return {
      session: typeof session === 'string' ? session : null,
      seconds: typeof seconds === 'number' ? seconds : null,
      kept: typeof kept === 'string' ? kept : null,
    }
  },
  serialise: JSON.stringify,
})

/** The database of this browser that keeps them. */
export const booksDatabase = 'custody-console.books'

/** Removes what this browser keeps of the books. Without the key of its session nobody could read it any more. */
export function forgetKeptBooks(): void {
  const known = lastReading.load()
  if (known.kept !== null) lastReading.set({ ...known, kept: null })
  try {
    indexedDB.deleteDatabase(booksDatabase)
  } catch {
    // A browser that forbids it has kept nothing.
  }
}
