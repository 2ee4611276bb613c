/** What other features use of changes. */
export { changesReport } from './report.ts'
