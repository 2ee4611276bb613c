import fastify, { type FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { Refusal } from '../http.ts'
import { fixedCredentials } from './reader.ts'
import { describeAnswer, leastRead } from './reading.ts'
import type { GatewaySettings } from './settings.ts'
import type { Upstream } from './upstream.ts'

/** Returns what is wrong, without any address; null where all is well. */
type Check = () => Promise<string | null>

/**
 * Results last a few seconds, so that nobody can flood the service through this route. What `notes` say makes the copy no less ready: without
 * it, every copy would be taken away at once.
 */
export function addReadiness(
  app: FastifyInstance,
  checks: Readonly<Record<string, Check>>,
  notes: Readonly<Record<string, Check>>,
): void {
  let checked: { readonly until: number; readonly answer: ReturnType<typeof answerOf> } | undefined
  app.get('/readyz', { logLevel: 'warn' }, async (_request, reply) => {
    if (checked === undefined || checked.until <= Date.now())
      checked = { until: Date.now() + holdsFor, answer: answerOf(checks, notes) }
    const answer = await checked.answer
    return reply.code(answer.status === 'ready' ? 200 : 503).send(answer)
  })
}

async function answerOf(checks: Readonly<Record<string, Check>>, notes: Readonly<Record<string, Check>>) {
  const resultsOf = (some: Readonly<Record<string, Check>>) =>
    Promise.all(Object.entries(some).map(async ([name, check]) => [name, (await check()) ?? 'ok'] as const))
  const [results, noted] = await Promise.all([resultsOf(checks), resultsOf(notes)])
  const isReady = results.every(([, state]) => state === 'ok')
  return { status: isReady ? 'ready' : 'not ready', checks: Object.fromEntries([...results, ...noted]) }
}

/** A refusal counts as an answer: there may be no key to ask with. */
export function serviceAnswers(settings: GatewaySettings, upstream: Upstream): Check {
  const credentials = fixedCredentials(settings)
  return async () => {
    try {
      const { status, body } = await upstream.ask({
        target: leastRead,
        credentials,
        timeoutMilliseconds: patience,
      })
      const { code } = describeAnswer('transactions', status, body)
      if (code === 'ERR-01') return `answered with ${code}`
      return status < 500 ? null : `answered with HTTP ${status}`
    } catch (error) {
      return error instanceof Refusal ? error.message : 'failed'
    }
  }
}

const holdsFor = 5000
const patience = 5000

export type Metrics = ReturnType<typeof createMetrics>

/** Labels have few values, and no caller chooses them. `sources` are read at each scrape. */
export function createMetrics(
  sources: { readonly sessions: () => number; readonly isAuditFailing: () => boolean },
  ofProcess: boolean,
) {
  const registry = new Registry()
  const registers = [registry]
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      ...{ name, help, registers },
      collect() {
        this.set(value())
      },
    })
  gauge('custody_sessions', 'Sessions used within the idle time-out, in this copy.', sources.sessions)
  gauge('custody_audit_failing', '1 while the audit log cannot be written.', () =>
    Number(sources.isAuditFailing()),
  )
  if (ofProcess) collectDefaultMetrics({ register: registry })
  return {
    registry,
    requests: new Counter({
      name: 'custody_requests_total',
      help: 'Requests to the gateway, by endpoint and outcome: ok, an error code, or what became of them.',
      labelNames: ['endpoint', 'outcome'],
      registers,
    }),
    service: new Histogram({
      name: 'custody_service_seconds',
      help: 'How long the custody service took to answer, by endpoint.',
      labelNames: ['endpoint'],
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
      registers,
    }),
    syncJobs: new Counter({
      name: 'custody_sync_readings_total',
      help: 'Readings of accounts by this copy, by kind and outcome.',
      labelNames: ['kind', 'outcome'],
      registers,
    }),
    syncRequests: new Counter({
      name: 'custody_sync_requests_total',
      help: 'Requests that this copy made to the service to read accounts.',
      registers,
    }),
    /** Called once. */
    watchSync(source: { readonly accounts: () => number; readonly oldestSeconds: () => number }) {
      gauge('custody_sync_accounts', 'Accounts that this copy reads.', source.accounts)
      gauge(
        'custody_sync_oldest_seconds',
        'Seconds since the account that was brought up to date longest ago, of those that this copy reads.',
        source.oldestSeconds,
      )
    },
    webhookTries: new Counter({
      name: 'custody_webhook_tries_total',
      help: 'Messages that this copy sent to webhooks, each try, by outcome: delivered, failed, or gone where the receiver wants no more.',
      labelNames: ['outcome'],
      registers,
    }),
    /** Called once. */
    watchWebhooks(waiting: () => number) {
      gauge(
        'custody_webhooks_waiting',
        'Messages to webhooks that no receiver has taken yet, of accounts that this copy reads.',
        waiting,
      )
    },
    signIns: new Counter({
      name: 'custody_sign_ins_total',
      help: 'Attempts to sign in, by outcome.',
      labelNames: ['outcome'],
      registers,
    }),
  }
}

/** On its own port, which no proxy passes on. Throws where the port is taken. */
export function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): void {
  const server = fastify({ forceCloseConnections: true })
  server.get('/metrics', async (_request, reply) => {
    const samples = await registry.metrics()
    return reply.type(registry.contentType).send(samples)
  })
  app.addHook('onReady', async () => {
    await server.listen({ port, host }).catch(({ message }: Error) => {
      throw new Error(`METRICS_PORT: ${message}`)
    })
    app.log.info({ address: server.server.address() }, 'metrics are served')
  })
  app.addHook('onClose', () => server.close())
}
