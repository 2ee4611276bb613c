import { ApiError } from '../api-error.ts'

/** `until`: milliseconds, by the reader's clock. */
export interface Waiting {
  readonly until: number
  readonly error: ApiError
}

export interface RetryOptions {
  readonly signal: AbortSignal
  readonly onWait?: ((waiting: Waiting | null) => void) | undefined
  /**
   * Passing failures in a row to wait out, with pauses doubling up to a minute. By default three, for lost connections only.
   * An explicit value also covers broken answers and internal errors.
   */
  readonly retries?: number | undefined
  /** Awaited before each request; a pending promise pauses the reading. */
  readonly gate?: (() => Promise<void>) | undefined
  /** For any other failure, such as a session that ended: resolve to ask again, reject to give up. Without it, failures are thrown. */
  readonly onFailure?: ((error: ApiError) => Promise<void>) | undefined
  /** Replace the browser's clock and timer. */
  readonly now?: (() => number) | undefined
  readonly sleep?: ((until: number, signal: AbortSignal) => Promise<void>) | undefined
}

/** Repeats a request as `retries` allows; waits out every rate limit. Throws the final `ApiError`, or the signal's reason. */
export async function askWithRetries<A>(request: () => Promise<A>, options: RetryOptions): Promise<A> {
  const { signal, onWait, gate, onFailure, now = Date.now, sleep = sleepUntil } = options
  let limited = 0
  let failed = 0
  for (;;) {
    signal.throwIfAborted()
    if (gate) await unlessAborted(gate(), signal)
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

/** Broken answers, and codes that advise trying again. */
function isPassing({ failure }: ApiError): boolean {
  if (failure.kind === 'error-body') return passingCodes.has(failure.code)
  return failure.kind === 'unreadable' || (failure.kind === 'http-status' && (failure.httpStatus ?? 0) >= 500)
}

const passingCodes: ReadonlySet<string> = new Set(['ERR-01', 'GTW-01', 'GTW-02', 'GTW-08', 'GTW-11'])

/** Rejects with the signal's reason if it aborts first. */
async function unlessAborted<A>(promise: Promise<A>, signal: AbortSignal): Promise<A> {
  let stop = () => {}
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
    signal.addEventListener('abort', stop, { once: true })
    if (signal.aborted) stop()
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Milliseconds, about 25 days. Browsers fire longer timers at once. */
const longestTimer = 2 ** 31 - 1

async function sleepUntil(until: number, signal: AbortSignal): Promise<void> {
  for (let left = until - Date.now(); left > 0; left = until - Date.now())
    await sleepFor(Math.min(left, longestTimer), signal)
}

function sleepFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, milliseconds)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** Pauses a reading, for a person or after a failure. */
export interface Hold {
  pause(): void
  resume(): void
  /** Asks again after a failure, and resumes a paused reading. */
  again(): void
  readonly gate: () => Promise<void>
  readonly untilAgain: () => Promise<void>
}

export function createHold(): Hold {
  let gate: Promise<void> | null = null
  let open = () => {}
  let goOn = () => {}
  /** One promise for all requests that failed meanwhile. */
  let again: Promise<void> | null = null
  const resume = () => {
    gate = null
    open()
  }
  return {
    pause() {
      gate ??= new Promise((resolve) => {
        open = resolve
      })
    },
    resume,
    again() {
      resume()
      again = null
      goOn()
    },
    gate: () => gate ?? Promise.resolve(),
    untilAgain() {
      again ??= new Promise((resolve) => {
        goOn = resolve
      })
      return again
    },
  }
}
