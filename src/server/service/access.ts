import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '../../contract/enumerations.ts'
import { Refusal } from '../http.ts'
import { RateLimit } from '../rate-limit.ts'
import type { Database } from './database/database.ts'
import { findKey, keyHash, validHashes } from './keys.ts'

/** Milliseconds after which the keys are read again for callers beyond their limit. */
const readKeysEvery = 1000

/** Callers without a valid key are limited by address: each invented key would get a new limit. Refusing them costs no query. */
export class Access {
  readonly #database: Database
  readonly #clock: () => number
  readonly #limit: RateLimit
  #hashes = new Set<string>()
  #reading = { until: Number.NEGATIVE_INFINITY, done: Promise.resolve() }

  constructor(database: Database, perMinute: number, clock: () => number) {
    this.#database = database
    this.#clock = clock
    this.#limit = new RateLimit(perMinute, clock)
  }

  /** Throws ERR-03 or ERR-02, in this order. The key is looked up at each request, so that revoking takes effect at once. */
  async admit(headers: IncomingHttpHeaders, remoteAddress: string, role: Role): Promise<void> {
    const given = headers[apiKeyHeader]
    const hash = typeof given === 'string' ? keyHash(given) : ''
    if (!this.#hashes.has(hash)) await this.#admitStranger(hash, remoteAddress)
    const wasSeen = this.#hashes.has(hash)
    if (wasSeen) this.#charge(`key ${hash}`)
    const key = await findKey(this.#database, hash)
    if (key === undefined) {
      this.#hashes.delete(hash)
      throw new Refusal('ERR-02')
    }
    if (!wasSeen) this.#charge(`key ${hash}`)
    this.#hashes.add(hash)
    if (!key.roles.includes(role)) throw new Refusal('ERR-02')
  }

  admitAnybody(remoteAddress: string): void {
    this.#charge(`address ${remoteAddress}`)
  }

  /** Strangers must not cause a query each, nor shut out a valid key that is new to us. */
  async #admitStranger(hash: string, remoteAddress: string): Promise<void> {
    const wait = this.#limit.admit(`address ${remoteAddress}`)
    if (wait === 0) return
    if (this.#clock() >= this.#reading.until) {
      const done = validHashes(this.#database).then((valid) => {
        this.#hashes = valid
      })
      this.#reading = { until: this.#clock() + readKeysEvery, done }
    }
    await this.#reading.done
    if (!this.#hashes.has(hash)) throw tooMany(wait)
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
