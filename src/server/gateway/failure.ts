/** A failure that the gateway itself answers for, in the error body that the service's failures have too. */

import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { type GatewayErrorCode, gatewayErrors } from '../../contract/gateway-errors.ts'
import type { ErrorBody } from '../../contract/records.ts'
import { securityHeaders } from './security-headers.ts'

/** Thrown anywhere in the gateway; becomes the answer. `details` replaces the catalogue's where it can be more exact. */
export class GatewayFailure extends Error {
  readonly code: GatewayErrorCode
  readonly details: string
  readonly headers: Readonly<Record<string, string>>
  readonly statusCode: number

  constructor(
    code: GatewayErrorCode,
    details: string = gatewayErrors[code].details,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(`${code} ${gatewayErrors[code].message}`)
    this.code = code
    this.details = details
    this.headers = headers
    this.statusCode = gatewayErrors[code].httpStatus
  }
}

/** The error body of a failure (specification, "Error body"). */
export function errorBodyOf({ code, details }: GatewayFailure): ErrorBody {
  const { httpStatus, message } = gatewayErrors[code]
  return {
    status: 'error',
    error_code: code,
    error_message: message,
    details,
    help: '',
    code: String(httpStatus),
  }
}

/** Answers what is not even an HTTP request, or has too large a head, with an error body of ours, and hangs up: no hook and no route ever sees it. */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const details =
    error.code === 'HPE_HEADER_OVERFLOW' ? 'The address and headers of the request are too large.' : undefined
  const failure = new GatewayFailure('GTW-07', details)
  const body = JSON.stringify(errorBodyOf(failure))
  const headers = {
    ...securityHeaders({ secure: false }),
    'content-type': 'application/json; charset=utf-8',
    'content-length': Buffer.byteLength(body),
    'cache-control': 'no-store',
    connection: 'close',
  }
  socket.end(
    [
      `HTTP/1.1 ${failure.statusCode} ${STATUS_CODES[failure.statusCode]}`,
      ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
      '',
      body,
    ].join('\r\n'),
  )
}
