import { useQueries } from '@tanstack/react-query'
import { failureOf } from '../../api/failure.ts'
import { sumsQuery } from '../../api/records.ts'
import { useRevision } from '../../api/revision.ts'
import type { ApiError } from '../../contract/api-error.ts'
import type { TotalsAnswer } from '../../contract/console-api.ts'
import { dayOf } from '../../contract/day.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import { type Outcome, statusOutcome } from '../../contract/outcomes.ts'
import type { ReportTone } from '../../contract/report.ts'
import type { Revision } from '../../contract/revision.ts'
import { recentFilters } from './recent-filters.ts'

/** `undecided`: further transactions that may be in the period. */
export interface ListedCount {
  readonly count: number
  readonly undecided: number
  readonly filter: TransactionFilter
}

export interface RecentCounts {
  /** `none`: records have no dates. */
  readonly dates: 'known' | 'awaited' | 'none'
  /** Null until it is counted. */
  readonly counts: Readonly<Partial<Record<Outcome, number>>> | null
  /** Oldest first. Null until they are counted. */
  readonly ages: readonly ListedCount[] | null
  /** In the last seven days, and in the seven before. Null until they are counted. */
  readonly failed: { readonly week: ListedCount; readonly weekBefore: ListedCount } | null
  readonly failure: ApiError | null
  readonly retry: () => void
}

/** Counts of all transactions by status, and of recent ones by date. */
export function useRecentCounts(): RecentCounts {
  const revision = useRevision()
  const today = dayOf(revision?.as_of ? Date.parse(revision.as_of) : Date.now(), 'utc')
  const filters = recentFilters(today)
  const named = Object.values(filters)
  const [all, ...dated] = useQueries({
    queries: [sumsQuery({}, ['status']), ...named.map((filter) => sumsQuery(filter, []))],
  })
  const listed = named.map((filter, place) => listedCount(filter, dated[place]?.data))
  const [over, week, day, failed, failedBefore] = listed
  const queries = [...(all ? [all] : []), ...dated]
  return {
    dates: datesIn(revision),
    counts: all?.data ? countsOf(all.data) : null,
    ages: over && week && day ? [over, week, day] : null,
    failed: failed && failedBefore ? { week: failed, weekBefore: failedBefore } : null,
    failure: queries.map(failureOf).find((one) => one !== null) ?? null,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
  }
}

/** No `count` while transactions without a date may belong to the week: zero found is not zero. */
export function failedInWeek({
  dates,
  failed,
  failure,
}: Pick<RecentCounts, 'dates' | 'failed' | 'failure'>): {
  readonly count?: number
  readonly tone: ReportTone
} {
  if (failure || !failed || dates === 'none') return { tone: 'neutral' }
  const { count, undecided } = failed.week
  if (count > 0) return { count, tone: 'warning' }
  return undecided > 0 || dates === 'awaited' ? { tone: 'neutral' } : { count, tone: 'good' }
}

/** An open pack has no revision, and its dates do not change. */
function datesIn(revision: Revision | undefined): RecentCounts['dates'] {
  if (!revision) return 'known'
  if (revision.dates?.off) return 'none'
  return revision.dates?.is_complete ? 'known' : 'awaited'
}

function listedCount(filter: TransactionFilter, answer: TotalsAnswer | undefined): ListedCount | null {
  if (!answer) return null
  const count = answer.totals.reduce((sum, row) => sum + row.count, 0)
  return { count, undecided: answer.undecided, filter }
}

function countsOf({ totals }: TotalsAnswer): Readonly<Partial<Record<Outcome, number>>> {
  const counts: Partial<Record<Outcome, number>> = {}
  for (const { group, count } of totals) {
    const outcome = statusOutcome(group.status)
    counts[outcome] = (counts[outcome] ?? 0) + count
  }
  return counts
}
