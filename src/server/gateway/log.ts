/** One line per request, without secrets or readers' data. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../http.ts'

export interface LogStream {
  write(line: string): void
}

/** Several lines at a time: writing each one costs a tenth of a request. */
export function bufferedOutput(): LogStream {
  let lines = ''
  const write = () => {
    process.stdout.write(lines)
    lines = ''
  }
  process.once('exit', write)
  return {
    write(line) {
      if (lines === '') setTimeout(write, heldBack).unref()
      lines += line
    },
  }
}

const heldBack = 50

export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply))
  app.addHook('onRequestAbort', async ({ log, method, raw }) =>
    log.info({ method, path: pathOf(raw.url ?? ''), aborted: true }, 'request'),
  )
}

export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const answered = reply.getHeader('x-request-id')
  request.log.info(
    {
      method: request.method,
      path: pathOf(request.raw.url ?? ''),
      status: reply.statusCode,
      milliseconds: Math.round(reply.elapsedTime),
      ...(answered === request.id ? {} : { serviceRequestId: answered }),
    },
    'request',
  )
}

/** Other fields may hold the value that caused the error. */
export function logFailure(request: FastifyRequest, { name, message, stack }: Error): void {
  request.log.error({ failure: { name, message, stack } }, 'request failed')
}
