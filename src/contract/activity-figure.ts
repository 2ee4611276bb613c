/** Activity over time: how many transactions came in and went out, by day or month. Each bar leads to the list that it counts. */
import type { DayRange, WhoseDays } from './day.ts'

/** The last 14, 30 and 90 days by day, and the last twelve months by month. */
export const activitySpans = ['14d', '30d', '90d', '12m'] as const
export type ActivitySpan = (typeof activitySpans)[number]

export function isSpan(text: string | undefined): text is ActivitySpan {
  return activitySpans.some((span) => span === text)
}

export const sides = ['in', 'out'] as const
export type Side = (typeof sides)[number]

export interface ActivityPeriod {
  readonly unit: 'day' | 'month'
  /** `YYYY-MM-DD`, or `YYYY-MM`. */
  readonly name: string
  readonly range: DayRange
}

export interface Bar {
  readonly count: number
  readonly href: string
}

export interface BarPair extends Readonly<Record<Side, Bar>> {
  readonly period: ActivityPeriod
}

export interface ActivityFigure {
  readonly span: ActivitySpan
  /** Id of one vault; null for all. */
  readonly vaultId: string | null
  readonly bars: readonly BarPair[]
  readonly undated: number
  readonly untyped: number
  readonly whose: WhoseDays
  /** ISO 8601 UTC. */
  readonly as_of: string
  /** Why transactions may be missing, in sentences. */
  readonly doubts: readonly string[]
}
