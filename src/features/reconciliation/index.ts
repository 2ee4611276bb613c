/** What other features use of reconciliation: how the last one ended, and making one. */
export * from './last-reconciliation.ts'
export { readMovements } from './read-movements.ts'
export { reconcile } from './reconcile.ts'
export { reconcileMovements } from './reconcile-movements.ts'
export { headlineOf as reconciliationHeadline, reportOf as reconciliationReport } from './report.ts'
