import fastify, { type FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { hasOwnHost, isLoopback } from './origin.ts'

export interface ReadAccount {
  /** Of the settings; null for a key that somebody typed. */
  readonly name: string | null
  /** Since the latest reading or update began; null before the first. */
  readonly ageSeconds: number | null
  /** Since the service has not answered; 0 while it does. */
  readonly silentSeconds: number
}

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
  /** Names are those of the settings. */
  const ofAccounts = (
    name: string,
    help: string,
    values: () => readonly (readonly [account: string | null, value: number | null])[],
  ) =>
    new Gauge({
      ...{ name, help, labelNames: ['account'] as const, registers },
      collect() {
        this.reset()
        for (const [account, value] of values())
          if (account !== null && value !== null) this.set({ account }, value)
      },
    })
  const changes = new Counter({
    name: 'custody_changes_total',
    help: 'What was told to change in accounts that this copy reads, by kind and event.',
    labelNames: ['kind', 'event'],
    registers,
  })
  // Prometheus sees no increase in a sample that is new.
  for (const event of ['gone', 'final', 'backwards', 'late']) changes.inc({ kind: 'transaction', event }, 0)
  changes.inc({ kind: 'holding', event: 'unexplained' }, 0)
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
    watchSync(accounts: () => readonly ReadAccount[]) {
      gauge('custody_sync_accounts', 'Accounts that this copy reads.', () => accounts().length)
      gauge(
        'custody_sync_oldest_seconds',
        'Seconds since the account that was brought up to date longest ago, of those that this copy reads.',
        () => Math.max(0, ...accounts().map(({ ageSeconds }) => ageSeconds ?? 0)),
      )
      ofAccounts(
        'custody_sync_age_seconds',
        'Seconds since an account was brought up to date, of those of the settings that this copy reads.',
        () => accounts().map(({ name, ageSeconds }) => [name, ageSeconds]),
      )
      ofAccounts(
        'custody_sync_silent_seconds',
        'Seconds for which the service has not answered this copy, by account of the settings; 0 while it answers.',
        () => accounts().map(({ name, silentSeconds }) => [name, silentSeconds]),
      )
    },
    changes,
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

/**
 * On its own port, which no proxy passes on. On this machine only under a name that is this machine's: a page that leads its own name here would be
 * read as one of its own site. Throws where the port is taken.
 */
export function serveMetrics(
  app: FastifyInstance,
  { registry }: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): void {
  const server = fastify({ forceCloseConnections: true })
  server.get('/metrics', async (request, reply) => {
    if (isLoopback(host) && !hasOwnHost(request))
      return reply.code(403).type('text/plain').send('Ask for the metrics at an address, or at localhost.\n')
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
