/** What other features use of reconciliation: how the last one ended, and making one. */
export * from './last-reconciliation.ts'
export { reconcileBooks } from './reconcile-books.ts'
export { headlineOf as reconciliationHeadline, reportOf as reconciliationReport } from './report.ts'
