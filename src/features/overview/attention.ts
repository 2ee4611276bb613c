/** What needs a look: transactions in flight by age, recent failures, and the headlines of reports. Each count leads to a list of as many. */

import type { AcceptedFinding } from '../../api/pack-source.ts'
import type { Books } from '../../books/books.ts'
import { everyDay } from '../../books/edges.ts'
import { type Edge, eachRow } from '../../books/transaction-table.ts'
import { type DateForm, type DayNumber, dateParameters, dayOf } from '../../contract/day.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import { openStatuses, type TransactionStatus, transactionStatuses } from '../../contract/enumerations.ts'
import type { ViewControl } from '../../work/views.ts'
import { reconciliationReport } from '../reconciliation/reconciliation-report.ts'
import type { Report } from '../report/report.ts'
import { reviewReport } from '../review/review-report.ts'

declare module '../../work/views.ts' {
  interface BooksViews {
    recent: typeof recentAnswer
    summary: typeof reportSummary
  }
}

export interface RecentCounts {
  /** `unread`: the service was not asked yet. `none`: it gives no dates. */
  readonly dates: 'known' | 'unread' | 'none'
  readonly inFlight: ListedCount
  /** Oldest first; empty without dates. */
  readonly ages: readonly ListedCount[]
  /** In the last seven days, and in the seven days before. Null without dates. */
  readonly failed: { readonly week: ListedCount; readonly weekBefore: ListedCount } | null
  /** Transactions without a date: the counts by date may lack them. */
  readonly undated: { readonly inFlight: number; readonly failed: number }
  /** Transactions of a status that the specification does not have. */
  readonly unknown: number
}

export interface ListedCount {
  readonly count: number
  readonly filter: TransactionFilter
}

/** Counting open transactions needs no dates. The rest needs two weeks of them. */
export async function recentAnswer(
  books: Books,
  { isDated }: { readonly isDated: boolean },
  { divide }: ViewControl,
): Promise<RecentCounts> {
  if (!isDated) return recentCounts(books, false)
  return recentCounts(await divide(recentEdges(dayOf(Date.parse(books.ended), 'utc'))), true)
}

/** The same days that the activity on the page asks for. */
function recentEdges(today: DayNumber): readonly Edge[] {
  return everyDay({ first: today - 13, last: today })
}

const failedStatuses: readonly TransactionStatus[] = ['failed', 'rejected']

/** `isDated`: the books are divided by `recentEdges`. */
export function recentCounts(
  { transactions: { table, days }, ended }: Books,
  isDated: boolean,
): RecentCounts {
  const today = dayOf(Date.parse(ended), 'utc')
  const open: Tally = { statuses: openStatuses, ages: [], undated: 0 }
  const failed: Tally = { statuses: failedStatuses, ages: [], undated: 0 }
  let unknown = 0
  eachRow(table, ({ status }, day) => {
    if (transactionStatuses.every((one) => one !== status)) unknown += 1
    const tally = [open, failed].find(({ statuses }) => statuses.some((one) => one === status))
    if (day !== null) tally?.ages.push(today - day)
    else if (tally) tally.undated += 1
  })
  const dates = days.failure !== null ? 'none' : isDated ? 'known' : 'unread'
  const listed = ({ statuses, ages }: Tally, from: number, to: number): ListedCount => ({
    count: ages.filter((age) => age >= from && age <= to).length,
    filter: { ...datesOfAge(today, from, to, days.formOfLinks), status: statuses },
  })
  return {
    dates,
    inFlight: { count: open.ages.length + open.undated, filter: { status: openStatuses } },
    ages: dates === 'known' ? [listed(open, 8, Infinity), listed(open, 1, 7), listed(open, 0, 0)] : [],
    failed: dates === 'known' ? { week: listed(failed, 0, 6), weekBefore: listed(failed, 7, 13) } : null,
    undated: { inFlight: open.undated, failed: failed.undated },
    unknown,
  }
}

interface Tally {
  readonly statuses: readonly TransactionStatus[]
  readonly ages: number[]
  undated: number
}

function datesOfAge(today: DayNumber, from: number, to: number, form: DateForm) {
  const last = today - from
  if (to !== Infinity) return dateParameters({ first: today - to, last }, form, 'utc')
  const { end_date } = dateParameters({ first: last, last }, form, 'utc')
  return { end_date }
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
