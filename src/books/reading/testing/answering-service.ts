import type { ApiFailure } from '../../../api/api-error.ts'
import { type Answer, type ServiceRequest, send } from '../../../api/reading.ts'
import { type RunOptions, run } from '../../../api/retries.ts'
import { refusal } from '../../../api/testing/refusal.ts'
import { pageOf, replayed } from '../../../api/testing/replayed.ts'
import type { WholeList } from '../cross-check.ts'
import { type Walk, walkList } from '../walk.ts'

const start = Date.UTC(2026, 0, 1)

export type AnswerRow = string | { readonly nameless: string }
type AnswerOrFailure = readonly AnswerRow[] | Partial<ApiFailure>
type Asked = { readonly limit: number; readonly offset: number }

/** A service that answers each request as `answer` says, a clock that only waiting moves, and what was told meanwhile. */
export function service(
  answer: (asked: Asked, request: number) => AnswerOrFailure,
  walk: Partial<Walk<AnswerRow>> = {},
) {
  let time = start
  const asked: number[] = []
  const waits: (number | null)[] = []
  const stop = new AbortController()
  const now = () => time
  const list: WholeList<AnswerRow> = {
    *read({ limit, offset }) {
      const { body } = yield* send(`/?limit=${limit}&offset=${offset}`)
      return { records: isPage(body) ? body : [] }
    },
    identity: (row) => (typeof row === 'string' ? row : null),
    crossFilters: [],
  }
  const answerTo = (request: ServiceRequest): Answer => {
    const page = pageOf(request)
    asked.push(page.offset)
    const body = answer(page, asked.length - 1)
    if (!isPage(body)) throw refusal('', body, time)
    return { body, receivedAt: '' }
  }
  const reading = () => walkList(list, { pageSize: 4, ...walk })
  return {
    read: () => replayed(reading(), answerTo, now),
    /** As a worker does. */
    run: (options: Partial<RunOptions> = {}) =>
      run(reading(), {
        signal: stop.signal,
        now,
        answer: async (request) => answerTo(request),
        sleep: async (until) => {
          time = until
        },
        onWait: (waiting) => waits.push(waiting && waiting.until - start),
        ...options,
      }),
    asked,
    waits,
    stop,
  }
}

const isPage = (given: unknown): given is readonly AnswerRow[] => Array.isArray(given)
export const part = (rows: readonly AnswerRow[], { limit, offset }: Asked): AnswerOrFailure =>
  rows.slice(offset, offset + limit)
/** A service that holds these rows and turns its pages; before some requests it does something else. */
export const listService = (
  rows: readonly AnswerRow[],
  before: (request: number) => AnswerOrFailure | null = () => null,
) => service((asked, request) => before(request) ?? part(rows, asked))
export const rows = (...texts: string[]) => texts.flatMap((text) => [...text])
