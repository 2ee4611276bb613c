/** What other features use of statements: the ledger, and a statement of it as a file. */
export { readLedger } from './read-ledger.ts'
export { reportOf as statementReport } from './report.ts'
export { scopeOf } from './scope.ts'
export { statementOf } from './statement.ts'
export { noDatesTexts, proofHeadline } from './words.ts'
