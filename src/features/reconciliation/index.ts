/** What other features use of reconciliation. */
export { reconciliationReport } from './report.ts'
