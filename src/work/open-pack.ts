/** Opens a pack in this tab: its books replace the service and the session. */
import type { QueryClient } from '@tanstack/react-query'
import { type PackLabel, readFrom } from '../api/pack-source.ts'
import { sessionQuery } from '../api/session.ts'
import { booksSource } from '../books/answer.ts'
import type { Books } from '../books/books.ts'
import type { PagePath } from '../url/pages.ts'
import { loadWork } from './work.ts'

let opened = 0

/** Returns false, and does nothing, if that would lose a file that is being made. */
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

/** Reloads the page, so that only saved files remain of the pack. */
export function closeBooks(): void {
  window.location.assign(verifyPath)
}

const verifyPath: PagePath = '/verify'
