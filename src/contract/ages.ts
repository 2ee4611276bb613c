/** How long transactions are in flight: whole UTC days between the day on which they were recorded and today. */

import type { TransactionFilter } from './console-api.ts'
import { counted } from './count-text.ts'
import { type DayNumber, dayText } from './day.ts'
import { openStatuses } from './enumerations.ts'

/** In days, both ends included. Without `to`, of any age from there. */
export interface AgeBand {
  readonly from: number
  readonly to: number | null
}

/** Oldest first. */
export const ageBands: readonly AgeBand[] = [
  { from: 3, to: null },
  ...[2, 1, 0].map((age) => ({ from: age, to: age })),
]

export function agedFilter({ from, to }: AgeBand, today: DayNumber): TransactionFilter {
  return {
    status: openStatuses,
    ...(to !== null && { start_date: dayText(today - to) }),
    end_date: dayText(today - from),
  }
}

/** A record of a service whose days are ahead of ours is of today. */
export function ageInDays(recorded: DayNumber, today: DayNumber): number {
  return Math.max(0, today - recorded)
}

/** "today", "1 day", "3 days". */
export function ageText(days: number): string {
  return days === 0 ? 'today' : counted(days, 'day')
}

/** After how many there are: "from today", "since yesterday", "for 2 days", "for 3 days or longer". */
export function bandText({ from, to }: AgeBand): string {
  if (from === 0) return 'from today'
  if (from === 1) return 'since yesterday'
  return `for ${ageText(from)}${to === null ? ' or longer' : ''}`
}
