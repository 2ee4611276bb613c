/** What other features use of reconciliation: how the last one ended. */
export * from './last-reconciliation.ts'
