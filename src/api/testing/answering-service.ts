import type { ApiFailure } from '../api-error.ts'
import type { WholeList } from '../walk/cross-check.ts'
import type { Waiting } from '../walk/retries.ts'
import { type Walk, walkList } from '../walk/walk.ts'
import { refusal } from './refusal.ts'

const start = Date.UTC(2026, 0, 1)

export type AnswerRow = string | { readonly nameless: string }
type Answer = readonly AnswerRow[] | Partial<ApiFailure>
type Asked = { readonly limit: number; readonly offset: number }

/** A service that answers each request as `answer` says, a clock that only waiting moves, and what was told meanwhile. */
export function service(
  answer: (asked: Asked, request: number) => Answer,
  options: Partial<Walk<AnswerRow>> = {},
) {
  let now = start
  const asked: number[] = []
  const waits: (number | null)[] = []
  const progress: number[] = []
  const stop = new AbortController()
  const walk: Walk<AnswerRow> = {
    signal: stop.signal,
    pageSize: 4,
    now: () => now,
    sleep: async (until: number) => {
      now = until
    },
    onProgress: ({ rows }) => void progress.push(rows),
    onWait: (waiting: Waiting | null) => waits.push(waiting && waiting.until - start),
    ...options,
  }
  const list: WholeList<AnswerRow> = {
    read: async (page) => {
      asked.push(page.offset)
      const given = answer(page, asked.length - 1)
      if (!isPage(given)) throw refusal('', given, now)
      return { records: given, timestamp: null, receivedAt: '' }
    },
    identity: (row) => (typeof row === 'string' ? row : null),
    crossFilters: [],
  }
  return { list, walk, run: () => walkList(list, walk), asked, waits, progress, stop }
}

const isPage = (given: Answer): given is readonly AnswerRow[] => Array.isArray(given)
export const part = (rows: readonly AnswerRow[], { limit, offset }: Asked): Answer =>
  rows.slice(offset, offset + limit)
/** A service that holds these rows and turns its pages; before some requests it does something else. */
export const listService = (
  rows: readonly AnswerRow[],
  before: (request: number) => Answer | null = () => null,
) => service((asked, request) => before(request) ?? part(rows, asked))
export const rows = (...texts: string[]) => texts.flatMap((text) => [...text])
