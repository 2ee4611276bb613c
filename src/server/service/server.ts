import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { refuseBrokenConnections } from '../http.ts'
import type { ServiceOptions } from './api.ts'
import { createHandler } from './handler.ts'

/** The read API over a database, not yet listening. Closing it does not close the database. */
export function createService(options: ServiceOptions): FastifyInstance {
  const service = Fastify({
    logger: {
      level: options.logLevel ?? 'silent',
      // Fastify's own lines would carry the address with its query.
      serializers: { req: ({ method }: { method: string }) => ({ method }), err: describeFailure },
      ...(options.logTo === undefined ? {} : { stream: options.logTo }),
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: createRequestId,
    clientErrorHandler: refuseBrokenConnections('ERR-00'),
    // Paths are the contract's: the router would decode an id before the permission is checked.
    frameworkErrors: (_error, request, reply) => handle(request, reply),
    requestTimeout: 60_000,
    http: { requireHostHeader: false },
  })
  const handle = createHandler(options, service)
  service.all('*', handle)
  service.setNotFoundHandler(handle)
  // Only Fastify itself fails before the handler, over a body: what the request deserves is decided in one place all the same.
  service.setErrorHandler((_error, request, reply) => handle(request, reply))
  // A body is never read, whatever it claims to be: without this, Fastify would judge it before the method is refused.
  service.removeAllContentTypeParsers()
  service.addContentTypeParser('*', (_request, _payload, done) => done(null))
  return service
}

/**
 * The id that a request goes by in the log and in `x-request-id`. The caller's own is kept when it is a UUID, so that the lines of
 * a gateway and of the service can be put together; anything else could carry what has no place in a log.
 */
function createRequestId(request: IncomingMessage): string {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && uuid.test(given) ? given : randomUUID()
}

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i

/** An error as it may stand in a log. */
export interface LoggedFailure {
  readonly type: string
  readonly message: string
  /** Where it happened, without the message that usually heads it. */
  readonly stack: string
  readonly code?: string
  readonly [field: string]: unknown
}

/** What of a failure may be logged: a database's message can hold the value that it choked on, so its code stands for it. */
function describeFailure(error: unknown): LoggedFailure {
  if (!(error instanceof Error)) return { type: typeof error, message: '', stack: '' }
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined
  const isSqlState = code !== undefined && /^[0-9A-Z]{5}$/.test(code)
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line))
  return {
    type: error.name,
    message: isSqlState ? `database error ${code}` : error.message,
    stack: frames.join('\n'),
    ...(code === undefined ? {} : { code }),
  }
}
