/** What happened since a moment, and what is in flight: `/api/figures/shift`. All times are ISO 8601 UTC. */
import type { ReportTone } from './report.ts'

export interface ShiftFigures {
  /** What changed after this is counted. */
  readonly since: string
  /** Why that moment, where nobody gave one. Null where somebody did. */
  readonly because: 'changes-begin' | 'last-day' | null
  /** Includes changes up to this moment, which *Mark as seen* stores. Null where no changes are kept. */
  readonly until: string | null
  /** The worst first, with what there is none of. */
  readonly sections: readonly ShiftSection[]
  readonly in_flight: InFlightFigures
  /** Leads to everything that changed since. */
  readonly href: string
  /** What part of the time is not known, and why, in sentences. */
  readonly unknown: readonly string[]
  readonly as_of: string
  readonly doubts: readonly string[]
}

export interface ShiftSection {
  readonly title: string
  readonly tone: ReportTone
  /** Everyday events are listed without an alert. */
  readonly isRoutine: boolean
  readonly lines: readonly ShiftLine[]
}

/** "25 failed": `href` leads to a list of 25. */
export interface ShiftLine extends ShiftSum {
  /** Tells it from other lines. */
  readonly key: string
  /** Without the count. */
  readonly text: string
  /** What it is made of: "Broker: 2 addresses added". Names are text of the service. */
  readonly detail?: string
}

export interface ShiftSum {
  readonly count: number
  readonly href: string
  /** At the last prices. Null without prices, and of what has no amount. */
  readonly value: ShiftValue | null
}

export interface ShiftValue {
  /** "1,234.50 EUR"; null where none of them has a price. */
  readonly text: string | null
  /** Transactions without a price or a readable amount, which are not in the value. */
  readonly unpriced: number
}

export interface InFlightFigures extends ShiftSum {
  /** Oldest first. None where nothing has a date. */
  readonly ages: readonly ShiftLine[]
  /** "3 days", "at least 3 days"; null where nothing in flight has a date. */
  readonly oldest: string | null
  /** Their day is not known. */
  readonly undated: number
  /** `none`: the service gives no dates. `awaited`: they are looked for. */
  readonly dates: 'known' | 'awaited' | 'none'
}
