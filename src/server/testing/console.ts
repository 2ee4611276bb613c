import { afterAll, afterEach, vi } from 'vitest'
import { type RunOptions, run } from '../../api/retries.ts'
import { profileOfSession } from '../../api/service-profile.ts'
import type { Books } from '../../books/books.ts'
import { dividedBooks } from '../../books/edges.ts'
import { readBooks } from '../../books/reading/read-books.ts'
import { readEdges } from '../../books/reading/read-edges.ts'
import type { BooksControl } from '../../books/reading/read-everything.ts'
import { dayOf } from '../../contract/day.ts'
import { serviceReadPrefix } from '../../contract/session.ts'
import { openEither } from '../../database/testing/databases.ts'
import { dayEdges } from '../../settlement/edges.ts'
import { generateBooks } from '../demonstration/generate.ts'
import type { OrganisationBooks } from '../service/tables.ts'
import { fill, listen, requestTime } from '../service/testing/service.ts'

export const running: RunOptions = {
  signal: new AbortController().signal,
  now: () => Date.parse(requestTime),
}

export function readBooksNow(
  before: Books | null = null,
  control: Partial<BooksControl> = {},
  options: Partial<RunOptions> = {},
): Promise<Books> {
  const reading = readBooks(before, { service: '', account: null, onProgress: () => {}, ...control })
  return run(reading, { ...running, ...options })
}

/** The books with the UTC day of every transaction of the demonstration. */
export async function withEveryDay(books: Books): Promise<Books> {
  const last = dayOf(Date.parse(requestTime), 'utc')
  const edges = dayEdges(Array.from({ length: 3000 }, (_, index) => last + 1 - index))
  return dividedBooks(await run(readEdges(books, edges), running), edges)
}

export async function startConsoleOverDemonstration(transactions: number) {
  const generated = generateBooks({ transactions, seed: 7, until: new Date(requestTime) })
  const rows = [...generated.transactions]
  return { ...(await startConsoleOver({ ...generated, transactions: rows })), rows }
}

/**
 * Serves books from a database of its own, until the last test of the file, to the console. That asks its gateway by path alone; here the path
 * leads to the service.
 */
export async function startConsoleOver(books: OrganisationBooks) {
  const database = await openEither()
  await fill(database, books)
  // The service caches places in its lists for a second; tests change records sooner.
  let passed = 0
  const service = await listen(database, { clock: () => (passed += 1000) })
  const asked: string[] = []
  let reached = 0
  afterEach(() => vi.unstubAllGlobals())
  afterAll(async () => {
    await service.close()
    await database.close()
  })
  return {
    database,
    asked,
    /**
     * Until the end of a test, the console reaches the service, and knows nothing of it yet. `change` may ask for another path, answer by
     * itself, or break off.
     */
    reach(change: (path: string) => string | Response = (path) => path) {
      asked.length = 0
      reached += 1
      profileOfSession(`console ${reached}`)
      vi.stubGlobal('fetch', async (path: string) => {
        asked.push(path)
        const changed = change(path)
        if (typeof changed !== 'string') return changed
        return await service.inject(changed.replace(serviceReadPrefix, ''))
      })
    },
  }
}
