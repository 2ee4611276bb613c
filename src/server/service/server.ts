import { randomUUID } from 'node:crypto'
import { type IncomingMessage, METHODS } from 'node:http'
import { performance } from 'node:perf_hooks'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { endpointNames, endpointPaths, endpoints } from '../../contract/endpoints.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import type { Database } from '../../database/database.ts'
import { errorBodyOf, pathOf, Refusal, readRequest, refuseBrokenConnections, systemCodeOf } from '../http.ts'
import { Access, apiKeyHeader, authenticationPath, tooMany } from './access.ts'
import { createResources } from './resources.ts'

export interface ServiceOptions {
  readonly database: Database
  readonly rateLimitPerMinute: number
  /** With demonstration data, reserved ids ask for failures. */
  readonly demonstration: boolean
  /** For links; by default the request's host. */
  readonly publicUrl?: string | undefined
  readonly clock?: () => number
  readonly now?: () => Date
  readonly logLevel?: string
  readonly logTo?: { write(line: string): void } | undefined
}

/** Not yet listening. Closing it does not close the database. */
export function createService(options: ServiceOptions): FastifyInstance {
  const { database, demonstration, publicUrl, now = () => new Date() } = options
  const clock = options.clock ?? (() => performance.now())
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
    // The router decodes, and refuses what it cannot decode, before the permission is checked. So an id reaches its endpoint as it came.
    rewriteUrl: ({ url = '' }) => `${url.startsWith('/') ? '' : '/'}${url.replaceAll('%', '%25')}`,
    routerOptions: { maxParamLength: Number.MAX_SAFE_INTEGER },
    requestTimeout: 60_000,
    http: { requireHostHeader: false },
  })
  // Node itself would answer an expectation with 417 and no body.
  service.server.on('checkExpectation', (...one) => service.server.emit('request', ...one))
  service.setErrorHandler((error, request, reply) => {
    const refusal = error instanceof Refusal ? error : new Refusal('ERR-01')
    if (refusal !== error) request.log.error({ err: error }, 'failed')
    const help = refusal.code === 'ERR-02' ? ownAddress(request.raw, publicUrl) + authenticationPath : ''
    return reply
      .code(refusal.statusCode)
      .headers({ 'content-type': json, ...refusal.headers })
      .send(JSON.stringify(errorBodyOf(refusal, help)))
  })
  // Order of faults: path, method, rate limit, permission, parameters, records.
  service.addHook('onRequest', async (request, reply) => {
    logWhenAnswered(request, reply)
    reply.headers({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'x-request-id': request.id,
    })
    if (request.is404) throw new Refusal('ERR-00', 'The read API does not have this path.', {}, 404)
  })
  refuseOtherMethods(service)

  const access = new Access(database, options.rateLimitPerMinute, clock)
  for (const [path, type, body] of documents)
    service.get(path, { onRequest: async ({ ip }) => access.admitAnybody(ip) }, async (_request, reply) =>
      reply.type(type).send(body),
    )
  // Monitoring asks for health every few seconds: no limit, and no line in the log.
  service.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))

  const resources = createResources(database)
  for (const name of endpointNames) {
    for (const path of endpointPaths(name))
      service.get<{ Params: { value?: string } }>(
        path.replace(/\{.*\}/, ':value(.+)'),
        { onRequest: ({ headers, ip }) => access.admit(headers, ip) },
        async ({ originalUrl, params }, reply) => {
          const { query, value } = readRequest(endpoints[name], originalUrl, params.value)
          const failure = demonstration && name === 'transaction' && failures.get(value)
          if (failure) throw failure
          reply.type(json)
          return await resources[name](query, now().toISOString(), value)
        },
      )
  }
  return service
}

/** With 405, before a body is read. */
function refuseOtherMethods(service: FastifyInstance): void {
  const others = METHODS.filter((method) => !['GET', 'HEAD', 'CONNECT'].includes(method))
  for (const method of others) if (!service.supportedMethods.includes(method)) service.addHttpMethod(method)
  const refuse = async () => {
    throw new Refusal('ERR-00', 'The read API only reads: GET and HEAD.', { allow: 'GET, HEAD' }, 405)
  }
  service.addHook('onRoute', ({ method, url }) => {
    if (method === 'GET') service.route({ method: others, url, onRequest: refuse, handler: refuse })
  })
}

/** Fastify’s own lines include the query. */
function logWhenAnswered(request: FastifyRequest, reply: FastifyReply): void {
  const start = performance.now()
  reply.raw.once('close', () => {
    request.log.info(
      {
        method: request.method,
        // An unknown path could be anything, even a misplaced key.
        path: request.is404 ? '(unknown)' : pathOf(request.originalUrl),
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

/** What reserved transaction ids ask for. */
const failures: ReadonlyMap<string, Refusal> = new Map([
  ['demo-ERR-01', new Refusal('ERR-01')],
  ['demo-ERR-03', tooMany(5)],
])

const authenticationText = `Authentication

Send your API key in the header ${apiKeyHeader} with every request:

    GET /vaults
    ${apiKeyHeader}: <your key>

Every endpoint of the read API requires a key with the role "viewer". A request without a key, or with a key that is
unknown, revoked or without that role, is answered with the error ERR-02 and HTTP status 401.

The operator of this service creates, lists and revokes keys. A key is shown once, when it is created; the service keeps
only a hash of it.
`

const json = 'application/json; charset=utf-8'

const documents: readonly (readonly [path: string, type: string, body: string])[] = [
  [authenticationPath, 'text/plain; charset=utf-8', authenticationText],
  ['/openapi.json', json, JSON.stringify(openApiDocument())],
]
