import type { ApiError } from '../../../contract/api-error.ts'
import { RequestPace } from '../../../sync/service/request-pace.ts'
import type { Clock } from './clock.ts'

/** What is read in the background takes one request of so many. */
const backgroundShare = 5

/** Milliseconds. Who waits has one of few places: the accounts of other keys need it. */
export const longestWait = 120_000

/** How fast one key is asked, by all jobs together. */
export class KeyPace {
  readonly #pace: RequestPace
  readonly #clock: Clock
  #refusal: ApiError | null = null
  #nextInBackground = Number.NEGATIVE_INFINITY

  constructor(perMinute: number, clock: Clock) {
    this.#pace = new RequestPace(perMinute, () => clock.steady())
    this.#clock = clock
  }

  /** Resolves when a request may be sent. Its outcome has to be reported. Throws the last refusal where the service wants to be left alone for long. */
  async take(isInBackground: boolean, signal: AbortSignal): Promise<void> {
    if (this.#refusal !== null && this.#pace.pause > longestWait) throw this.#refusal
    for (let wait = this.#wait(isInBackground); wait > 0; wait = this.#wait(isInBackground))
      await this.#clock.sleep(wait, signal)
  }

  /** Null for an answer, and where nobody waited for one. */
  report(failure: ApiError | null): void {
    this.#refusal = failure ?? this.#refusal
    this.#pace.report(failure)
  }

  #wait(isInBackground: boolean): number {
    const now = this.#clock.steady()
    if (isInBackground && now < this.#nextInBackground) return this.#nextInBackground - now
    const wait = this.#pace.wait()
    if (wait === 0 && isInBackground)
      this.#nextInBackground = now + (backgroundShare * 60_000) / this.#pace.perMinute
    return wait
  }
}
