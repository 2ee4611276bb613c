/** What other features use of statements: those of books, as reports. */

export { pastBalances, statement } from './statement.ts'
export { statementReport } from './view.ts'
