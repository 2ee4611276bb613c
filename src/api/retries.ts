/** Runs readings that take longer than a page waits: what passes is waited out, and any other failure is put to the reader. */
import { ApiError } from '../contract/api-error.ts'
import { type Answer, drive, outcomeOf, type Reading, type ServiceRequest } from '../sync/service/reading.ts'
import { isPassing } from '../sync/service/retry-policy.ts'
import { tabProfile } from './service-profile.ts'
import { type AskOptions, ask } from './service-read.ts'

/** `until`: milliseconds, by the reader's clock. */
export interface Waiting {
  readonly until: number
  readonly error: ApiError
}

export interface RunOptions extends Pick<AskOptions, 'session' | 'cause'> {
  readonly signal: AbortSignal
  readonly onWait?: ((waiting: Waiting | null) => void) | undefined
  /**
   * Passing failures in a row to wait out, with pauses doubling up to a minute. By default three, for lost connections only.
   * An explicit value also covers broken answers and internal errors.
   */
  readonly retries?: number | undefined
  /** For any other failure, such as a session that ended: resolve to ask again, reject to give up. Without it, failures are thrown. */
  readonly onFailure?: ((error: ApiError) => Promise<void>) | undefined
  readonly answer?: ((request: ServiceRequest, signal: AbortSignal) => Promise<Answer>) | undefined
  readonly now?: (() => number) | undefined
  readonly sleep?: ((until: number, signal: AbortSignal) => Promise<void>) | undefined
}

/** Throws the final `ApiError`, the signal's reason, and what the reading throws. */
export async function run<Value>(reading: Reading<Value>, options: RunOptions): Promise<Value> {
  const { answer = ({ target }, signal) => ask(target, { ...options, signal }), now } = options
  let waits = 0
  const onWait = (waiting: Waiting | null) => {
    waits += waiting ? 1 : -1
    // It goes on once no request waits.
    if (waiting || waits === 0) options.onWait?.(waiting)
  }
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal])
  try {
    return await drive(
      reading,
      (request) =>
        askWithRetries(() => outcomeOf(request, answer(request, signal)), { ...options, signal, onWait }),
      { profile: tabProfile(), now },
    )
  } finally {
    // Where one request has failed for good, the others beside it are no longer needed.
    ended.abort()
  }
}

async function askWithRetries<A>(request: () => Promise<A>, options: RunOptions): Promise<A> {
  const { signal, onWait, onFailure, now = Date.now, sleep = sleepUntil } = options
  let limited = 0
  let failed = 0
  for (;;) {
    signal.throwIfAborted()
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      signal.throwIfAborted()
      const isLimit = error.remedy === 'wait'
      if (isLimit || isRetried(error, failed, options.retries)) {
        const until = Math.max(error.retryAt ?? 0, now() + backOff(isLimit ? limited++ : failed++))
        onWait?.({ until, error })
        await sleep(until, signal)
        onWait?.(null)
        continue
      }
      if (!onFailure) throw error
      await unlessAborted(onFailure(error), signal)
      limited = 0
      failed = 0
    }
  }
}

/** Milliseconds. A rate limit that returns at once doubles the wait, up to a minute. */
function backOff(earlier: number): number {
  return Math.min(60_000, 1000 * 2 ** earlier)
}

const defaultRetries = 3

function isRetried(error: ApiError, failed: number, retries: number | undefined): boolean {
  if (isConnectionLoss(error)) return failed < (retries ?? defaultRetries)
  return isPassing(error) && failed < (retries ?? 0)
}

function isConnectionLoss({ failure }: ApiError): boolean {
  return failure.kind === 'unreachable' || failure.kind === 'timeout' || failure.code === 'GTW-00'
}

/** Rejects with the signal's reason if it aborts first. */
function unlessAborted<A>(promise: Promise<A>, signal: AbortSignal): Promise<A> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}

/** Milliseconds, about 25 days. Browsers fire longer timers at once. */
const longestTimer = 2 ** 31 - 1

async function sleepUntil(until: number, signal: AbortSignal): Promise<void> {
  for (let left = until - Date.now(); left > 0; left = until - Date.now()) {
    let timer: ReturnType<typeof setTimeout> | undefined
    const time = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, Math.min(left, longestTimer))
    })
    await unlessAborted(time, signal).finally(() => clearTimeout(timer))
  }
}
