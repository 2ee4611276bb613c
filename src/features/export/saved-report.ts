import type { ExportFormat } from '../../files/facts.ts'
import { type Report, reportFile } from '../../files/report-file.ts'
import { signAtGateway } from '../../files/seal.ts'
import { activityEnd, tellGateway } from '../../work/made-file.ts'

/** The file of a report and its facts, signed in this session. The gateway is told that it was made, or that it could not be. */
export async function savedReport(report: Report, format: ExportFormat, session: string) {
  const { list: kind, parameters } = report
  // Not a UUID, which pages of plain http cannot make: it only has to tell this one from the next.
  const id = `${Date.now()}-${Math.random().toString(36).slice(2)}`
  const about = { id, kind, format, filter: { ...parameters } }
  tellGateway(session, { state: 'begun', ...about })
  try {
    const made = await reportFile(report, format, signAtGateway(session))
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(made.facts) })
    return made
  } catch (error) {
    tellGateway(session, { state: 'ended', ...about, ...activityEnd(null) })
    throw error
  }
}
