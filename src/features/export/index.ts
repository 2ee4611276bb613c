/** What other features use of exports: the buttons, what is added up for control, and what a report is. */

export { findMisfits, loadCanonical, withMisfits } from './filter-misfits.ts'
export { ExportButton } from './jobs/ExportButton.tsx'
export { SaveButtons } from './jobs/SaveButtons.tsx'
export type { Cell } from './list-export.ts'
export { type ControlSum, type ControlTotals, collectTotals, regroup } from './totals.ts'
export { pinEndDate, transactionsExport } from './transactions.ts'
export type { Report } from './write/report-file.ts'
export { dateReasons } from './write/words.ts'
