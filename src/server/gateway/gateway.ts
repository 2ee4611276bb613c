/** Serves the console, keeps the session, reads the service, and keeps the records of accounts in a database. */
import { randomUUID } from 'node:crypto'
import rateLimit from '@fastify/rate-limit'
import fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { packAt } from '../../contract/packs.ts'
import { apiPrefix } from '../../contract/session.ts'
import { errorBodyOf, pathOf, Refusal, refuseBrokenConnections, ServiceFailure } from '../http.ts'
import { addConsoleApi } from './api/console-api.ts'
import { compressWhole } from './compression.ts'
import { addPublicKeys } from './console-routes.ts'
import type { GatewayContext, GatewayOptions } from './context.ts'
import { bufferedOutput, logAnswer, logFailure, logRequests } from './log.ts'
import { createProxyWarning, isHttps, requireOwnHost, requireProxy } from './origin.ts'
import { OpenPacks } from './packs/open-packs.ts'
import { Prices } from './prices.ts'
import { createProvider } from './provider.ts'
import { configuredAccounts, peopleOf } from './reader.ts'
import { addReadiness, probe, serviceAnswers } from './readiness.ts'
import { securityHeaders } from './security-headers.ts'
import { Sessions } from './session.ts'
import { openSessionRegister } from './session-register.ts'
import { addSessionRoutes, requestSession } from './session-routes.ts'
import { type GatewaySettings, keepsRecords } from './settings.ts'
import { AccountSync } from './sync/account-sync.ts'
import { ChangeCounter, dropChangesTask } from './sync/change-tasks.ts'
import { systemClock } from './sync/clock.ts'
import type { LeasedTask } from './sync/followed-account.ts'
import { Trail } from './trail.ts'
import { unexpectedRefusal } from './unexpected.ts'
import { Upstream } from './upstream.ts'
import { textFile } from './watched-file.ts'
import { Webhooks } from './webhooks/webhooks.ts'

/** The caller listens and closes. */
export async function createGateway(given: GatewayOptions): Promise<FastifyInstance> {
  const options = { clock: systemClock, ...given }
  const { settings } = options
  const app = createServer(options)
  const trail = await Trail.open(app, options, () => sessions.inUse())
  app.decorate('trail', trail)
  const register = await openSessionRegister(settings.SESSION_DATABASE_URL, settings.SESSION_HOURS)
  app.addHook('onClose', () => register.close())
  const people = peopleOf(settings)
  const sessions = new Sessions(app, { ...options, register, trail, people })
  const upstream = new Upstream(options.service.address, settings)
  app.addHook('onClose', () => upstream.close())
  const provider = createProvider(settings)
  const origin = settings.PRICES_FILE === undefined ? options.inventedPrices : textFile(settings.PRICES_FILE)
  const prices = origin && (await Prices.open(origin, app.log))
  const webhooks = await webhooksOf(options, trail, app.log)
  const counter = new ChangeCounter(trail.metrics)
  const tasks: readonly LeasedTask[] = [
    {
      isDueAfterReading: true,
      async run(held) {
        // Of an account whose key is refused, nobody is told anything. The reading that is answered again makes this due.
        if (held.isRefused) return Number.POSITIVE_INFINITY
        await counter.count(held)
        return (await webhooks?.tell(held)) ?? Number.POSITIVE_INFINITY
      },
    },
    ...(settings.CHANGES_KEPT_DAYS === undefined ? [] : [dropChangesTask(settings.CHANGES_KEPT_DAYS)]),
  ]
  const sync = new AccountSync({
    ...{ ...options, sessions, upstream, trail, tasks, log: app.log },
  })
  app.decorate('sync', sync)
  app.addHook('onReady', async () => sync.start())
  app.addHook('onClose', async () => {
    await sync.close()
    await webhooks?.close()
  })
  const packs = new OpenPacks({ ...options, sessions, sync })
  const context: GatewayContext = {
    ...{ ...options, sessions, trail, upstream, people, provider, prices },
    ...{ sync, packs },
  }

  await app.register(rateLimit, rateLimits)
  await app.register(async (plugin) => addSessionRoutes(plugin, context))
  await app.register(async (plugin) => addConsoleApi(plugin, context))
  addPublicKeys(app, context)
  app.get('/healthz', probe, async () => ({ status: 'ok' }))
  const checks = {
    service: serviceAnswers(settings, upstream),
    audit_log: async () => (trail.fault === null ? null : 'cannot be written'),
    sessions: () =>
      register.isOpen(new Map()).then(
        () => null,
        () => 'database unreachable',
      ),
  }
  addReadiness(app, checks, keepsRecords(settings) ? { records: async () => sync.fault() } : {})
  await options.console.addFiles(app)
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    config: { endpointName: 'page' },
    onSend: compressWhole,
    async handler(request, reply) {
      if (opensPage(request))
        return options.console.sendPage(request, reply, await requestSession(context, request))
      return reply.code(404).type('text/plain; charset=utf-8').send('Not found\n')
    },
  })
  return app
}

