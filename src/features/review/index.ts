export { datedReview, reviewReport } from './report.ts'
