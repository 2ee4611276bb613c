/** The log: one line a request, with nothing in it that belongs to the reader or opens anything. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../http.ts'

export interface LogStream {
  write(line: string): void
}

/** Standard output, several lines at a time: writing each line separately costs a tenth of a request. */
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

/**
 * Logs method, path (never its query), status, duration and request id; the service's own request id where it differs; and requests whose
 * caller went away.
 */
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
  /** `failed`: the service could not be asked. */
  readonly outcome: 'accepted' | 'refused' | 'failed' | 'malformed' | 'too many attempts'
}

/** Logs an attempt to sign in, in the audit log too. An accepted one throws GTW-30 where the audit log cannot hold it. */
export function logSignIn(request: FastifyRequest, attempt: SignInAttempt): Promise<void> {
  request.log[attempt.outcome === 'accepted' ? 'info' : 'warn']({ caller: request.ip, ...attempt }, 'sign-in')
  return request.server.trail.signIn(request, attempt)
}

/** Logs an unforeseen error. Only these fields: others may hold the value that caused it. */
export function logFailure(request: FastifyRequest, { name, message, stack }: Error): void {
  request.log.error({ failure: { name, message, stack } }, 'request failed')
}
