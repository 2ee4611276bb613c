import type { Books } from '../books/books.ts'
import { useBooks as useBooksReading } from '../list/reading/use-books.ts'

/** The books of the session that is open; null until they are read. */
export function useBooks(): {
  readonly books: Books | null
  readonly isReading: boolean
  /** Reads them, or brings them up to date. */
  readonly read: () => void
} {
  const { result, progress, start } = useBooksReading()
  return { books: result ?? null, isReading: progress !== null, read: start }
}
