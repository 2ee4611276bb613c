/** What other features use of the review without a view. */
export { datedReview, reviewReport } from './review-report.ts'
