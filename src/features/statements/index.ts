/** What other features use of statements: those of books, as reports. */

export { statementReport } from './answer.ts'
export { confirmation } from './confirmation.ts'
export { linesOf, scopeOf, statementEdges } from './holding-lines.ts'
export { statement } from './statement.ts'
export { valuationInputs, valuationOf, valueDays } from './valuation.ts'
export { periodName } from './words.ts'