async function webhooksOf(
  { settings, demonstrationKey, clock }: Pick<GatewayContext, 'settings' | 'demonstrationKey' | 'clock'>,
  trail: Trail,
  log: FastifyBaseLogger,
): Promise<Webhooks | undefined> {
  const { WEBHOOKS_FILE: path, ORGANIZATION_NAME: organization } = settings
  if (path === undefined) return undefined
  const accounts = configuredAccounts(settings, demonstrationKey).map(({ name }) => name)
  return await Webhooks.open({ path, accounts, organization, clock, log, trail })
}

function createServer({ settings, console, log }: GatewayOptions): FastifyInstance {
  const app = fastify({
    logger: { level: settings.LOG_LEVEL, stream: log ?? bufferedOutput() },
    // Fastify's own lines include the query.
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    requestIdHeader: false,
    genReqId: requestId,
    trustProxy: trustOf(settings),
    bodyLimit: 16 * 1024,
    // Of the headers it is a minute. A large pack is longer on its way.
    requestTimeout: 900_000,
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseBrokenConnections('GTW-07', securityHeaders(false)),
    rewriteUrl: ({ url = '/' }) => (isUndecodablePage(url) ? '/' : url),
    // Fastify refuses a broken encoding in an API path before any hook runs.
    frameworkErrors: (error, request, reply) => {
      decorate(request, reply, undefined)
      reply.raw.once('finish', () => logAnswer(request, reply))
      answerFailure(error, request, reply)
    },
  })
  app.decorateRequest('nonce', undefined)
  const methods = new Map<string, string[]>()
  app.decorate('methods', methods)
  app.addHook('onRoute', ({ url, method }) => {
    methods.set(url, [...(methods.get(url) ?? []), ...[method].flat()])
  })
  answerInTurn(app)
  hangUpOnUnread(app, 1000 * settings.UPSTREAM_TIMEOUT_SECONDS)
  logRequests(app)
  const warnOfProxy = createProxyWarning()
  app.addHook('onRequest', async (request, reply) => {
    warnOfProxy(request)
    if (console.needsNonce) request.nonce = randomUUID()
    decorate(request, reply, request.nonce)
    if (request.routeOptions.config.isProbe) {
      reply.header('cache-control', 'no-store')
      return
    }
    if (settings.PROXY_SECRET !== undefined) requireProxy(request, settings.PROXY_SECRET)
    requireOwnHost(request, settings.ALLOWED_HOSTS, settings.CUSTODY_API_KEY !== undefined)
    // Before a body is read, which must not change the answer. Any other path has a GET, that of the page.
    const allowed = methods.get(pathOf(request.url))
    if (request.is404 || allowed?.includes(request.method) === false)
      throw new Refusal('GTW-06', undefined, { allow: (allowed ?? ['GET', 'HEAD']).join(', ') })
  })
  closeConnectionsAfterTheirAnswer(app)
  app.setErrorHandler(answerFailure)
  return app
}

const rateLimitHeaders = {
  'x-ratelimit-limit': false,
  'x-ratelimit-remaining': false,
  'x-ratelimit-reset': false,
}

