import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Endpoint } from '../contract/endpoints.ts'
import type { GatewayErrorCode, ServiceErrorCode } from '../contract/error-codes.ts'
import { serviceErrors, writeErrorBody } from '../contract/errors.ts'
import { gatewayErrors } from '../contract/gateway-errors.ts'
import { RequestFault, readPathValue, readQuery } from '../contract/query.ts'
import type { ErrorBody } from '../contract/records.ts'

type Code = ServiceErrorCode | GatewayErrorCode

const catalogue = { ...serviceErrors, ...gatewayErrors }

/** Becomes the answer wherever a server throws it. `details` and `statusCode` replace the catalogue's. */
export class Refusal extends Error {
  readonly code: Code
  readonly details: string
  readonly headers: Readonly<Record<string, string>>
  readonly statusCode: number

  constructor(
    code: Code,
    details = textsOf(code).details,
    headers: Readonly<Record<string, string>> = {},
    statusCode: number = catalogue[code].httpStatus,
  ) {
    super(`${code} ${textsOf(code).message}`)
    this.code = code
    this.details = details
    this.headers = headers
    this.statusCode = statusCode
  }
}

/** An error of the custody service, answered as it came. */
export class ServiceFailure extends Error {
  readonly code: string
  readonly statusCode: number
  readonly body: ErrorBody
  readonly headers: Readonly<Record<string, string>>

  /** `retryAfter`: seconds. */
  constructor(
    { code, message, details, help }: Readonly<Record<'code' | 'message' | 'details' | 'help', string>>,
    statusCode: number,
    retryAfter: number | null,
  ) {
    super(`the service answered ${statusCode}`)
    this.code = code
    this.statusCode = statusCode
    this.body = writeErrorBody(code, { message, details, httpStatus: statusCode }, help)
    this.headers = retryAfter === null ? {} : { 'retry-after': String(retryAfter) }
  }
}

export function errorBodyOf({ code, details, statusCode }: Refusal, help = ''): ErrorBody {
  return writeErrorBody(code, { message: textsOf(code).message, details, httpStatus: statusCode }, help)
}

function textsOf(code: Code): { readonly message: string; readonly details: string } {
  const entry = catalogue[code]
  return 'message' in entry ? entry : { message: entry.title, details: entry.explanation }
}

/** Answers malformed HTTP and heads that are too large, which no hook or route sees, and hangs up. */
export function refuseBrokenConnections(code: Code, headers: Readonly<Record<string, string>> = {}) {
  return (error: Error & { code?: string }, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) {
      socket.destroy()
      return
    }
    const { status, details } = faults[error.code ?? ''] ?? malformed
    const body = JSON.stringify(errorBodyOf(new Refusal(code, details, {}, status)))
    const head = {
      ...headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
      'cache-control': 'no-store',
      connection: 'close',
    }
    const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}`)
    socket.end([`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, '', body].join('\r\n'))
  }
}

const malformed = { status: 400, details: 'The request is not well-formed HTTP.' }

const faults: Readonly<Record<string, { status: number; details: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, details: 'The address and headers of the request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, details: 'The request did not arrive in time.' },
}

export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

export function pathOf(target: string): string {
  const query = target.indexOf('?')
  return query < 0 ? target : target.slice(0, query)
}

export function parametersIn(target: string): URLSearchParams {
  return new URLSearchParams(target.slice(pathOf(target).length))
}

/** `inPath`: the parameter in its path, encoded. Throws the codes of the specification. */
export function readRequest(endpoint: Endpoint, target: string, inPath: string | undefined) {
  try {
    const query = readQuery(endpoint, target.slice(pathOf(target).length + 1))
    return { query, value: readPathValue(endpoint, inPath) }
  } catch (error) {
    throw error instanceof RequestFault ? new Refusal(error.code, error.details) : error
  }
}

/** Such as ENOENT; empty where the error has none. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}

/** Of anything that was thrown. */
export function errorText(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
