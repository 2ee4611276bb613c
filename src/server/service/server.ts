import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { errorBodyOf, pathOf, Refusal, refuseBrokenConnections, systemCodeOf } from '../http.ts'
import { authenticationPath } from './access.ts'
import { createApi, healthPath, isServed, json, type ServiceOptions } from './api.ts'

/** Not yet listening. Closing it does not close the database. */
export function createService(options: ServiceOptions): FastifyInstance {
  const api = createApi(options)
  /** Replies that never come, until the client leaves or the service stops. */
  const hanging = new Set<FastifyReply>()
  const service = Fastify({
    logger: {
      level: options.logLevel ?? 'silent',
      // Fastify's own lines would include the query.
      serializers: { req: ({ method }: { method: string }) => ({ method }), err: describeFailure },
      ...(options.logTo === undefined ? {} : { stream: options.logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    clientErrorHandler: refuseBrokenConnections('ERR-00'),
    // The contract matches paths: the router would decode an id before the permission is checked.
    frameworkErrors: (_error, request, reply) => handle(request, reply),
    requestTimeout: 60_000,
    http: { requireHostHeader: false },
  })
  // Node itself would answer an expectation with 417 and no body.
  service.server.on('checkExpectation', (...one) => service.server.emit('request', ...one))
  service.all('*', handle)
  service.setNotFoundHandler(handle)
  // Fastify itself fails only over a body.
  service.setErrorHandler((_error, request, reply) => handle(request, reply))
  // A body is never read: Fastify would judge it before the method is refused.
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', (_request, _payload, done) => done(null))
  service.addHook('preClose', async () => {
    for (const reply of hanging) reply.raw.destroy()
  })
  return service

  /** Not an async handler: Fastify would take a client that leaves early for our failure. */
  function handle(request: FastifyRequest, reply: FastifyReply): void {
    logWhenAnswered(request, reply)
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    api(request).then(
      (answer) => {
        if (answer === 'hang') hang(reply)
        else reply.header('content-type', answer.type).send(answer.body)
      },
      (error: unknown) => {
        const refusal = error instanceof Refusal ? error : new Refusal('ERR-01')
        if (refusal !== error) request.log.error({ err: error }, 'failed')
        const help =
          refusal.code === 'ERR-02' ? ownAddress(request.raw, options.publicUrl) + authenticationPath : ''
        const body = JSON.stringify(errorBodyOf(refusal, help))
        reply
          .code(refusal.statusCode)
          .headers({ 'content-type': json, ...refusal.headers })
          .send(body)
      },
    )
  }

  function hang(reply: FastifyReply): void {
    reply.hijack()
    if (reply.raw.destroyed) return
    hanging.add(reply)
    reply.raw.once('close', () => hanging.delete(reply))
  }
}

/** Fastify’s own lines include the query, and its hooks miss what its router refuses. */
function logWhenAnswered(request: FastifyRequest, reply: FastifyReply): void {
  const path = pathOf(request.raw.url ?? '')
  if (path === healthPath) return
  const start = performance.now()
  reply.raw.once('close', () => {
    request.log.info(
      {
        method: request.method,
        // An unknown path could be anything, even a misplaced key.
        path: isServed(path) ? path : '(unknown)',
        ...(reply.raw.writableFinished ? { status: reply.raw.statusCode } : { brokenOff: true }),
        milliseconds: Math.round(performance.now() - start),
      },
      'answered',
    )
  })
}

/** The request's host counts only if it looks like one. */
function ownAddress({ headers }: IncomingMessage, publicUrl: string | undefined): string {
  if (publicUrl !== undefined) return publicUrl.replace(/\/+$/, '')
  const host = headers.host ?? ''
  return `http://${/^(\[[\da-f:.]+\]|[\w.-]+)(:\d+)?$/i.test(host) ? host : 'localhost'}`
}

/** A caller’s UUID is kept, so that lines of gateway and service can be joined. Anything else might not belong in a log. */
function createRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** A database's message can hold the value that caused it, so its code replaces it. */
function describeFailure(error: unknown) {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = systemCodeOf(error)
  const isSqlState = /^[0-9A-Z]{5}$/.test(code)
  // Drops the message, which comes first.
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: isSqlState ? `database error ${code}` : error.message,
    stack: frames.join('\n'),
    ...(code !== '' && { code }),
  }
}
