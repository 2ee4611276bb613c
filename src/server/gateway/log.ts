/** The log: one line a request, with nothing in it that belongs to the reader or opens anything. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pathOf } from '../http.ts'

export interface LogStream {
  write(line: string): void
}

/** Standard output, some lines at a time: to write each by itself takes a tenth of what a request costs. What is left is written at the end. */
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
 * Logs method, path (never its query), status, duration and request id of every request; the service's own request id where
 * it differs, so that its operator can be asked; and requests whose caller went away before the answer.
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

/** One attempt to sign in, which is told without the key. */
export interface SignInAttempt {
  readonly key: string | null
  /** Who signed in at the provider of identities: an id that tells nothing else. */
  readonly person?: string
  /** With which code they were told, and what the library for that provider calls it. */
  readonly code?: string
  readonly reason?: string | null
  /** `failed`: the service could not be asked. */
  readonly outcome: 'accepted' | 'refused' | 'failed' | 'malformed' | 'too many attempts'
}

/**
 * Logs an attempt to sign in, with the address of who made it; in the audit log too. One that is accepted throws GTW-30 where the audit
 * log cannot hold it.
 */
export function logSignIn(request: FastifyRequest, attempt: SignInAttempt): Promise<void> {
  request.log[attempt.outcome === 'accepted' ? 'info' : 'warn']({ caller: request.ip, ...attempt }, 'sign-in')
  return request.server.trail.signIn(request, attempt)
}

/** Logs an error that nobody foresaw. Only these fields: others of an error may hold what it choked on. */
export function logFailure(request: FastifyRequest, { name, message, stack }: Error): void {
  request.log.error({ failure: { name, message, stack } }, 'request failed')
}
