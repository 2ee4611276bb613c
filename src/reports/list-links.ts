/** The lists that numbers of a period lead to. */

import type { TransactionFilter } from '../contract/console-api.ts'
import { type DayRange, dateParameters, instantParameters } from '../contract/day.ts'
import { zoneDayStart } from '../contract/time-zone.ts'
import type { RecordedPeriod } from '../store/queries/transaction-query.ts'
import { transactionsHref } from '../url/hrefs.ts'
import { transactionsCodec } from '../url/lists.ts'

/** Milliseconds since 1970. `zone`: null for UTC. */
export function periodInstants({ first, last }: DayRange, zone: string | null): Required<RecordedPeriod> {
  return { from: zoneDayStart(first, zone ?? 'UTC'), before: zoneDayStart(last + 1, zone ?? 'UTC') }
}

/** The list of a filter and of these days, by the same edges and in the days of the zone. */
export function periodListHref(filter: TransactionFilter, days: DayRange, zone: string | null): string {
  if (zone === null) return transactionsHref({ ...filter, ...dateParameters(days, 'day', 'utc') })
  const { from, before } = periodInstants(days, zone)
  return transactionsCodec.href(
    '/transactions',
    { ...filter, ...instantParameters(from, before - 1) },
    { zone },
  )
}
