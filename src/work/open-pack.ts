/** A pack that is open in this tab: its books stand in for the service, and for the session. */
import type { QueryClient } from '@tanstack/react-query'
import { type PackLabel, readFrom } from '../api/pack-source.ts'
import { sessionQuery } from '../api/session.ts'
import type { Books } from '../books/books.ts'
import { booksSource } from '../books/source.ts'
import type { PagePath } from '../url/pages.ts'
import { loadWork } from './work.ts'

let opened = 0

/** Shows these books in place of whatever this tab shows. False, and nothing happens, while a file is being made that would be lost. */
export async function openBooks(client: QueryClient, books: Books, pack: PackLabel): Promise<boolean> {
  const store = await loadWork()
  if (store.hasFilesToLose()) return false
  opened += 1
  const source = booksSource(books, pack, `pack ${opened}`)
  readFrom(source)
  store.openBooks(source.session, books)
  client.setQueryData(sessionQuery.queryKey, source.session)
  return true
}

/** Nothing of a pack is left but what was saved: the page itself begins anew. */
export function closeBooks(): void {
  window.location.assign(verifyPath)
}

const verifyPath: PagePath = '/verify'
