import type { IncomingHttpHeaders } from 'node:http'
import type { Role } from '../../contract/enumerations.ts'
import type { Database } from './database/database.ts'
import { findKey } from './keys.ts'
import { createRateLimit } from './rate-limit.ts'
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
