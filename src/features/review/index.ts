/** What other features use of the review of whitelists: making it. */
export { reviewReport } from './report.ts'
