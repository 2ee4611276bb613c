/** Asks the service for a reading: with its key, within its rate, after everybody who waits, and again where that helps. */
import { parseBody, readErrorBody, tooDeep } from '../../../contract/answer-body.ts'
import { ApiError, type ApiFailure, noFailure } from '../../../contract/api-error.ts'
import { readRetryAfter } from '../../../contract/retry-after.ts'
import {
  type Answer,
  drive,
  outcomeOf,
  type Reading,
  type ServiceRequest,
} from '../../../sync/service/reading.ts'
import { retryAfterFailure } from '../../../sync/service/retry-policy.ts'
import type { ProfileKeeper } from '../../../sync/service/service-profile.ts'
import { Refusal } from '../../http.ts'
import type { Credentials } from '../reader.ts'
import type { Upstream } from '../upstream.ts'
import type { Clock } from './clock.ts'
import { type KeyPace, longestWait } from './key-pace.ts'

interface RunOptions {
  readonly credentials: Credentials
  readonly profile: ProfileKeeper
  readonly pace: KeyPace
  /** Takes a fifth of the rate at most. */
  readonly isInBackground: boolean
  readonly signal: AbortSignal
  readonly onRequest: () => void
}

/** In a row. A request that fails after them too makes the service silent, whatever it says of when to come back. */
const mostPauses = 6

export class ServiceReader {
  readonly #upstream: Pick<Upstream, 'ask'>
  readonly #clock: Clock

  constructor(upstream: Pick<Upstream, 'ask'>, clock: Clock) {
    this.#upstream = upstream
    this.#clock = clock
  }

  /** Throws the final `ApiError`, the signal's reason, and what the reading throws. */
  async run<Value>(reading: Reading<Value>, options: RunOptions): Promise<Value> {
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
    const { signal, pace, isInBackground, onRequest } = options
    for (let attempt = 1; ; attempt += 1) {
      signal.throwIfAborted()
      await pace.take(isInBackground, signal)
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
      await this.#clock.sleep(pause, signal)
    }
  }

  async #answer(target: string, { credentials, signal }: RunOptions): Promise<Answer> {
    const receivedAt = () => new Date(this.#clock.now()).toISOString()
    const failed = (failure: Partial<ApiFailure> & Pick<ApiFailure, 'kind'>) =>
      new ApiError({ ...noFailure, requestPath: target, ...failure }, this.#clock.now())
    try {
      const { status, headers, body } = await this.#upstream.ask({
        method: 'GET',
        target,
        credentials,
        // Not the share of those who read with this key: they wait for it.
        consumer: {
          key: `sync ${credentials.apiKey}`,
          session: `sync ${credentials.apiKey}`,
          isReading: true,
        },
        signal,
      })
      const text = body.toString()
      const about = {
        httpStatus: status,
        requestId: headers['x-request-id'] ?? '',
        retryAfter: readRetryAfter(headers['retry-after'] ?? null, this.#clock.now()),
      }
      const isGood = status >= 200 && status < 300
      const parsed = parsedOr(text, (kind, details) =>
        isGood ? failed({ kind, details, ...about }) : failed({ kind: 'http-status', ...about }),
      )
      const error = readErrorBody(parsed)
      if (error) throw failed({ kind: 'error-body', ...error, ...about })
      if (!isGood) throw failed({ kind: 'http-status', ...about })
      return { body: parsed, text, receivedAt: receivedAt() }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const { code, message, details, statusCode: httpStatus, headers } = error
      const retryAfter = readRetryAfter(headers['retry-after'] ?? null, this.#clock.now())
      throw failed({ kind: 'error-body', code, message, details, httpStatus, retryAfter })
    }
  }
}

function parsedOr(
  text: string,
  failure: (kind: 'unreadable' | 'unexpected-body', details: string) => ApiError,
): unknown {
  try {
    return parseBody(text)
  } catch (error) {
    throw error instanceof SyntaxError ? failure('unreadable', '') : failure('unexpected-body', tooDeep)
  }
}