/** Of the routes whose `config` says so. */
const rateLimits = {
  global: false,
  addHeadersOnExceeding: rateLimitHeaders,
  addHeaders: { ...rateLimitHeaders, 'retry-after': true },
  errorResponseBuilder: () => new Refusal('GTW-09'),
}

function trustOf({ TRUST_PROXY: trusted }: GatewaySettings) {
  // Fastify accepts no number: a caller who reaches the port directly would count as a proxy. See docs/settings.md.
  return typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted
}

declare module 'fastify' {
  interface FastifyInstance {
    sync: AccountSync
    /** Of each route, by its path. */
    methods: ReadonlyMap<string, readonly string[]>
  }
  interface FastifyRequest {
    nonce: string | undefined
  }
}

/**
 * A request behind another one on its connection waits until that is answered. Otherwise all of them are answered at once, into memory; and Node
 * tells nothing of the end of a connection to answers that have not had it, so that they would keep their files for good.
 */
function answerInTurn(app: FastifyInstance): void {
  app.addHook('onRequest', (_request, { raw }, done) => {
    if (raw.socket === null) raw.once('socket', () => done())
    else done()
  })
}

/** Otherwise a connection whose reader takes nothing of a page, say, is held for good, and what the system holds for it. Files say themselves how long. */
function hangUpOnUnread(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onSend', async (_request, { raw }) => {
    if (!raw.socket?.timeout) raw.setTimeout(milliseconds)
  })
}

/** Otherwise a kept-alive connection delays the stop until it times out. */
function closeConnectionsAfterTheirAnswer(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', async () => {
    stopping = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close')
  })
}

function requestId({ headers }: { headers: Record<string, string | string[] | undefined> }): string {
  const given = headers['x-request-id']
  return typeof given === 'string' && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID()
}

function decorate(request: FastifyRequest, reply: FastifyReply, nonce: string | undefined): void {
  reply.headers(securityHeaders(isHttps(request), nonce))
  reply.header('x-request-id', request.id)
}

/** A console address that Fastify cannot route, such as `/transactions/%`. The page still opens and explains what is wrong. */
function isUndecodablePage(url: string): boolean {
  const path = pathOf(url)
  if ([apiPrefix, '/assets'].some((prefix) => path.startsWith(`${prefix}/`))) return false
  try {
    // A bundler drops a call whose result is not used.
    return decodeURIComponent(path) === ''
  } catch {
    return true
  }
}

/** Not below `/assets`, nor with a dot, which only ids of records may contain. */
function opensPage(request: FastifyRequest): boolean {
  const address = pathOf(request.url)
  const path = address.slice(packAt(address)?.base.length)
  const isOfRecord = /^\/(transactions|vaults|whitelists)\//.test(path)
  if (/^\/assets(\/|$)/.test(path) || (path.includes('.') && !isOfRecord)) return false
  const { accept = '*/*', 'sec-fetch-dest': destination = 'document' } = request.headers
  return /text\/html|\*\/\*/.test(accept) && ['document', 'empty'].includes(String(destination))
}

/** The only place where a failure becomes an answer. It repeats nothing that the caller sent, unless the service does. */
function answerFailure(error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply) {
  const isKnown = error instanceof Refusal || error instanceof ServiceFailure
  const failure = isKnown ? error : failureOf(error, request)
  request.server.trail.failed(request, failure)
  reply.code(failure.statusCode).headers({ 'cache-control': 'no-store', ...failure.headers })
  const body = failure instanceof ServiceFailure ? failure.body : errorBodyOf(failure)
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(body))
}

function failureOf(error: FastifyError | Error, request: FastifyRequest): Refusal {
  const status = 'statusCode' in error ? (error.statusCode ?? 500) : 500
  if (status >= 400 && status < 500) return new Refusal('GTW-07')
  // What ends because the reader has gone is no failure.
  if (!request.socket.destroyed) logFailure(request, error)
  return unexpectedRefusal(error)
}
