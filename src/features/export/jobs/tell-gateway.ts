import type { ActivityReport } from '../../../contract/activity.ts'
import { activityPath, sessionMarkHeader } from '../../../contract/session.ts'
import type { ExportFacts } from '../../../files/facts.ts'
import type { JobRequest } from './job.ts'

/** Tells of a file that is made in this session. */
export type TellActivity = (session: string, report: ActivityReport) => void

/** Tells the gateway, for its audit log. Nothing waits for it or fails with it, and it goes out even when the page is left. */
export const tellGateway: TellActivity = (session, report) => {
  fetch(activityPath, {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', [sessionMarkHeader]: session },
    body: JSON.stringify(report),
  }).catch(() => {})
}

type About = Pick<ActivityReport, 'id' | 'kind' | 'format' | 'filter'>

/** What a job makes. */
export function aboutJob(id: string, request: JobRequest): About {
  if (request.format === 'zip') {
    const { first, last } = request.period
    return { id, kind: 'audit-pack', format: 'zip', filter: { start_date: first, end_date: last } }
  }
  const { list, format, filter } = request
  return { id, kind: list, format, filter: { ...filter } }
}

/** How it ended: with a file and these facts, or without one. */
export function ended(about: About, end: ExportFacts | 'failed' | 'cancelled'): ActivityReport {
  if (typeof end === 'string') return { state: 'ended', ...about, outcome: end, rows: null, sha256: null }
  const { completeness: outcome, rows, file } = end
  return { state: 'ended', ...about, outcome, rows, sha256: file.sha256 }
}
