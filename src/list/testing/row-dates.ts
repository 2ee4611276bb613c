/** The days that rows of a ledger are given, without its books. */

import { profileOfSession } from '../../api/service-profile.ts'
import { type DayZone, dayText } from '../../contract/day.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type Ledger, now, serve } from '../../sync/service/testing/dated-ledger.ts'
import { type RowDaysFound, RowsWithoutBooks } from '../row-days.ts'

let ledgers = 0

export function datesOf(ledger: Ledger, zone: DayZone = 'utc', clock = () => now) {
  ledgers += 1
  profileOfSession(`ledger ${ledgers}`)
  const service = serve(ledger)
  const rows = new RowsWithoutBooks({
    ...{ zone, now: clock, sleep: async () => {} },
    answer: async (request) => service.answer(request),
  })
  const days = new Map<string, number | null>()
  let found: RowDaysFound | null = null
  return {
    ...service,
    days,
    about: () => found,
    async find(filter: Filter<'transactions'>, ids: readonly string[]) {
      found = await rows.find({ ids, filter, signal: new AbortController().signal })
      for (const [id, day] of found.days) days.set(id, day)
    },
    textOf(id: string) {
      const day = days.get(id) ?? null
      return day === null ? null : dayText(day)
    },
  }
}
