import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '../../contract/enumerations.ts'
import type { Database } from './database/database.ts'
import { findKey } from './keys.ts'
import { Refusal } from './refusal.ts'

/** Lets a request pass, or throws ERR-03 or ERR-02, in this order. */
export interface Access {
  admit(headers: IncomingHttpHeaders, remoteAddress: string, role: Role): Promise<void>
}

/** Access by the keys of a database, limited per key; who has no valid key is limited by address. */
export function createAccess(database: Database, perMinute: number, clock: () => number): Access {
  const rateLimit = createRateLimit(perMinute, clock)
  return {
    async admit(headers, remoteAddress, role) {
      const given = headers[apiKeyHeader]
      const key = typeof given === 'string' && given !== '' ? await findKey(database, given) : undefined
      // By address and not by what was sent: made-up keys would each bring a limit of their own.
      const wait = rateLimit.admit(key === undefined ? `address ${remoteAddress}` : `key ${key.id}`)
      if (wait > 0) throw new Refusal('ERR-03', undefined, wait)
      if (key === undefined || !key.roles.includes(role)) throw new Refusal('ERR-02')
    },
  }
}

/** Name of the header that carries the API key. */
export const apiKeyHeader = 'x-api-key'

/** A token bucket for each caller: `perMinute` requests at once, refilled evenly over a minute. */
interface RateLimit {
  /** 0 when the request may pass, else the whole seconds to wait. */
  admit(caller: string): number
}

/** How many callers are remembered. One that is forgotten starts with a full bucket. */
const maxCallers = 10_000

/** What one request costs, in units of which a bucket gains `perMinute` each millisecond: so all of it is whole numbers. */
const cost = 60_000

/** A rate limit over `clock`, which gives milliseconds that never go back. */
export function createRateLimit(perMinute: number, clock: () => number, callers = maxCallers): RateLimit {
  const full = perMinute * cost
  // In order of last use, so that the first is the one to forget.
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
