/** What other features use of the review: which findings are accepted. */
export { useAccepted } from './accepted-findings.ts'
