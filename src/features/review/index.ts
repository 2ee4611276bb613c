export { reviewReport } from './report.ts'
