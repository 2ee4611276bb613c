/** What happens in the gateway, as audit log and metrics are told of it. Nothing in it opens anything, and no value of a filter is in it. */
import { createHmac } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { ActivityReport } from '../../contract/activity.ts'
import { matchEndpoint } from '../../contract/endpoints.ts'
import { pathOf } from '../http.ts'
import { askedOf, endpointLabel, inOrder, type Pair } from './asked.ts'
import { type Audit, noAudit, openAudit } from './audit/audit.ts'
import type { Entry } from './audit/chain.ts'
import { contentOf } from './audit/rows.ts'
import { GatewayFailure } from './failure.ts'
import type { SignInAttempt } from './log.ts'
import { createMetrics, type Metrics, serveMetrics } from './metrics.ts'
import type { Credentials } from './reader.ts'
import { createSeenSessions, type SeenSessions } from './seen-sessions.ts'
import type { SessionWatch, WatchedSession } from './session-watch.ts'
import type { GatewaySettings } from './settings.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** Takes note of what happens. */
export interface Trail extends SessionWatch {
  signIn(request: FastifyRequest, attempt: SignInAttempt): void
  /** Throws GTW-30 while the audit log cannot be written: nothing is read without a trail. */
  requireWritable(): void
  /** Waits for the service's answer to a read, and notes what came of it. */
  read(
    request: FastifyRequest,
    target: string,
    answer: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer>
  /** A failure that the gateway answers with. */
  failed(request: FastifyRequest, failure: GatewayFailure): void
  activity(request: FastifyRequest, report: ActivityReport): void
  signed(request: FastifyRequest, factsDigest: string): void
}

/** By what readers are told apart in it. */
interface TrailOptions {
  /** For digests of what must not be told. */
  readonly key: Buffer
  fingerprint(apiKey: string): string
  readonly fixed: Credentials | undefined
}

declare module 'fastify' {
  interface FastifyInstance {
    trail: Trail
  }
}

/** Opens the audit log and the metrics that the settings ask for. Throws where the log cannot be written. */
export async function openTrail(
  app: FastifyInstance,
  settings: GatewaySettings,
  options: TrailOptions,
): Promise<{ readonly trail: Trail; readonly metrics: Metrics; readonly auditFault: () => string | null }> {
  const { AUDIT_LOG: to, METRICS_PORT: port, METRICS_HOST: host } = settings
  const audit = to === undefined ? noAudit : await opened(to, app, settings)
  const seenSessions = createSeenSessions(settings.SESSION_IDLE_MINUTES * 60_000)
  const sources = {
    sessions: seenSessions.inUse,
    auditLines: () => audit.end().seq,
    isAuditFailing: () => audit.fault() !== null,
  }
  const metrics = createMetrics(sources, port !== undefined)
  if (port !== undefined) serveMetrics(app, metrics, { port, host })
  const trail = createTrail(app, { audit, metrics, seenSessions }, options)
  return { trail, metrics, auditFault: audit.fault }
}

async function opened(to: string, app: FastifyInstance, settings: GatewaySettings): Promise<Audit> {
  const options = {
    to,
    copy: settings.COPY_NAME,
    maxBytes: settings.AUDIT_LOG_MEGABYTES * 1024 * 1024,
    keep: settings.AUDIT_LOG_KEEP,
    onFault(reason: string | null) {
      if (reason === null) app.log.warn('the audit log can be written again')
      else app.log.error({ reason }, 'the audit log cannot be written: nobody signs in or reads until it can')
    },
  }
  try {
    return await openAudit(options)
  } catch (error) {
    throw new Error(`AUDIT_LOG: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Takes note of every request to an application, and of what its routes tell. */
function createTrail(
  app: FastifyInstance,
  { audit, metrics, seenSessions }: { audit: Audit; metrics: Metrics; seenSessions: SeenSessions },
  { key, fingerprint, fixed }: TrailOptions,
): Trail {
  const sessions = new WeakMap<FastifyRequest, WatchedSession>()
  const notes = new WeakMap<FastifyRequest, { code?: string; serviceSeconds?: number }>()
  const strangers = createStrangers((lines) => audit.write({ event: 'omitted', lines }))

  const digest = (what: string, value: unknown) =>
    createHmac('sha256', key)
      .update(JSON.stringify([what, value]))
      .digest('hex')
      .slice(0, 32)
  const reader = ({ apiKey, accountId }: Credentials): Entry => ({
    key: fingerprint(apiKey),
    account: accountId,
  })
  const whose = (session: WatchedSession): Entry => ({
    ...(session.person && { person: session.person.id, name: session.person.name }),
    ...reader(session),
    account: session.accountId ?? session.account,
    session: digest('session', session.id).slice(0, 16),
  })
  const who = (request: FastifyRequest, session = sessions.get(request)): Entry => ({
    caller: request.ip,
    request: request.id,
    ...(session ? whose(session) : fixed && reader(fixed)),
  })
  const filtersIn = (pairs: readonly Pair[]): Entry => ({
    filters: pairs.map(([name]) => name),
    digest: pairs.length === 0 ? null : digest('filter', pairs),
  })
  const note = (request: FastifyRequest, more: { code?: string; serviceSeconds?: number }) =>
    notes.set(request, { ...notes.get(request), ...more })

  const seen = (request: FastifyRequest, session: WatchedSession) => {
    sessions.set(request, session)
    seenSessions.seen(session.id)
  }

  app.addHook('onResponse', async (request, { statusCode, elapsedTime }) => {
    const { code, serviceSeconds = null } = notes.get(request) ?? {}
    const outcome = code ?? (statusCode < 400 ? 'ok' : statusCode < 500 ? 'refused' : 'failed')
    metrics.answered({
      endpoint: endpointLabel(request),
      outcome,
      seconds: elapsedTime / 1000,
      serviceSeconds,
    })
  })
  app.addHook('onRequestAbort', async (request) => metrics.aborted(endpointLabel(request)))
  app.addHook('onClose', async () => {
    strangers.close()
    await audit.close()
  })

  return {
    signIn(request, attempt) {
      metrics.signIn(attempt.outcome)
      const write = () => audit.write({ event: 'sign-in', ...who(request), ...attempt })
      if (attempt.outcome === 'accepted') write()
      else strangers.admit(write)
    },
    begun(request, session) {
      seen(request, session)
      audit.write({ event: 'session-begun', ...who(request), expires: session.expiresAt })
    },
    seen,
    ended(request, session, why) {
      if (!seenSessions.isFirstEnd(session.id, Date.parse(session.expiresAt))) return
      const isAsked = why === 'sign-out' || why === 'sign-out-everywhere'
      audit.write({
        event: isAsked ? why : 'session-ended',
        ...(!isAsked && { why }),
        ...who(request, session),
      })
    },
    requireWritable() {
      if (audit.fault() !== null) throw new GatewayFailure('GTW-30')
    },
    async read(request, target, ask) {
      const endpoint = matchEndpoint(pathOf(target))?.name
      if (endpoint === undefined) throw new GatewayFailure('GTW-05')
      const asked = askedOf(endpoint, target)
      const begun = performance.now()
      const done = (status: number | null, rows: number | null, code: string | null) => {
        const milliseconds = performance.now() - begun
        note(request, { ...(code !== null && { code }), serviceSeconds: milliseconds / 1000 })
        audit.write({
          event: 'read',
          endpoint,
          ...filtersIn(asked.filters),
          ...asked.page,
          ...(asked.unknown > 0 && { unknown: asked.unknown }),
          status,
          ...(code !== null && { code }),
          rows,
          milliseconds: Math.round(milliseconds),
          ...who(request),
        })
      }
      try {
        const answer = await ask()
        const { rows, code } = contentOf(endpoint, answer.body)
        done(answer.status, rows, code)
        return answer
      } catch (error) {
        if (error instanceof GatewayFailure) done(error.statusCode, null, error.code)
        else done(null, null, 'aborted')
        throw error
      }
    },
    failed(request, { code, statusCode }) {
      note(request, { code })
      const endpoint = endpointLabel(request)
      if (code === 'GTW-09') metrics.rateLimited(endpoint)
      // What the service, or the gateway itself, could not do is no rule.
      if (statusCode >= 500) return
      const write = () =>
        audit.write({ event: 'refused', code, method: request.method, endpoint, ...who(request) })
      if (sessions.has(request)) write()
      else strangers.admit(write)
    },
    activity(request, { state, filter, ...report }) {
      const pairs = inOrder(Object.entries(filter))
      audit.write({ event: `export-${state}`, ...report, ...filtersIn(pairs), ...who(request) })
    },
    signed(request, facts) {
      audit.write({ event: 'signed', facts, ...who(request) })
    },
  }
}

/**
 * Keeps those whom nobody knows from filling the disk: so many lines a minute are written for them, and the rest is counted. `tell` is
 * told, at the end of a minute or when it is closed, how many lines were not written.
 */
function createStrangers(tell: (count: number) => void) {
  let written = 0
  let counted = 0
  let minute: NodeJS.Timeout | undefined
  const over = () => {
    clearTimeout(minute)
    minute = undefined
    if (counted > 0) tell(counted)
    written = 0
    counted = 0
  }
  return {
    admit(write: () => void) {
      minute ??= setTimeout(over, 60_000).unref()
      if (written >= linesPerMinute) {
        counted += 1
        return
      }
      written += 1
      write()
    },
    close: over,
  }
}

/** Enough for people who mistype, and for whoever looks for a pattern in an attack. */
const linesPerMinute = 300
