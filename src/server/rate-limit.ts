/** Each millisecond adds `perMinute` units, so that all numbers are whole. */
const cost = 60_000

/** A token bucket for each caller, refilled evenly over a minute. */
export class RateLimit {
  readonly #perMinute: number
  readonly #clock: () => number
  readonly #callers: number
  /** In order of last use. */
  readonly #buckets = new Map<string, { units: number; at: number }>()

  /** `clock` never goes back. Beyond `callers` the oldest is forgotten, and starts with a full bucket. */
  constructor(perMinute: number, clock: () => number, callers = 10_000) {
    this.#perMinute = perMinute
    this.#clock = clock
    this.#callers = callers
  }

  /** 0 when the request may pass, else whole seconds to wait. */
  admit(caller: string): number {
    const now = Math.floor(this.#clock())
    const full = this.#perMinute * cost
    const bucket = this.#buckets.get(caller) ?? { units: full, at: now }
    const units = Math.min(full, bucket.units + (now - bucket.at) * this.#perMinute)
    const isAdmitted = units >= cost
    this.#buckets.delete(caller)
    this.#buckets.set(caller, { units: isAdmitted ? units - cost : units, at: now })
    const [oldest] = this.#buckets.keys()
    if (oldest !== undefined && this.#buckets.size > this.#callers) this.#buckets.delete(oldest)
    return isAdmitted ? 0 : Math.ceil((cost - units) / this.#perMinute / 1000)
  }
}
