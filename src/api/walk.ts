/** Reading a whole list, page after page, for whoever needs every row of it and can say meanwhile how far it is. */
import { limitRange } from '../contract/endpoints.ts'
import { ApiError } from './api-error.ts'
import type { ReadList } from './paging.ts'

/** A list that was read to its end. */
export interface Walked<R> {
  readonly records: readonly R[]
  /** When reading began and ended: ISO 8601 UTC, by the reader's clock. */
  readonly begun: string
  readonly ended: string
}

/** Why nothing comes for a while, and when it is asked again, in milliseconds of the reader's clock. */
export interface Waiting {
  readonly until: number
  readonly error: ApiError
}

/** Who is told what while a list is read, and how it is stopped. */
export interface Walk<R> {
  readonly signal: AbortSignal
  /** What tells a record from others: by it a service is found out that gives the same page again. */
  readonly identity: (record: R) => string
  /** After each page: how many rows there are so far. */
  readonly onProgress?: (rows: number) => void
  /** At the beginning of each wait, and null at its end. */
  readonly onWait?: (waiting: Waiting | null) => void
  /** The clock and the waiting, where they are not the browser's own. */
  readonly now?: () => number
  readonly sleep?: (until: number, signal: AbortSignal) => Promise<void>
}

/**
 * Reads every page of a list in its order. Waits out rate limits (ERR-03) as often as they come, and lost connections a few
 * times; throws every other `ApiError`, and the signal's own reason once it is aborted. A list without records is empty.
 */
export async function walkList<R>(list: ReadList<R>, walk: Walk<R>): Promise<Walked<R>> {
  const now = walk.now ?? Date.now
  const begun = instant(now())
  const records: R[] = []
  let before: readonly string[] = []
  for (;;) {
    const page = await readPatiently(list, records.length, walk)
    const identities = page.map(walk.identity)
    if (page.length === 0 || isSamePage(before, identities)) break
    records.push(...page)
    walk.onProgress?.(records.length)
    // A short page is no end: a service may give fewer rows than it is asked for. The end is where nothing more comes.
    before = identities
  }
  return { records, begun, ended: instant(now()) }
}

/** A service that does not turn pages has given everything with its first one, if that was not a full one. */
function isSamePage(before: readonly string[], page: readonly string[]): boolean {
  const same = page.length === before.length && page.every((identity, index) => identity === before[index])
  if (same && page.length >= limitRange.max) throw new ApiError(sameAgain)
  return same
}

const sameAgain = {
  kind: 'unexpected-body',
  code: '',
  message: '',
  details:
    'The service gave the same full page again in place of the next one, so that the list cannot be read whole.',
  help: '',
  httpStatus: null,
  requestPath: '',
  retryAfter: null,
  requestId: '',
} as const

async function readPatiently<R>(list: ReadList<R>, offset: number, walk: Walk<R>): Promise<readonly R[]> {
  const { signal, onWait, now = Date.now, sleep = sleepUntil } = walk
  let limited = 0
  let lost = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      return (await list({ limit: limitRange.max, offset })).records
    } catch (error) {
      if (!(error instanceof ApiError) || signal.aborted) throw error
      if (error.isNoRecords) return []
      const isLimit = error.failure.code === 'ERR-03'
      if (!isLimit && (!isConnectionLoss(error) || lost >= connectionRetries)) throw error
      const pause = isLimit ? backOff(limited++) : backOff(lost++)
      const until = Math.max(error.retryAt ?? 0, now() + pause)
      onWait?.({ until, error })
      await sleep(until, signal)
      onWait?.(null)
    }
  }
}

const connectionRetries = 3

/** A rate limit that comes again at once was not waited out: each time twice as long, up to a minute. Milliseconds. */
function backOff(earlier: number): number {
  return Math.min(60_000, 1000 * 2 ** earlier)
}

function isConnectionLoss({ failure }: ApiError): boolean {
  return failure.kind === 'unreachable' || failure.kind === 'timeout' || failure.code === 'GTW-00'
}

function sleepUntil(until: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, until - Date.now())
    signal.addEventListener('abort', stop, { once: true })
  })
}

function instant(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}
