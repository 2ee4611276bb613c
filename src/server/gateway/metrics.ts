/** What the gateway counts, in the format of Prometheus. Every label has few values, none of which a caller chooses. */
import { createServer } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { pathOf } from '../http.ts'
import type { SignInAttempt } from './log.ts'

/** The counters of one gateway, which its routes raise, and their text. */
export interface Metrics {
  /** A request that was answered: how long it took and, where the service was asked, how much of that was spent there. */
  answered(request: {
    readonly endpoint: string
    readonly outcome: string
    readonly seconds: number
    readonly serviceSeconds: number | null
  }): void
  /** A request whose caller went away before the answer. */
  aborted(endpoint: string): void
  signIn(outcome: SignInAttempt['outcome']): void
  rateLimited(endpoint: string): void
  policyViolated(directive: string): void
  text(): Promise<{ readonly type: string; readonly body: string }>
}

/** What is read when somebody asks. */
export interface MetricSources {
  /** Sessions that were in use lately. */
  sessions(): number
  auditLines(): number
  isAuditFailing(): boolean
}

/** Counts from zero. With `ofProcess` there are event loop and memory too. */
export function createMetrics(sources: MetricSources, ofProcess: boolean): Metrics {
  const registry = new Registry()
  const registers = [registry]
  if (ofProcess) collectDefaultMetrics({ register: registry })
  const requests = new Counter({
    name: 'custody_requests_total',
    help: 'Requests to the gateway, by endpoint and outcome: ok, an error code, or what became of them.',
    labelNames: ['endpoint', 'outcome'],
    registers,
  })
  const service = new Histogram({
    name: 'custody_service_seconds',
    help: 'How long the custody service took to answer, by endpoint.',
    labelNames: ['endpoint'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  })
  const gateway = new Histogram({
    name: 'custody_gateway_seconds',
    help: 'How long requests took in the gateway itself, without the custody service.',
    labelNames: ['endpoint'],
    buckets: [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1],
    registers,
  })
  const signIns = new Counter({
    name: 'custody_sign_ins_total',
    help: 'Attempts to sign in, by outcome.',
    labelNames: ['outcome'],
    registers,
  })
  const limited = new Counter({
    name: 'custody_rate_limited_total',
    help: 'Requests that the gateway refused because there were too many, by endpoint.',
    labelNames: ['endpoint'],
    registers,
  })
  const violations = new Counter({
    name: 'custody_csp_violations_total',
    help: 'Violations of the Content-Security-Policy that browsers reported, by directive.',
    labelNames: ['directive'],
    registers,
  })
  gauge('custody_sessions', 'Sessions used within the idle time-out, in this copy.', sources.sessions)
  gauge('custody_audit_lines', 'Number of the last line of the audit log.', sources.auditLines)
  gauge('custody_audit_failing', '1 while the audit log cannot be written.', () =>
    sources.isAuditFailing() ? 1 : 0,
  )
  function gauge(name: string, help: string, value: () => number): void {
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(value())
      },
    })
  }
  return {
    answered({ endpoint, outcome, seconds, serviceSeconds }) {
      requests.inc({ endpoint, outcome })
      gateway.observe({ endpoint }, Math.max(0, seconds - (serviceSeconds ?? 0)))
      if (serviceSeconds !== null) service.observe({ endpoint }, serviceSeconds)
    },
    aborted: (endpoint) => requests.inc({ endpoint, outcome: 'aborted' }),
    signIn: (outcome) => signIns.inc({ outcome }),
    rateLimited: (endpoint) => limited.inc({ endpoint }),
    policyViolated: (directive) => violations.inc({ directive }),
    text: async () => ({ type: registry.contentType, body: await registry.metrics() }),
  }
}

/**
 * Serves `/metrics` on a port of its own, which no proxy passes on. The port opens before the gateway's own and closes with it. Starting
 * throws where it is taken.
 */
export function serveMetrics(
  app: FastifyInstance,
  metrics: Metrics,
  { port, host }: { readonly port: number; readonly host: string },
): void {
  const server = createServer((request, response) => {
    const answer = (status: number, body: string, type = 'text/plain') =>
      response.writeHead(status, { 'content-type': type }).end(body)
    if (request.method !== 'GET' || pathOf(request.url ?? '') !== '/metrics') answer(404, 'Not found\n')
    else
      metrics.text().then(
        ({ type, body }) => answer(200, body, type),
        ({ message }: Error) => {
          app.log.error({ reason: message }, 'metrics cannot be read')
          answer(500, 'Metrics cannot be read\n')
        },
      )
  })
  app.addHook('onReady', async () => {
    await new Promise<void>((resolve, reject) => {
      server.once('error', ({ message }) => reject(new Error(`METRICS_PORT: ${message}`)))
      server.listen(port, host, resolve)
    })
    app.log.info({ address: server.address() }, 'metrics are served')
  })
  app.addHook('onClose', async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  })
}
