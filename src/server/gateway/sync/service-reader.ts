/** Asks the service for a reading: with its key, within its rate, after everybody who waits, and again where that helps. */
import { ApiError } from '../../../contract/api-error.ts'
import { isPassing, retryAfterFailure } from '../../../sync/service/retry-policy.ts'
import type { ProfileKeeper } from '../../../sync/service/service-profile.ts'
import {
  type Answer,
  drive,
  outcomeOf,
  type ServiceRead,
  type ServiceRequest,
} from '../../../sync/service/service-read.ts'
import type { Credentials } from '../reader.ts'
import type { Upstream } from '../upstream.ts'
import type { Clock } from './clock.ts'
import { type KeyPace, longestWait } from './key-pace.ts'
import { serviceAnswer } from './service-answer.ts'

interface RunOptions {
  readonly credentials: Credentials
  readonly profile: ProfileKeeper
  readonly pace: KeyPace
  /** Whether its next request waits for the fifth of the rate that the background has. */
  readonly isInBackground: () => boolean
  readonly signal: AbortSignal
  readonly onRequest: () => void
  /** One request has waited in vain for seconds, and is made again. */
  readonly onSilence: (error: ApiError) => void
}

/** In a row. A request that fails after them too makes the service silent, whatever it says of when to come back. */
const mostPauses = 6

/** Milliseconds until a service that does not answer is called silent. To give a request up takes minutes. */
const silentAfter = 5000

export class ServiceReader {
  readonly #upstream: Pick<Upstream, 'ask'>
  readonly #clock: Clock

  constructor(upstream: Pick<Upstream, 'ask'>, clock: Clock) {
    this.#upstream = upstream
    this.#clock = clock
  }

  /** Throws the final `ApiError`, the signal's reason, and what the reading throws. */
  async run<Value>(reading: ServiceRead<Value>, options: RunOptions): Promise<Value> {
    options.signal.throwIfAborted()
    // Not `AbortSignal.any`: in Node 20, a signal that lasts holds on to each signal that was made of it.
    const ended = new AbortController()
    const stop = () => ended.abort(options.signal.reason)
    options.signal.addEventListener('abort', stop)
    try {
      return await drive(reading, (request) => this.#ask(request, { ...options, signal: ended.signal }), {
        profile: options.profile,
        now: this.#clock.now,
      })
    } finally {
      options.signal.removeEventListener('abort', stop)
      // Where one request has failed for good, those beside it are no longer needed.
      ended.abort()
    }
  }

  async #ask(request: ServiceRequest, options: RunOptions): Promise<Answer | ApiError> {
    const { signal, pace, isInBackground, onRequest, onSilence } = options
    const begun = this.#clock.steady()
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted()
      await pace.take(isInBackground(), signal)
      onRequest()
      let failure: ApiError | null = null
      try {
        const outcome = await outcomeOf(request, this.#answer(request.target, options))
        if (outcome instanceof ApiError) failure = outcome
        return outcome
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        failure = error
      } finally {
        pace.report(failure)
      }
      const pause = attempt > mostPauses ? null : retryAfterFailure(failure, attempt)
      if (pause === null || pause > longestWait) {
        if (request.accepts(failure, true)) return failure
        throw failure
      }
      if (isPassing(failure) && this.#clock.steady() - begun >= silentAfter) onSilence(failure)
      await this.#clock.sleep(pause, signal)
    }
  }

  #answer(target: string, { credentials, signal }: RunOptions): Promise<Answer> {
    const name = `sync ${credentials.apiKey}`
    // Not the share of those who read with this key: they wait for it.
    const consumer = { key: name, session: name, isReading: true }
    const request = { target, credentials, consumer, signal }
    return serviceAnswer(this.#upstream, request, this.#clock.now)
  }
}
