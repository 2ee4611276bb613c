import type { AccountStore } from '../store/account-store.ts'
import type { DatesState } from '../store/state.ts'
import { dateFilterOf } from './service/date-filter.ts'
import { perform, type ServiceRead } from './service/service-read.ts'

/** What is known of the service's dates, which it is asked once. Null where it has no transaction to ask with. */
export function* knownDates(rows: AccountStore, fence: string): ServiceRead<DatesState | null> {
  const filter = yield* dateFilterOf()
  if (filter === null) return null
  const { dates } = yield* perform(() => rows.state())
  if (dates !== null) return dates
  const { off: failure, form, days } = filter
  const unasked = { isComplete: false, askedFrom: null, longestPage: 0, undated: 0, doubts: [] }
  const fresh = { failure, form, days, ...unasked }
  yield* perform(() => rows.note(fence, { dates: fresh }))
  return fresh
}
