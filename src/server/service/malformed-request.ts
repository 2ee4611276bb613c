import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { errorBodyOf } from './refusal.ts'

/** Answers what is not even an HTTP request, or has too large a head, with an error body, and hangs up. */
export function answerBrokenConnection(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const { httpStatus, details } = readings[error.code ?? ''] ?? malformed
  const body = JSON.stringify(errorBodyOf('ERR-00', { httpStatus, details }))
  socket.end(
    [
      `HTTP/1.1 ${httpStatus} ${STATUS_CODES[httpStatus]}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'cache-control: no-store',
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}

const malformed = { httpStatus: 400, details: 'The request is not well-formed HTTP.' }

const readings: Readonly<Record<string, { httpStatus: number; details: string }>> = {
  HPE_HEADER_OVERFLOW: { httpStatus: 431, details: 'The address and headers of the request are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { httpStatus: 408, details: 'The request did not arrive in time.' },
}
