/** What other features use of statements: the ledger, and a statement and balances of it as files. */

export { ledgerOf } from './ledger.ts'
export { balancesReportOf, reportOf as statementReport, statementResult } from './report.ts'
export { scopeOf } from './scope.ts'
