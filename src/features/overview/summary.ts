/** What the reports say of an account, one line each. */

import type { AcceptedFinding } from '../../api/pack-source.ts'
import type { Books } from '../../books/books.ts'
import { reconciliationReport } from '../reconciliation/index.ts'
import type { Report } from '../report/logic.ts'
import { reviewReport } from '../review/logic.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    summary: typeof booksSummary
  }
}

interface Summary {
  readonly reports: readonly Pick<Report, 'title' | 'headline' | 'link'>[]
  readonly isPartial: boolean
}

export function booksSummary(books: Books, accepted: readonly AcceptedFinding[]): Summary {
  const reports = [reconciliationReport(books), reviewReport(books, accepted)]
  return {
    reports: reports.map(({ title, headline, link }) => ({ title, headline, link })),
    isPartial: reports.some(({ basis }) => basis.doubts.length > 0),
  }
}
