import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '../../contract/enumerations.ts'
import type { Database } from '../../database/database.ts'
import { Refusal } from '../http.ts'
import { findKey, keyHash } from './keys.ts'

/** Callers without a valid key are limited by address: each invented key would get a new limit. */
export class Access {
  readonly #database: Database
  readonly #limit: RateLimit

  constructor(database: Database, perMinute: number, clock: () => number) {
    this.#database = database
    this.#limit = new RateLimit(perMinute, clock)
  }

  /** Throws ERR-03 or ERR-02, in this order. The key is looked up at each request, so that revoking takes effect at once. */
  async admit(headers: IncomingHttpHeaders, remoteAddress: string): Promise<void> {
    const given = headers[apiKeyHeader]
    const hash = typeof given === 'string' ? keyHash(given) : ''
    const key = await findKey(this.#database, hash)
    if (key === undefined) this.admitAnybody(remoteAddress)
    else this.#charge(`key ${hash}`)
    if (!key?.roles.includes('viewer' satisfies Role)) throw new Refusal('ERR-02')
  }

  admitAnybody(remoteAddress: string): void {
    this.#charge(`address ${remoteAddress}`)
  }

  #charge(caller: string): void {
    const wait = this.#limit.admit(caller)
    if (wait > 0) throw tooMany(wait)
  }
}

export const apiKeyHeader = 'x-api-key'

export const authenticationPath = '/authentication'

export function tooMany(seconds: number): Refusal {
  return new Refusal('ERR-03', undefined, { 'retry-after': String(seconds) })
}

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
