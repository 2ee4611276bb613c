import type { FastifyInstance } from 'fastify'
import { type Audit, noAudit, openAudit } from './audit/audit.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { serveMetrics } from './metrics-server.ts'
import { createSeenSessions } from './seen-sessions.ts'
import type { GatewaySettings } from './settings.ts'
import { createTrail, type Trail, type TrailOptions } from './trail.ts'

/** Opens the audit log and the metrics that the settings ask for. Throws where the log cannot be written. */
export async function openTrail(
  app: FastifyInstance,
  settings: GatewaySettings,
  options: Pick<TrailOptions, 'key' | 'fingerprint' | 'fixed'>,
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
  const trail = createTrail(app, { ...options, audit, metrics, seenSessions })
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
