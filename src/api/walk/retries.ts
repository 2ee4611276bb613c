/** Asking again: which failures pass by themselves, how long to wait for that, and when a person has to help. */
import { ApiError } from '../api-error.ts'

/** Why nothing comes for a while, and when the next request is made, in milliseconds of the reader's clock. */
export interface Waiting {
  readonly until: number
  readonly error: ApiError
}

export interface RetryOptions {
  readonly signal: AbortSignal
  readonly onWait?: ((waiting: Waiting | null) => void) | undefined
  /**
   * How often in a row a passing failure is waited out, each pause twice as long as the one before, up to a minute. By default three
   * times, and only a lost connection; where it is given, broken answers and internal errors of the service count as passing too.
   */
  readonly retries?: number | undefined
  /** Awaited before each request: a pending promise holds the reading up. */
  readonly gate?: (() => Promise<void>) | undefined
  /** The session has ended, the key was refused, or another one is signed in: resolves when the reader has signed in again. */
  readonly onSignInNeeded?: ((error: ApiError) => Promise<void>) | undefined
  /** Any other failure: resolves to ask again, rejects to give up. Without a handler, failures are thrown. */
  readonly onFailure?: ((error: ApiError) => Promise<void>) | undefined
  /** The clock and the waiting, in place of the browser's own. */
  readonly now?: (() => number) | undefined
  readonly sleep?: ((until: number, signal: AbortSignal) => Promise<void>) | undefined
}

/**
 * The answer to a request, which is made again as often as `retries` allows. Rate limits (ERR-03) are waited out as often as they
 * come. Throws the `ApiError` that is not waited out, or the signal's own reason once it is aborted.
 */
export async function askWithRetries<A>(request: () => Promise<A>, options: RetryOptions): Promise<A> {
  const { signal, onWait, gate, onSignInNeeded, onFailure, now = Date.now, sleep = sleepUntil } = options
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
      const isLimit = error.failure.code === 'ERR-03'
      if (isLimit || isRetried(error, failed, options.retries)) {
        const until = Math.max(error.retryAt ?? 0, now() + backOff(isLimit ? limited++ : failed++))
        onWait?.({ until, error })
        await sleep(until, signal)
        onWait?.(null)
        continue
      }
      const isAboutSession = error.remedy === 'sign-in' || error.remedy === 'begin-again'
      const help = isAboutSession ? onSignInNeeded : onFailure
      if (!help) throw error
      await unlessAborted(help(error), signal)
      limited = 0
      failed = 0
    }
  }
}

/** A rate limit that comes again at once was not waited out: each time twice as long, up to a minute. Milliseconds. */
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

/** Broken answers, and codes whose advice is to try again. */
function isPassing({ failure }: ApiError): boolean {
  if (failure.kind === 'error-body') return passingCodes.has(failure.code)
  return failure.kind === 'unreadable' || (failure.kind === 'http-status' && (failure.httpStatus ?? 0) >= 500)
}

const passingCodes: ReadonlySet<string> = new Set(['ERR-01', 'GTW-01', 'GTW-02', 'GTW-08', 'GTW-11'])

/** Rejects with the signal's reason if that is aborted first. */
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

/** The longest that a browser's timer waits, in milliseconds: about 25 days. One that is set for longer ends at once. */
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

/** Holds a reading up: for a person who paused it, or for a failure that needs one. */
export interface Hold {
  pause(): void
  resume(): void
  /** After a failure: asks again, and goes on even if it was paused before. */
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
