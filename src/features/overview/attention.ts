/** What needs a look: transactions in flight by age, recent failures, and the headlines of reports. Each count leads to a list of as many. */

import type { AcceptedFinding } from '../../api/pack-source.ts'
import type { Books } from '../../books/books.ts'
import { type DayNumber, dayText } from '../../contract/day.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { reconciliationReport } from '../reconciliation/reconciliation-report.ts'
import type { Report } from '../report/report.ts'
import { reviewReport } from '../review/review-report.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    summary: typeof reportSummary
  }
}

const open = { status: openStatuses } as const
const failed = { status: ['failed', 'rejected'] } as const

/** By age in days: in flight, oldest first, and failed in seven days and the seven before. */
export function recentFilters(today: DayNumber) {
  return {
    over: { ...open, end_date: dayText(today - 8) },
    week: { ...open, ...ofAges(today, 1, 7) },
    today: { ...open, ...ofAges(today, 0, 0) },
    failed: { ...failed, ...ofAges(today, 0, 6) },
    failedBefore: { ...failed, ...ofAges(today, 7, 13) },
  } satisfies Readonly<Record<string, TransactionFilter>>
}

function ofAges(today: DayNumber, from: number, to: number) {
  return { start_date: dayText(today - to), end_date: dayText(today - from) }
}

export function reportSummary(
  books: Books,
  accepted: readonly AcceptedFinding[],
): {
  readonly reports: readonly Pick<Report, 'title' | 'headline'>[]
  readonly isPartial: boolean
} {
  const reports = [reconciliationReport(books), reviewReport(books, accepted)]
  return {
    reports: reports.map(({ title, headline }) => ({ title, headline })),
    isPartial: reports.some(({ basis }) => basis.doubts.length > 0),
  }
}
