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
  app.addHook('onRequestAbort', async (request) => {
    request.log.info(
      { method: request.method, path: pathOf(request.raw.url ?? ''), aborted: true },
      'request',
    )
  })
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

export interface SignInAttempt {
  readonly key: string | null
  /** A keyed id from the identity provider. */
  readonly person?: string
  /** The code the person was shown, and the library's name for the failure. */
  readonly code?: string
  readonly reason?: string | null
  /** `failed`: the service did not answer. */
  readonly outcome: 'accepted' | 'refused' | 'failed' | 'malformed' | 'too many attempts'
}

/** Also writes to the audit log. Throws GTW-30 for an accepted attempt that the audit log cannot hold. */
export function logSignIn(request: FastifyRequest, attempt: SignInAttempt): Promise<void> {
  request.log[attempt.outcome === 'accepted' ? 'info' : 'warn']({ caller: request.ip, ...attempt }, 'sign-in')
  return request.server.trail.signIn(request, attempt)
}

/** Other fields may hold the value that caused the error. */
export function logFailure(request: FastifyRequest, { name, message, stack }: Error): void {
  request.log.error({ failure: { name, message, stack } }, 'request failed')
}
