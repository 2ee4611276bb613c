/** What other features use of exports: the buttons, what is added up for control, and what a report is. */

export type { ExportFacts } from './facts.ts'
export { dateDoubts } from './filter-dates.ts'
export { findMisfits, loadCanonical, withMisfits } from './filter-misfits.ts'
export { beginPack } from './jobs/dialog-state.ts'
export { ExportButton } from './jobs/ExportButton.tsx'
export { SaveButtons } from './jobs/SaveButtons.tsx'
export { serveJob } from './jobs/serve-job.ts'
export { workerStarter } from './jobs/start-worker.ts'
export { type Cell, columnsFor } from './list-export.ts'
export {
  type PackManifest,
  type PackPeriod,
  type PackRequest,
  packListName,
  readmeName,
} from './pack.ts'
export { type ControlSum, type ControlTotals, collectTotals, regroup } from './totals.ts'
export { transactionsExport } from './transactions.ts'
export { whitelistsExport } from './whitelists.ts'
export { createPack, type PackWriter } from './write/pack-writer.ts'
export type { Report } from './write/report-file.ts'
export { type ByteSink, type ExportControl, retries, runExport } from './write/run.ts'
export { unsigned } from './write/seal.ts'
export { dateReasons } from './write/words.ts'
