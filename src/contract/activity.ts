import type { DayRange } from './day.ts'

/** In and out: deposits and withdrawals of all vaults; of one, everything with it as destination or source. */
export const activitySides = ['in', 'out'] as const
export type ActivitySide = (typeof activitySides)[number]

/** The last 14, 30 and 90 days by day, and the last twelve months by month. */
export const activitySpans = ['14d', '30d', '90d', '12m'] as const
export type ActivitySpan = (typeof activitySpans)[number]

export interface ActivityPeriod {
  readonly unit: 'day' | 'month'
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly name: string
  readonly range: DayRange
}

export interface ActivityBar {
  readonly count: number
  readonly href: string
}

export interface ActivityBars extends Readonly<Record<ActivitySide, ActivityBar>> {
  readonly period: ActivityPeriod
}

/** What the chart of activity shows. */
export interface ActivityAnswer {
  readonly bars: readonly ActivityBars[]
  /** Transactions of which it is not known in which period they were recorded. */
  readonly undated: number
  /** Of all vaults: transactions of unknown type, which are on neither side. */
  readonly untyped: number
  readonly whose: 'utc' | 'service'
  /** ISO 8601 UTC. */
  readonly as_of: string
  /** Why it is not proved that all transactions were read, in sentences. */
  readonly doubts: readonly string[]
}
