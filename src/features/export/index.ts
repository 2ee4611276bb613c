/** What other features use of exports: the buttons, what is added up for control, and what a report is. */

export type { Report } from '../../files/report-file.ts'
export { collectTotals } from '../../files/totals.ts'
export { ExportButton } from './ExportButton.tsx'
export { SaveButtons } from './SaveButtons.tsx'
