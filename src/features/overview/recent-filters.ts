import { type DayNumber, dayText } from '../../contract/day.ts'
import type { TransactionFilter } from '../../contract/endpoints.ts'
import { openStatuses } from '../../contract/enumerations.ts'

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
