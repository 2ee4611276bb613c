import { expect } from 'vitest'
import * as z from 'zod/mini'
import { type ServiceErrorCode, serviceErrors } from '../../../contract/errors.ts'
import { errorBody } from '../../../contract/records.ts'
import type { Received, TestService } from '../testing/service.ts'

/** Whatever answers the reads of the specification. */
export type ReadSource = Pick<TestService, 'get'>

/** The service under test. A function, because it starts only after the tests are declared. */
export type Under = () => TestService

export type Query = Readonly<Record<string, string | number>>

/** Every field of an error body is a text. */
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

/** A path with a query, encoded. */
export function pathWithQuery(path: string, query: Query): string {
  const text = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]))
  return `${path}?${text}`
}
