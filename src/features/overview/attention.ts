/** The headlines of reports. */

import type { Books } from '../../books/books.ts'
import type { AcceptedFinding } from '../../contract/accepted-findings.ts'
import type { Report } from '../../contract/report.ts'
import { reconciliationReport } from '../reconciliation/reconciliation-report.ts'
import { reviewOfBooks } from '../review/books-review.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    summary: typeof reportSummary
  }
}

export async function reportSummary(
  books: Books,
  accepted: readonly AcceptedFinding[],
): Promise<{
  readonly reports: readonly Pick<Report, 'title' | 'headline'>[]
  readonly isPartial: boolean
}> {
  const reports = [reconciliationReport(books), await reviewOfBooks(books, accepted)]
  return {
    reports: reports.map(({ title, headline }) => ({ title, headline })),
    isPartial: reports.some(({ basis }) => basis.doubts.length > 0),
  }
}
