import { useEffect, useMemo, useState } from 'react'
import { type Directory, directoryParts, useDirectory } from '../../api/directory.ts'
import { useTransactionsRead } from '../../api/transactions-read.ts'
import { ChunkLoadError, lazyChunk } from '../../ui/lazy.tsx'
import { useBooks, useKeptBooks } from '../../work/use-books.ts'
import type { Known } from './known.ts'
import type { SearchResult } from './search.ts'

/** What a text means, as far as everything that it may be was read. */
export interface Found {
  readonly results: readonly SearchResult[]
  /** Null until the search is loaded. */
  readonly known: Known | null
  readonly directory: Directory
  /** More may be found soon. */
  readonly waiting: boolean
  /** Which lists were not searched, in sentences. */
  readonly notes: readonly string[]
  /** The books are on their way. */
  readonly isReading: boolean
  /** Reads the books, or brings them up to date. */
  readonly readBooks: () => void
}

/**
 * Finds what a text means, in every list of names, in the transactions that this tab has read, and in the books. Nothing is asked for, nor
 * loaded, before it is `active`.
 */
export function useFind(text: string, active: boolean): Found {
  const directory = useDirectory(active ? directoryParts : none)
  const transactions = useTransactionsRead(active)
  const { books, isReading, read } = useBooks()
  const readLabel = `Read the books${useKeptBooks().about}`
  const { search, hasFailed } = useSearch(active)
  const known = useMemo(
    () =>
      active && search
        ? search.knownFrom(
            directory,
            transactions,
            new Date(),
            books && search.searchedBooks(books),
            readLabel,
          )
        : null,
    [active, search, directory, transactions, books, readLabel],
  )
  const results = useMemo(
    () => (known && search ? search.searchResults(text, known) : none),
    [text, known, search],
  )
  const { failed } = directory
  return {
    results: isReading ? results.filter(({ action }) => action.kind !== 'read-books') : results,
    known,
    directory,
    waiting: directory.waiting.length > 0 || (active && !search && !hasFailed),
    notes: [
      ...(isReading && text !== '' ? ['The books are being read. What they have is found then.'] : []),
      ...(failed.length > 0 ? [`Not searched, because it could not be read: ${failed.join(', ')}.`] : []),
      ...(hasFailed ? ['The part of the console that searches could not be loaded. Reload the page.'] : []),
    ],
    isReading,
    readBooks: read,
  }
}

const none: readonly never[] = []

const loadSearch = lazyChunk(async () => {
  const [search, known, inBooks] = await Promise.all([
    import('./search.ts'),
    import('./known.ts'),
    import('../in-books.ts'),
  ])
  return { ...search, ...known, ...inBooks }
})

/** What searches: few visits need it, and the first rows of none. */
function useSearch(active: boolean) {
  const [search, setSearch] = useState<Awaited<ReturnType<typeof loadSearch>> | null>(null)
  const [hasFailed, setFailed] = useState(false)
  useEffect(() => {
    if (!active || search) return
    let isStill = true
    loadSearch().then(
      (loaded) => isStill && setSearch(loaded),
      (error: unknown) => {
        if (!(error instanceof ChunkLoadError)) throw error
        if (isStill) setFailed(true)
      },
    )
    return () => {
      isStill = false
    }
  }, [active, search])
  return { search, hasFailed }
}
