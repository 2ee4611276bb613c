/** What is not even an HTTP request, or has too large a head: no hook and no route ever sees it. */
import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBodyOf, GatewayFailure } from './failure.ts'
import { securityHeaders } from './security-headers.ts'

/** Answers with an error body of ours, and hangs up. */
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
