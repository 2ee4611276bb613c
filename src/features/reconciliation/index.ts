/** What other features use of reconciliation. */
export { reconciliationReport } from './reconciliation-report.ts'
