import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { type Endpoint, endpoints, matchEndpoint } from '../../contract/endpoints.ts'
import { openApiDocument } from '../../contract/openapi.ts'
import { RequestFault, readPathValue, readQuery } from '../../contract/query.ts'
import type { Database } from '../../database/database.ts'
import { errorBodyOf, pathOf, Refusal, refuseBrokenConnections, systemCodeOf } from '../http.ts'
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
  const api = createApi(options)
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
      ({ type, body }) => reply.header('content-type', type).send(body),
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
        path: (documents.get(path) ?? matchEndpoint(path)) ? path : '(unknown)',
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

function createApi(options: ServiceOptions): (request: FastifyRequest) => Promise<TextAnswer> {
  const clock = options.clock ?? (() => performance.now())
  const access = new Access(options.database, options.rateLimitPerMinute, clock)
  const resources = createResources(options.database, clock)
  const now = options.now ?? (() => new Date())

  return async (request) => {
    const { url = '' } = request.raw
    const path = pathOf(url)
    const target = documents.get(path) ?? matchEndpoint(path)
    // Unknown paths come first: they have no limit and no permission.
    if (target === undefined) throw new Refusal('ERR-00', 'The read API does not have this path.', {}, 404)
    if (request.method !== 'GET' && request.method !== 'HEAD')
      throw new Refusal('ERR-00', 'The read API only reads: GET and HEAD.', { allow: 'GET, HEAD' }, 405)
    if ('body' in target) {
      // Monitoring asks for health every few seconds.
      if (path !== healthPath) access.admitAnybody(request.ip)
      return target
    }

    // Order of faults: rate limit, permission, parameters, records.
    const endpoint: Endpoint = endpoints[target.name]
    await access.admit(request.headers, request.ip, endpoint.role)
    const { query, value } = readRequest(endpoint, url.slice(path.length + 1), target.value)
    const timestamp = now().toISOString()
    const failure = options.demonstration && target.name === 'transaction' && failures.get(value)
    if (failure) throw failure
    return { type: json, body: await resources[target.name](query, timestamp, value) }
  }
}

const healthPath = '/healthz'

function readRequest(endpoint: Endpoint, query: string, pathValue: string | undefined) {
  try {
    return { query: readQuery(endpoint, query), value: readPathValue(endpoint, pathValue) }
  } catch (error) {
    throw error instanceof RequestFault ? new Refusal(error.code, error.details) : error
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

const documents: ReadonlyMap<string, TextAnswer> = new Map([
  [authenticationPath, { type: 'text/plain; charset=utf-8', body: authenticationText }],
  ['/openapi.json', { type: json, body: JSON.stringify(openApiDocument()) }],
  [healthPath, { type: json, body: '{"status":"ok"}' }],
])

interface TextAnswer {
  readonly type: string
  readonly body: string
}
