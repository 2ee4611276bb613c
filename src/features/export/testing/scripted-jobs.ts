/** A store of exports whose workers a test scripts. */
import { refusal } from '../../../api/testing/refusal.ts'
import type { ActivityReport } from '../../../contract/activity.ts'
import type { PackRequest } from '../../../files/pack.ts'
import type { ExportRequest } from '../../../files/run.ts'
import { wholeFacts } from '../../../files/testing/facts.ts'
import type { ExportCommand, ExportReport, JobRequest } from '../jobs/job.ts'
import { createExportJobs } from '../jobs/job-store.ts'

/** What every one of them was asked for. */
export const request: ExportRequest = {
  title: 'Vaults',
  list: 'vaults',
  filter: {},
  format: 'csv',
  columns: ['vault_id'],
  link: '/vaults',
  session: 'mark-of-acme',
  service: { address: 'https://custody.invalid', account: 'acme' },
}
/** A pack that somebody asked for. */
export const packRequest: PackRequest = {
  title: 'Audit pack',
  format: 'zip',
  period: { first: '2026-07-01', last: '2026-09-30', name: 'Q3 2026' },
  link: '/statements?period=2026-Q3',
  session: request.session,
  service: request.service,
}
export const error = refusal('GTW-04', { message: 'Session ended', httpStatus: 401 })
/** A first page. */
export const progress = read(1000)
export const facts = wholeFacts({ completeness: 'partial' })

/** A store of which each worker is scripted: what it was told, and a way to let it report. `activity` is what the gateway was told. */
export function scripted() {
  const workers: {
    told: ExportCommand['type'][]
    report: (report: ExportReport) => void
    fail: () => void
  }[] = []
  const activity: ActivityReport[] = []
  const startWorker = () => {
    const told: ExportCommand['type'][] = []
    const worker: ReturnType<Parameters<typeof createExportJobs>[0]> = {
      postMessage: (message: ExportCommand) => void told.push(message.type),
      terminate: () => {},
      onmessage: null,
      onerror: null,
    }
    workers.push({
      told,
      fail: () => Reflect.apply(worker.onerror ?? (() => {}), worker, [{}]),
      report: (data) => Reflect.apply(worker.onmessage ?? (() => {}), worker, [{ data }]),
    })
    return worker
  }
  const jobs = createExportJobs(startWorker, (session, report) => {
    if (session === request.session) activity.push(report)
  })
  const start = (asked: JobRequest = request) => {
    const id = jobs.start(asked)
    const worker = workers.at(-1)
    if (!worker) throw new Error('no worker was started')
    return { id, ...worker, now: () => jobs.getSnapshot().find((each) => each.id === id) }
  }
  return { jobs, start, activity }
}

/** So many records were read. */
export function read(rows: number) {
  return {
    type: 'progress',
    progress: { rows, pages: 1, pass: 1, met: rows, bytes: 5000, dates: null },
  } as const
}
