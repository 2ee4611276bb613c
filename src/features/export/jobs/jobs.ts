import { createExportJobs } from './job-store.ts'
import { workerStarter } from './start-worker.ts'
import { tellGateway } from './tell-gateway.ts'
import workerUrl from './worker.ts?worker&url'

/** The exports of this tab, each in a worker of its own. */
export const exportJobs = createExportJobs(workerStarter('export-worker', workerUrl), tellGateway)
