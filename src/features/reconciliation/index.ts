/** What other features use of reconciliation: how the last one ended, and making one. */
export { lastReconciliationOf, type StoredReconciliation } from './last-reconciliation.ts'
export { reconciliationReport } from './report.ts'
