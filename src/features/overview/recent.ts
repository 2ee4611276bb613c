/** What is in flight, and what failed or was rejected of late. Each count leads to a list of as many. */
import { type DayNumber, dateParameters, dayOf } from '../../api/dates/day.ts'
import type { Books } from '../../books/books.ts'
import { everyDay } from '../../books/edges.ts'
import { type Edge, eachRow } from '../../books/transaction-table.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { openStatuses, type TransactionStatus, transactionStatuses } from '../../contract/enumerations.ts'
import type { ViewControl } from '../../work/views.ts'

export const shownStatuses: readonly TransactionStatus[] = [...openStatuses, 'failed', 'rejected']

declare module '../../work/views.ts' {
  interface BooksViews {
    recent: typeof recentAnswer
  }
}

export interface RecentCounts {
  /** `unread`: nobody has asked the service yet. `none`: it gives no dates. */
  readonly dates: 'known' | 'unread' | 'none'
  readonly counts: readonly StatusCount[]
  /** Transactions of a status that the specification does not have. */
  readonly unknown: number
  /** When the books were read: ISO 8601 UTC. */
  readonly ended: string
}

export interface StatusCount {
  readonly status: TransactionStatus
  /** Everything in flight, or what ended in the last seven days. Null without dates. */
  readonly recent: ListedCount | null
  /** In flight for more than seven days, or ended in the seven days before. Null without dates. */
  readonly earlier: ListedCount | null
  /** Those without a date: `earlier`, and of what ended `recent` too, may lack them. */
  readonly undated: number
}

/** How many transactions the filter lists. A service takes one status at a time. */
interface ListedCount {
  readonly count: number
  readonly filter: Filter<'transactions'>
}

/** What is in flight needs no dates; the rest comes once the service was asked for them. */
export async function recentAnswer(
  books: Books,
  { isDated }: { readonly isDated: boolean },
  { divide }: ViewControl,
): Promise<RecentCounts> {
  if (!isDated) return recentCounts(books, false)
  return recentCounts(await divide(recentEdges(dayOf(Date.parse(books.ended), 'utc'))), true)
}

/** Each of the fourteen days, as the activity on the same page asks for them. */
function recentEdges(today: DayNumber): readonly Edge[] {
  return everyDay({ first: today - 13, last: today })
}

/** `isDated`: the books are divided by `recentEdges`. */
export function recentCounts(
  { transactions: { table, days }, ended }: Books,
  isDated: boolean,
): RecentCounts {
  const today = dayOf(Date.parse(ended), 'utc')
  const none = { all: 0, undated: 0, week: 0, weekBefore: 0, old: 0 }
  const tallies = shownStatuses.map((status) => ({ status, ...none }))
  let unknown = 0
  eachRow(table, ({ status }, day) => {
    if (transactionStatuses.every((one) => one !== status)) unknown += 1
    const tally = tallies.find((one) => one.status === status)
    if (!tally) return
    tally.all += 1
    if (day === null) tally.undated += 1
    else if (today - day < 7) tally.week += 1
    else if (today - day < 14) tally.weekBefore += 1
    if (day !== null && today - day > 7) tally.old += 1
  })
  const dates = days.failure !== null ? 'none' : isDated ? 'known' : 'unread'
  const between = (first: DayNumber, last: DayNumber) =>
    dateParameters({ first, last }, days.formOfLinks, 'utc')
  const { end_date } = between(today - 8, today - 8)
  const listed = (
    count: number,
    status: TransactionStatus,
    filter: Filter<'transactions'>,
  ): ListedCount | null => (dates === 'known' ? { count, filter: { ...filter, status } } : null)
  const counts = tallies.map(({ status, undated, all, week, weekBefore, old }): StatusCount => {
    if (openStatuses.some((one) => one === status))
      return {
        ...{ status, undated, recent: { count: all, filter: { status } } },
        earlier: listed(old, status, { end_date }),
      }
    return {
      ...{ status, undated, recent: listed(week, status, between(today - 6, today)) },
      earlier: listed(weekBefore, status, between(today - 13, today - 7)),
    }
  })
  return { dates, counts, unknown, ended }
}
