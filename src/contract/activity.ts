/** How many transactions came in and went out, by day or month. Of all vaults, deposits and withdrawals; of one vault, everything to and from it. */
import type { DayRange } from './day.ts'

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

export interface BarPair extends Readonly<Record<ActivitySide, ActivityBar>> {
  readonly period: ActivityPeriod
}

export interface ActivityFigures {
  /** Oldest first, up to the day on which the records are as of. */
  readonly bars: readonly BarPair[]
  readonly undated: number
  /** Of no type of the specification, which no bar of all vaults has. */
  readonly untyped: number
  /** Whose days these are. */
  readonly whose: 'utc' | 'service'
  /** ISO 8601 UTC. */
  readonly as_of: string
  readonly doubts: readonly string[]
}
