/** The headlines of reports. */

import type { Books } from '../../books/books.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import type { Report } from '../../contract/report.ts'
import { reconciledBooks } from '../reconciliation/books-reconciliation.ts'
import { reviewReport } from '../review/review-report.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    summary: typeof reportSummary
  }
}

export function reportSummary(
  books: Books,
  accepted: readonly AcceptedFinding[],
): {
  readonly reports: readonly Pick<Report, 'title' | 'headline'>[]
  readonly isPartial: boolean
} {
  const reports = [reconciledBooks(books), reviewReport(books, accepted)]
  return {
    reports: reports.map(({ title, headline }) => ({ title, headline })),
    isPartial: reports.some(({ basis }) => basis.doubts.length > 0),
  }
}
