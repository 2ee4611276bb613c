/** Opens a pack in this tab: its books replace the service and the session. */
import type { QueryClient } from '@tanstack/react-query'
import { packSource, readFrom } from '../api/pack-source.ts'
import { sessionQuery } from '../api/session.ts'
import { ApiError, noFailure } from '../contract/api-error.ts'
import type { PagePath } from '../url/pages.ts'
import type { HeldPack } from './task.ts'
import { askBooks, loadWork } from './work.ts'

let opened = 0

/** Returns false, and does nothing, if that would lose a file that is being made. */
export async function openBooks(client: QueryClient, { books, about }: HeldPack): Promise<boolean> {
  const store = await loadWork()
  if (store.hasFilesToLose()) return false
  opened += 1
  const never = new AbortController().signal
  const answerBy =
    (view: 'answer' | 'console') =>
    async (requestPath: string, signal = never) => {
      try {
        return await askBooks(view, books.id, requestPath, signal)
      } catch {
        signal.throwIfAborted()
        throw new ApiError({ ...noFailure, kind: 'no-books', requestPath })
      }
    }
  const source = packSource(books, about, `pack ${opened}`, {
    answer: answerBy('answer'),
    answerConsole: answerBy('console'),
  })
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
