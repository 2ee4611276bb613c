/** Events that the audit log and the metrics receive. Nothing here opens anything or repeats a filter's value. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ActivityReport } from '../../contract/activity.ts'
import { type EndpointName, matchEndpoint } from '../../contract/endpoints.ts'
import { noRecordsCodes } from '../../contract/errors.ts'
import { apiPrefix } from '../../contract/session.ts'
import { pathOf, Refusal } from '../http.ts'
import type { AuditEntry } from './audit/chain.ts'
import { AuditLog } from './audit/writer.ts'
import type { SignInAttempt } from './log.ts'
import { createMetrics, type Metrics, serveMetrics } from './monitoring.ts'
import type { GatewayOptions } from './options.ts'
import { type Credentials, fixedCredentials, type Person } from './reader.ts'
import {
  askedOf,
  countRecords,
  errorCodeOf,
  filterNames,
  mayBeError,
  type Pair,
  sortPairs,
} from './reading.ts'
import { fingerprintOf, keyed } from './sealing.ts'
import type { GatewaySettings } from './settings.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** A call that returns a promise throws GTW-30 where the audit log cannot hold its line: then the event must not happen. */
export interface Trail {
  readonly metrics: Metrics
  fault(): string | null
  begun(request: FastifyRequest, session: WatchedSession): void
  seen(request: FastifyRequest, session: WatchedSession): void
  ended(request: FastifyRequest, session: WatchedSession, why: SessionEnd): void
  signIn(request: FastifyRequest, attempt: SignInAttempt): Promise<void>
  /** Throws GTW-30 while the audit log cannot be written: nothing is read without a trail. */
  requireWritable(): void
  /** Waits for the service's answer to a read, and for its line. */
  read(
    request: FastifyRequest,
    target: string,
    answer: () => Promise<UpstreamAnswer>,
  ): Promise<UpstreamAnswer>
  failed(request: FastifyRequest, failure: Refusal): void
  activity(request: FastifyRequest, report: ActivityReport): Promise<void>
  signed(request: FastifyRequest, factsDigest: string): Promise<void>
  /** Waits until earlier lines are written or have failed. */
  settled(): Promise<void>
}

/** A session as lines describe it. Its id is otherwise only in the sealed cookie. */
export interface WatchedSession extends Credentials {
  readonly id: string
  readonly person: Person | null
  readonly account: string | null
  readonly expiresAt: string
}

/** `revoked`: ended before, here or in another browser. */
export type SessionEnd =
  | 'sign-out'
  | 'sign-out-everywhere'
  | 'signed-in-again'
  | 'account-switched'
  | 'expired'
  | 'idle'
  | 'revoked'

declare module 'fastify' {
  interface FastifyInstance {
    trail: Trail
  }
}

/** Throws where the audit log cannot be written. */
export async function openTrail(
  app: FastifyInstance,
  options: GatewayOptions,
  sessionsInUse: () => number,
): Promise<Trail> {
  const { AUDIT_LOG: to, METRICS_PORT: port, METRICS_HOST: host } = options.settings
  const audit = to === undefined ? undefined : await opened(to, app, options.settings)
  const sources = {
    sessions: sessionsInUse,
    auditLines: () => audit?.end.seq ?? 0,
    isAuditFailing: () => (audit?.fault ?? null) !== null,
  }
  const metrics = createMetrics(sources, port !== undefined)
  if (port !== undefined) serveMetrics(app, metrics, { port, host })
  return createTrail(app, options, audit, metrics)
}

