/** What other features use of statements: those of books, as reports. */

export { confirmation } from './confirmation.ts'
export { linesOf, scopeOf, statementEdges } from './scope.ts'
export { statement } from './statement.ts'
export { valuationInputs, valuationOf, valueDays } from './valuation.ts'
export { statementReport } from './view.ts'
export { periodName } from './words.ts'
