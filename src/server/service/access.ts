import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '../../contract/enumerations.ts'
import { Refusal } from '../http.ts'
import type { Database } from './database/database.ts'
import { findKey, keyHash, validHashes } from './keys.ts'

/** Admits a request, or throws ERR-03 or ERR-02, in this order. */
export interface Access {
  /**
   * Returns the outcome of `read`. For a key that was valid when last seen, `read` runs beside the check that it still is: one round trip
   * to the database, and nobody gets the outcome before the check.
   */
  admit<Outcome>(
    headers: IncomingHttpHeaders,
    remoteAddress: string,
    role: Role,
    read: () => Promise<Outcome>,
  ): Promise<Outcome>
  admitAnybody(remoteAddress: string): void
}

/** Milliseconds after which the keys are read again for callers beyond their limit. */
const readKeysEvery = 1000

/**
 * Access by the keys of a database, with a limit for each key. Callers without a valid key are limited by address: invented keys would
 * each bring a new limit. The limit comes before the lookup, so that a caller beyond it costs the database nothing.
 */
export function createAccess(database: Database, perMinute: number, clock: () => number): Access {
  const limit = createRateLimit(perMinute, clock)
  const charge = (caller: string) => {
    const wait = limit.admit(caller)
    if (wait > 0) throw tooMany(wait)
  }
  let hashes = new Set<string>()
  let reading = { until: Number.NEGATIVE_INFINITY, done: Promise.resolve() }
  const readKeys = () => {
    if (clock() >= reading.until) {
      const done = validHashes(database).then((valid) => {
        hashes = valid
      })
      reading = { until: clock() + readKeysEvery, done }
    }
    return reading.done
  }

  return {
    async admit(headers, remoteAddress, role, read) {
      const given = headers[apiKeyHeader]
      const hash = typeof given === 'string' ? keyHash(given) : ''
      if (!hashes.has(hash)) {
        const wait = limit.admit(`address ${remoteAddress}`)
        // Strangers must neither cause a query each nor shut out a valid key that was not seen before.
        if (wait > 0) await readKeys()
        if (wait > 0 && !hashes.has(hash)) throw tooMany(wait)
      }
      const wasSeen = hashes.has(hash)
      if (wasSeen) charge(`key ${hash}`)
      const search = findKey(database, hash)
      const early = wasSeen ? read() : undefined
      // A bad key takes precedence. Errors of the records are thrown below.
      early?.catch(() => {})
      const key = await search
      if (key === undefined) {
        hashes.delete(hash)
        throw new Refusal('ERR-02')
      }
      if (!wasSeen) charge(`key ${hash}`)
      hashes.add(hash)
      if (!key.roles.includes(role)) throw new Refusal('ERR-02')
      return await (early ?? read())
    },
    admitAnybody: (remoteAddress) => charge(`address ${remoteAddress}`),
  }
}

export const apiKeyHeader = 'x-api-key'

/** A token bucket for each caller: `perMinute` requests at once, refilled evenly over a minute. */
interface RateLimit {
  /** 0 when the request may pass, else the whole seconds to wait. */
  admit(caller: string): number
}

/** A caller that is forgotten starts with a full bucket. */
const maxCallers = 10_000

/** The cost of a request, in units of which a bucket gains `perMinute` each millisecond: all of it is whole numbers. */
const cost = 60_000

/** `clock` gives milliseconds that never go back. */
export function createRateLimit(perMinute: number, clock: () => number, callers = maxCallers): RateLimit {
  const full = perMinute * cost
  // In order of last use: the first one is forgotten.
  const buckets = new Map<string, { units: number; at: number }>()
  return {
    admit(caller) {
      const now = Math.floor(clock())
      const bucket = buckets.get(caller) ?? { units: full, at: now }
      const units = Math.min(full, bucket.units + (now - bucket.at) * perMinute)
      const admitted = units >= cost
      buckets.delete(caller)
      buckets.set(caller, { units: admitted ? units - cost : units, at: now })
      if (buckets.size > callers) forgetFirst(buckets)
      return admitted ? 0 : Math.ceil((cost - units) / perMinute / 1000)
    },
  }
}

function forgetFirst(buckets: Map<string, unknown>): void {
  const [oldest] = buckets.keys()
  if (oldest !== undefined) buckets.delete(oldest)
}

export function tooMany(seconds: number): Refusal {
  return new Refusal('ERR-03', undefined, { 'retry-after': String(seconds) })
}

export function otherPath(): Refusal {
  return new Refusal('ERR-00', 'The read API does not have this path.', {}, 404)
}

/** The methods that every path answers, as `Allow` names them. */
export const servedMethods = 'GET, HEAD'

export function otherMethod(): Refusal {
  return new Refusal('ERR-00', 'The read API only reads: GET and HEAD.', { allow: servedMethods }, 405)
}
