/** What other features use of exports: the buttons, what is added up for control, and what a report is. */

export type { ExportFacts } from '../../files/facts.ts'
export { type Cell, columnsFor } from '../../files/list-export.ts'
export { transactionsExport, whitelistsExport } from '../../files/lists.ts'
export {
  type PackManifest,
  type PackPeriod,
  type PackRequest,
  packListName,
  readmeName,
} from '../../files/pack.ts'
export { createPack, type PackWriter } from '../../files/pack-writer.ts'
export type { Report } from '../../files/report-file.ts'
export { type ByteSink, type ExportControl, retries, runExport } from '../../files/run.ts'
export { unsigned } from '../../files/seal.ts'
export { collectTotals } from '../../files/totals.ts'
export { ExportButton } from './ExportButton.tsx'
export { SaveButtons } from './SaveButtons.tsx'
