/** What other features use of exports: the buttons, what is added up for control, and what a report is. */
export { ExportButton } from './ExportButton.tsx'
export { findMisfits, loadCanonical, withMisfits } from './filter-misfits.ts'
export type { Report } from './report-file.ts'
export { SaveButtons } from './SaveButtons.tsx'
export { type ControlSum, type ControlTotals, collectTotals, regroup } from './totals.ts'
export { pinEndDate, transactionsExport } from './transactions.ts'