async function opened(to: string, app: FastifyInstance, settings: GatewaySettings): Promise<AuditLog> {
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
    return await AuditLog.open(options)
  } catch (error) {
    throw new Error(`AUDIT_LOG: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Watches every request, and receives what its routes tell. */
function createTrail(
  app: FastifyInstance,
  { settings, sealingKeys }: GatewayOptions,
  audit: AuditLog | undefined,
  metrics: Metrics,
): Trail {
  const fixed = fixedCredentials(settings)
  const sessions = new WeakMap<FastifyRequest, WatchedSession>()
  const notes = new WeakMap<FastifyRequest, { code?: string; serviceSeconds?: number }>()
  /** Separate budgets: many refusals must not hide attempts to sign in. */
  const [refusals, signIns] = (['refused', 'sign-in'] as const).map((of) =>
    createStrangers((lines) => audit?.note({ event: 'omitted', of, lines })),
  )

  const reader = ({ apiKey, accountId }: Credentials): AuditEntry => ({
    key: fingerprintOf(sealingKeys, apiKey),
    account: accountId,
  })
  /** Digests, computed once for each remembered session. */
  const readers = new WeakMap<WatchedSession, AuditEntry>()
  const whose = (session: WatchedSession): AuditEntry => {
    const entry = readers.get(session) ?? {
      ...(session.person && { person: session.person.id, name: session.person.name }),
      ...reader(session),
      account: session.accountId ?? session.account,
      session: keyed(sealingKeys[0], 'session', session.id).slice(0, 16),
    }
    readers.set(session, entry)
    return entry
  }
  const who = (request: FastifyRequest, session = sessions.get(request)): AuditEntry => ({
    caller: request.ip,
    request: request.id,
    ...(session ? whose(session) : fixed && reader(fixed)),
  })
  const filtersIn = (pairs: readonly Pair[], unknown: number): AuditEntry => ({
    filters: pairs.map(([name]) => name),
    digest: pairs.length === 0 ? null : keyed(sealingKeys[0], 'filter', pairs).slice(0, 32),
    ...(unknown > 0 && { unknown }),
  })
  const commit = async (entry: AuditEntry): Promise<void> => {
    await audit?.commit(entry).catch(() => {
      throw new Refusal('GTW-30')
    })
  }
  const seen = (request: FastifyRequest, session: WatchedSession) => {
    sessions.set(request, session)
  }
  const readLine = (
    request: FastifyRequest,
    endpoint: EndpointName,
    target: string,
    outcome: { status: number | null; code: string | null; rows: number | null; seconds: number },
  ): AuditEntry => {
    const { filters, page, unknown } = askedOf(endpoint, target)
    const { status, code, rows, seconds } = outcome
    return {
      event: 'read',
      endpoint,
      ...filtersIn(filters, unknown),
      ...page,
      status,
      ...(code !== null && { code }),
      rows,
      milliseconds: Math.round(seconds * 1000),
      ...who(request),
    }
  }

  const count = async (request: FastifyRequest, { statusCode, elapsedTime }: FastifyReply) => {
    const { code, serviceSeconds = null } = notes.get(request) ?? {}
    const outcome = code ?? (statusCode < 400 ? 'ok' : statusCode < 500 ? 'refused' : 'failed')
    const endpoint = endpointLabel(request)
    metrics.requests.inc({ endpoint, outcome })
    metrics.gateway.observe({ endpoint }, Math.max(0, elapsedTime / 1000 - (serviceSeconds ?? 0)))
    if (serviceSeconds !== null) metrics.service.observe({ endpoint }, serviceSeconds)
  }
  if (settings.METRICS_PORT !== undefined) {
    app.addHook('onResponse', count)
    app.addHook('onRequestAbort', async (request) =>
      metrics.requests.inc({ endpoint: endpointLabel(request), outcome: 'aborted' }),
    )
  }
  app.addHook('onClose', async () => {
    refusals?.close()
    signIns?.close()
    const lines = (await audit?.close()) ?? 0
    if (lines > 0) app.log.error({ lines }, 'lines of the audit log were lost: it could not be written')
  })

  return {
    metrics,
    fault: () => audit?.fault ?? null,
    async signIn(request, attempt) {
      metrics.signIns.inc({ outcome: attempt.outcome })
      const entry = { event: 'sign-in', ...who(request), ...attempt }
      if (attempt.outcome === 'accepted') await commit(entry)
      else signIns?.admit(() => audit?.note(entry))
    },
    begun(request, session) {
      seen(request, session)
      audit?.note({ event: 'session-begun', ...who(request), expires: session.expiresAt })
    },
    seen,
    ended(request, session, why) {
      const isAsked = why === 'sign-out' || why === 'sign-out-everywhere'
      audit?.note({
        event: isAsked ? why : 'session-ended',
        ...(!isAsked && { why }),
        ...who(request, session),
      })
    },
    requireWritable() {
      if (this.fault() !== null) throw new Refusal('GTW-30')
    },
    async read(request, target, ask) {
      const endpoint = matchEndpoint(pathOf(target))?.name
      if (endpoint === undefined) throw new Refusal('GTW-05')
      const begun = performance.now()
      const took = () => (performance.now() - begun) / 1000
      try {
        const answer = await ask()
        const seconds = took()
        const { status, body } = answer
        const isRead = audit !== undefined || mayBeError(status, body)
        const text = isRead ? await answer.decoded() : undefined
        const code = text ? errorCodeOf(status, text) : null
        notes.set(request, { ...(code !== null && { code }), serviceSeconds: seconds })
        if (audit === undefined || text === undefined) return answer
        const rows = code === null ? countRecords(endpoint, text) : noRecordsCodes.has(code) ? 0 : null
        await commit(readLine(request, endpoint, target, { status, code, rows, seconds }))
        return answer
      } catch (error) {
        const { code, statusCode: status } =
          error instanceof Refusal ? error : { code: 'aborted', statusCode: null }
        // Its own line is the one that could not be written.
        if (code === 'GTW-30') throw error
        const seconds = took()
        notes.set(request, { code, serviceSeconds: seconds })
        audit?.note(readLine(request, endpoint, target, { status, code, rows: null, seconds }))
        throw error
      }
    },
    failed(request, { code, statusCode }) {
      notes.set(request, { ...notes.get(request), code })
      const endpoint = endpointLabel(request)
      if (code === 'GTW-09') metrics.limited.inc({ endpoint })
      // A failure of the service or of the gateway is no rule.
      if (statusCode >= 500) return
      const note = () =>
        audit?.note({ event: 'refused', code, method: request.method, endpoint, ...who(request) })
      if (sessions.has(request)) note()
      else refusals?.admit(note)
    },
    activity(request, { state, filter, ...report }) {
      const pairs = Object.entries(filter)
      const known = sortPairs(pairs.filter(([name]) => filterNames.has(name)))
      const filters = filtersIn(known, pairs.length - known.length)
      return commit({ event: `export-${state}`, ...report, ...filters, ...who(request) })
    },
    signed: (request, facts) => commit({ event: 'signed', facts, ...who(request) }),
    settled: async () => audit?.settled(),
  }
}

/** The metrics' label: an endpoint of the read API, or another part of the gateway. */
function endpointLabel(request: FastifyRequest): string {
  const { url } = request.routeOptions
  if (url === `${apiPrefix}/*`)
    return matchEndpoint(pathOf(request.url).slice(apiPrefix.length))?.name ?? 'other'
  if (url === undefined) return 'other'
  if (url === '/*') return 'page'
  return labels.find(([prefix]) => url.startsWith(prefix))?.[1] ?? 'file'
}

const labels: readonly Pair[] = [
  ['/session/signature', 'signature'],
  ['/session/activity', 'activity'],
  ['/session', 'session'],
  ['/csp-reports', 'csp-report'],
  ['/.well-known', 'keys'],
  ['/healthz', 'health'],
  ['/readyz', 'health'],
]

/**
 * Keeps strangers from filling the disk: writes a limited number of their lines a minute and counts the rest. `tell` gets that count at
 * the end of the minute, or on closing.
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

/** Enough for people who mistype, and for studying an attack. */
const linesPerMinute = 300
