import type { ApiError } from '../contract/api-error.ts'

/** How fast one key of a service is asked. Times are milliseconds of a clock that never goes back. */
export class RequestPace {
  readonly #interval: number
  readonly #clock: () => number
  #next = Number.NEGATIVE_INFINITY
  #nextInBackground = Number.NEGATIVE_INFINITY

  constructor(perMinute: number, clock: () => number) {
    this.#interval = 60_000 / perMinute
    this.#clock = clock
  }

  /** Takes a turn. Returns how long to wait for it. What reads in the background gets a fifth of the turns at most. */
  wait(isInBackground: boolean): number {
    const now = this.#clock()
    const earliest = now - mostSaved
    let turn = Math.max(this.#next, earliest)
    if (isInBackground) {
      turn = Math.max(turn, this.#nextInBackground, earliest)
      this.#nextInBackground = turn + 5 * this.#interval
    }
    this.#next = Math.max(this.#next, earliest) + this.#interval
    return Math.max(0, turn - now)
  }
}

/** Turns of so long a pause may be taken at once. */
const mostSaved = 5000

/** Milliseconds until the next try; null where another one would not help. `tries`: so far. */
export function retryPause(error: ApiError, tries: number, now: number): number | null {
  const backOff = Math.min(60_000, 1000 * 2 ** (tries - 1))
  if (error.remedy === 'wait') return tries > mostWaits ? null : Math.max((error.retryAt ?? 0) - now, backOff)
  return tries <= mostRetries && isPassing(error) ? backOff : null
}

const mostWaits = 6
const mostRetries = 3

function isPassing({ failure }: ApiError): boolean {
  if (failure.kind === 'error-body') return passingCodes.has(failure.code)
  return failure.kind === 'unreadable' || (failure.kind === 'http-status' && (failure.httpStatus ?? 0) >= 500)
}

const passingCodes: ReadonlySet<string> = new Set([
  'ERR-01',
  'GTW-00',
  'GTW-01',
  'GTW-02',
  'GTW-08',
  'GTW-11',
])
