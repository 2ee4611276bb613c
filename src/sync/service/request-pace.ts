import type { ApiError, ApiFailure } from '../../contract/api-error.ts'

/**
 * How fast one key may send requests: at most as the operator allows, and below what the service refuses. After a refusal one request probes
 * for the end of it. The requests answered until then, over the time that took, give the rate; time in which nothing was to be asked does not
 * count. A service that is not there for a moment (HTTP 503) is left alone for that moment, which says nothing of the rate.
 */
export class RequestPace {
  readonly #now: () => number
  /** Requests a millisecond. */
  readonly #most: number
  #rate: number
  #next = -Infinity
  #pausedUntil = -Infinity
  #probe: 'none' | 'waiting' | 'asked' = 'none'
  /** In a row. */
  #refusals = 0
  /** One of them was for asking too fast. */
  #isTooFast = false
  /** Since requests have come without a break. */
  #answered = 0
  #busySince: number
  #steadySince: number
  #sent = -Infinity

  /** `now`: milliseconds. */
  constructor(perMinute: number, now: () => number) {
    this.#now = now
    this.#most = perMinute / minute
    this.#rate = this.#most
    this.#busySince = now()
    this.#steadySince = now()
  }

  get perMinute(): number {
    return this.#rate * minute
  }

  /** Milliseconds for which the service takes no requests, as it said itself or by what it refused last. */
  get pause(): number {
    return Math.max(0, this.#pausedUntil - this.#now())
  }

  /** 0 where a request may be sent now, which then counts as sent. Otherwise milliseconds after which to ask again. */
  wait(): number {
    const now = this.#now()
    if (now < this.#pausedUntil) return this.#pausedUntil - now
    if (this.#probe === 'asked') return probeEvery
    if (now < this.#next) return this.#next - now
    const interval = 1 / this.#rate
    this.#next = Math.max(this.#next, now - interval) + interval
    if (this.#probe === 'waiting') this.#probe = 'asked'
    else if (now - this.#sent > Math.max(shortestBreak, 2 * interval)) this.#count(now)
    else this.#busySince += Math.max(0, now - this.#sent - interval)
    this.#sent = now
    return 0
  }

  /** The outcome of each request that was sent: null for an answer. */
  report(failure: ApiError | null): void {
    if (failure && isLimit(failure)) this.#slowDown(failure.failure)
    else this.#goOn()
  }

  #slowDown({ retryAfter, httpStatus }: ApiFailure): void {
    this.#isTooFast ||= httpStatus !== 503
    // Requests that were under way beside the first refused one say nothing new.
    if (this.#probe !== 'waiting') this.#refusals += 1
    this.#probe = 'waiting'
    const longer = Math.min(minute, shortestPause * 2 ** (this.#refusals - 1))
    const pause = retryAfter === null ? longer : Math.max(shortestPause, retryAfter * 1000)
    this.#pausedUntil = Math.max(this.#pausedUntil, this.#now() + pause)
  }

  #goOn(): void {
    this.#answered += 1
    if (this.#probe === 'asked') this.#resume()
    else if (this.#probe === 'none' && this.#now() - this.#steadySince > speedUpEvery)
      this.#begin(Math.min(this.#most, this.#rate * faster))
  }

  /** A pause of hours says how long the service waits, not how much it answers in a minute. */
  #resume(): void {
    const took = Math.min(minute, Math.max(shortestPause, this.#now() - this.#busySince))
    const allowed = this.#isTooFast ? (this.#answered / took) * margin : this.#rate
    this.#begin(Math.min(this.#rate, Math.max(allowed, 1 / minute)))
    this.#isTooFast = false
    this.#next = this.#now() + 1 / this.#rate
    this.#probe = 'none'
    this.#refusals = 0
  }

  #begin(rate: number): void {
    this.#rate = rate
    this.#steadySince = this.#now()
    this.#count(this.#now())
  }

  #count(since: number): void {
    this.#answered = 0
    this.#busySince = since
  }
}

function isLimit({ remedy, failure }: ApiError): boolean {
  return remedy === 'wait' || failure.httpStatus === 429
}

/** Milliseconds, as everywhere here. */
const minute = 60_000
const shortestPause = 1000
const probeEvery = 100
const margin = 0.95
/** After it, what was answered before says nothing of the rate. */
const shortestBreak = 2000
/** Without a refusal for so long, a little more is tried. */
const speedUpEvery = 5 * minute
const faster = 1.1
