import type { ServiceOptions } from '../api.ts'
import type { Database } from '../database/database.ts'
import { install } from '../database/open.ts'
import { loadBooks, type OrganisationBooks } from '../database/tables.ts'
import { storeDemonstrationKeys } from '../keys.ts'
import { createService } from '../server.ts'
import { fixtureBooks } from './books.ts'

/** An answer, read to its end. */
export interface Received {
  readonly httpStatus: number
  readonly headers: Headers
  readonly text: string
}

/** A service that listens on a loopback port. */
export interface TestService {
  readonly address: string
  /** Asks with the viewer's key, unless `headers` has another or none (`{ 'x-api-key': '' }`). */
  get(path: string, init?: RequestInit): Promise<Received>
  /** Asks with the viewer's key past the port: it takes a fifth of the processor. */
  inject(path: string): Promise<Response>
  close(): Promise<void>
}

/** The time at which every test's requests are made. */
export const requestTime = '2026-11-20T10:11:12.345Z'

/** Creates the tables in an empty database and puts books and the two demonstration keys in. */
export async function fill(database: Database, books: OrganisationBooks = fixtureBooks): Promise<void> {
  await install(database, async (queries) => {
    await loadBooks(queries, books)
    await storeDemonstrationKeys(queries)
  })
}

/** Starts a service over a database that is filled already. */
export async function listen(
  database: Database,
  options: Partial<ServiceOptions> = {},
): Promise<TestService> {
  const service = createService({
    database,
    demonstration: true,
    rateLimitPerMinute: 1_000_000,
    now: () => new Date(requestTime),
    ...options,
  })
  const address = await service.listen({ host: '127.0.0.1', port: 0 })
  return {
    address,
    async get(path, init = {}) {
      const headers = { 'x-api-key': 'demo-viewer-key', ...init.headers }
      const response = await fetch(`${address}${path}`, { ...init, headers })
      return { httpStatus: response.status, headers: response.headers, text: await response.text() }
    },
    async inject(url) {
      const answer = await service.inject({ url, headers: { 'x-api-key': 'demo-viewer-key' } })
      const headers = Object.entries(answer.headers).map(([name, value]) => [name, String(value)] as const)
      return new Response(answer.body, { status: answer.statusCode, headers: Object.fromEntries(headers) })
    },
    close: () => {
      // A connection on which a request was given up counts as busy until its keep-alive ends, 72 seconds later.
      service.server.closeAllConnections()
      return service.close()
    },
  }
}
