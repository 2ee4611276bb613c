/** What every search for dates shares: how the service is asked, how many requests are under way, and when it refuses a date. */
import type { Filter } from '../../contract/endpoints.ts'
import { ApiError } from '../api-error.ts'
import { listTransactions } from '../endpoints.ts'
import { askWithRetries, type RetryOptions } from '../walk/retries.ts'

/** What one answer tells a search for dates. */
export interface DatedAnswer {
  /** The id of each record; null for one that has none. */
  readonly ids: readonly (string | null)[]
  /** When the service gave it, by its own clock, in milliseconds; null where its records do not carry that. */
  readonly at: number | null
}

/** Asks for the transactions of a filter. Throws an `ApiError`, or the signal's reason. */
export type AskIds = (
  filter: Filter<'transactions'>,
  page: { readonly limit: number; readonly offset: number },
  signal: AbortSignal,
) => Promise<DatedAnswer>

/** Asks GET /transactions, in one session if one is named. */
export function askTransactionIds(session?: string): AskIds {
  return async (filter, page, signal) => {
    const { records } = await listTransactions({ ...filter, ...page }, signal, session)
    // Where rows differ, the instant is not that of the answer.
    const [instant, ...others] = new Set(records.map(({ timestamp }) => timestamp))
    const at = others.length > 0 ? Number.NaN : Date.parse(instant ?? '')
    return {
      ids: records.map(({ transaction_id: id }) => id),
      at: Number.isNaN(at) ? null : at,
    }
  }
}

/** The same with retries. A refused date is an answer, which is thrown at once and waits for nobody. */
export function withRetries(ask: AskIds, options: Omit<RetryOptions, 'signal'>): AskIds {
  return async (filter, page, signal) => {
    const answer = await askWithRetries(
      () =>
        ask(filter, page, signal).catch((error: unknown) => {
          if (error instanceof ApiError && refusesDate(error)) return error
          throw error
        }),
      { ...options, signal },
    )
    if (answer instanceof ApiError) throw answer
    return answer
  }
}

/** Lets so many run at once; the others wait for their turn. */
export function atMost(count: number) {
  let free = count
  const waiting: (() => void)[] = []
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1
    else await new Promise<void>((begin) => waiting.push(begin))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else free += 1
    }
  }
}

/** Whether a service does not take what it was asked with, such as a date, or this form of it. */
export function refusesDate(error: unknown): boolean {
  return error instanceof ApiError && error.remedy === 'correct-filter'
}

/** For the end of a request: null where what it asks with is refused. */
export function noneWhereRefused(error: unknown): null {
  if (refusesDate(error)) return null
  throw error
}
