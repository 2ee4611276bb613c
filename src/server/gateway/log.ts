/** The log: one line a request, with nothing in it that belongs to the reader or opens anything. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from './target.ts'

/** Where log lines go. */
export interface LogStream {
  write(line: string): void
}

/**
 * Logs method, path (never its query), status, duration and request id of every request; the service's own request id where
 * it differs, so that its operator can be asked; and requests whose caller went away before the answer.
 */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info({ ...lineOf(request, reply), status: reply.statusCode }, 'request')
  })
  app.addHook('onRequestAbort', async (request) => {
    request.log.info(
      { method: request.method, path: pathOf(request.raw.url ?? ''), aborted: true },
      'request',
    )
  })
}

function lineOf(request: FastifyRequest, reply: FastifyReply) {
  const answered = reply.getHeader('x-request-id')
  return {
    method: request.method,
    path: pathOf(request.raw.url ?? ''),
    milliseconds: Math.round(reply.elapsedTime),
    ...(answered === request.id ? {} : { serviceRequestId: answered }),
  }
}
