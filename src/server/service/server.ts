import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { describeFailure } from './failure-log.ts'
import { createHandler } from './handler.ts'
import { answerBrokenConnection } from './malformed-request.ts'
import type { ServiceOptions } from './options.ts'
import { createRequestId } from './request-id.ts'

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
    clientErrorHandler: answerBrokenConnection,
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
