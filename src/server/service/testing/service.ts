import { expect } from 'vitest'
import * as z from 'zod/mini'
import type { ServiceErrorCode } from '../../../contract/error-codes.ts'
import { serviceErrors } from '../../../contract/errors.ts'
import { errorBody } from '../../../contract/records.ts'
import type { Database } from '../../../database/database.ts'
import { storeDemonstrationKeys, viewerKey } from '../keys.ts'
import type { ServiceOptions } from '../server.ts'
import { createService } from '../server.ts'
import { type DemonstrationRecords, install, loadRecords } from '../tables.ts'
import { fixtureBooks } from './books.ts'

export interface Received {
  readonly httpStatus: number
  readonly headers: Headers
  readonly text: string
}

export const requestTime = '2026-11-20T10:11:12.345Z'

/** Creates the tables in an empty database and puts books and the two demonstration keys in. */
export async function fill(database: Database, books: DemonstrationRecords = fixtureBooks): Promise<void> {
  await install(database, async (queries) => {
    await loadRecords(queries, books)
    await storeDemonstrationKeys(queries)
  })
}

export async function listen(database: Database, options: Partial<ServiceOptions> = {}) {
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
    /** Asks with the viewer's key, unless `headers` has another or none (`{ 'x-api-key': '' }`). */
    async get(path: string, init: RequestInit = {}): Promise<Received> {
      const headers = { 'x-api-key': viewerKey, ...init.headers }
      const response = await fetch(`${address}${path}`, { ...init, headers })
      return { httpStatus: response.status, headers: response.headers, text: await response.text() }
    },
    /** Asks with the viewer's key past the port: it takes a fifth of the processor. */
    async inject(url: string): Promise<Response> {
      const answer = await service.inject({ url, headers: { 'x-api-key': viewerKey } })
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

const strictErrorBody = z.strictObject(errorBody.shape)

/** Expects an error of the specification: its body to the last field, its HTTP status, its headers. Returns `details`. */
export function expectError(received: Received, code: ServiceErrorCode, httpStatus?: number): string {
  const entry = serviceErrors[code]
  expect(received.headers.get('content-type')).toBe('application/json; charset=utf-8')
  const body = strictErrorBody.parse(JSON.parse(received.text))
  expect(body).toMatchObject({
    status: 'error',
    error_code: code,
    error_message: entry.message,
    code: String(httpStatus ?? entry.httpStatus),
  })
  expect(received.httpStatus).toBe(httpStatus ?? entry.httpStatus)
  expect(body.help === '').toBe(code !== 'ERR-02')
  expect(received.headers.get('cache-control')).toBe('no-store')
  return body.details
}

/** Expects records that the contract's schema accepts, and returns them. */
export function expectRecords<Schema extends z.ZodMiniType>(
  received: Received,
  schema: Schema,
): z.infer<Schema> {
  expect(received.httpStatus, received.text.slice(0, 300)).toBe(200)
  expect(received.headers.get('content-type')).toBe('application/json; charset=utf-8')
  expect(received.headers.get('cache-control')).toBe('no-store')
  return schema.parse(JSON.parse(received.text))
}

export type Query = Readonly<Record<string, string | number>>

export function pathWithQuery(path: string, query: Query): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `${path}?${text}`
}
