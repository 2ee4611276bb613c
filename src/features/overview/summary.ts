/** What the books say of an account, one line each. */
import { dayOf } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import type { ViewControl } from '../../work/views.ts'
import { reconciliationReport } from '../reconciliation/index.ts'
import type { Report } from '../report/index.ts'
import { reviewReport } from '../review/index.ts'
import { type RecentTrouble, recentEdges, recentTrouble } from './recent.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    summary: typeof booksSummary
  }
}

export interface Summary {
  readonly reports: readonly Pick<Report, 'title' | 'headline' | 'link'>[]
  /** Null where no transaction has a day. */
  readonly trouble: RecentTrouble | null
  readonly doubts: readonly string[]
}

const summaries = new WeakMap<Books, Summary>()

/** Made once for each books, because a review of many transactions takes a while. */
export async function booksSummary(
  { ended }: Books,
  _: undefined,
  { divide }: ViewControl,
): Promise<Summary> {
  const books = await divide(recentEdges(dayOf(Date.parse(ended), 'utc')))
  const summary = summaries.get(books) ?? summaryAnew(books)
  summaries.set(books, summary)
  return summary
}

function summaryAnew(books: Books): Summary {
  const reports = [reconciliationReport(books), reviewReport(books)]
  return {
    reports: reports.map(({ title, headline, link }) => ({ title, headline, link })),
    trouble: recentTrouble(books),
    doubts: [...new Set(reports.flatMap(({ basis }) => basis.doubts))],
  }
}
