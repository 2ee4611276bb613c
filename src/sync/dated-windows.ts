/** Lists of the service between two days, inclusive. Either end may be infinite, which asks for no such end. */
import {
  type DateForm,
  type DateParameters,
  type DayNumber,
  type DayRange,
  dayLength,
  dayOf,
  dayText,
} from '../contract/day.ts'
import { type Filter, limitRange } from '../contract/endpoints.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { DatesState } from '../store/state.ts'
import { clockError, furthestZone } from './service/date-filter.ts'
import { listTransactions } from './service/endpoints.ts'
import { KnownRecords, ListFollower } from './service/follow-list.ts'
import { present, type Reading, serviceProfile, unlessRefused } from './service/reading.ts'
import type { DateFilter } from './service/service-profile.ts'
import { readWhole } from './service/walk.ts'
import { wholeTransactions } from './service/whole-lists.ts'

export class DatedWindows {
  readonly #form: DateForm
  /** The longest answer so far, that of all dates included. A service may give fewer rows than `limit`, but it cut nothing shorter than this. */
  #longest: number

  constructor({ form, longestPage }: Pick<DatesState, 'form' | 'longestPage'>) {
    this.#form = form
    this.#longest = longestPage
  }

  get longestPage(): number {
    return this.#longest
  }

  /** All records of a window, page by page; some may come twice. False where nothing shows that these are all. */
  *read(range: DayRange, onPage: (records: readonly Transaction[]) => Reading<void>): Reading<boolean> {
    return (yield* this.#readPages(range, onPage)) || (yield* this.#readTwice(range, onPage))
  }

  *#readPages(range: DayRange, onPage: (records: readonly Transaction[]) => Reading<void>): Reading<boolean> {
    const follower = new ListFollower<Transaction>(idOf, new KnownRecords())
    const limit = Math.min(limitRange.max, (yield* serviceProfile()).mostRows)
    if (this.#longest === 0) this.#longest = (yield* listTransactions({ limit, offset: 0 })).records.length
    for (let offset = follower.next(); offset !== null; ) {
      const page = yield* unlessRefused(listTransactions({ ...this.#datesOf(range), limit, offset }))
      if (page === null) return false
      yield* onPage(follower.receive(page.records).met)
      const next = follower.next()
      const isShort = page.records.length < this.#longest
      this.#longest = Math.max(this.#longest, page.records.length)
      // Where records have left, it goes back first.
      offset = isShort && next !== null && next >= offset ? null : next
    }
    return !follower.hasMoved && follower.doubts.length === 0
  }

  *#readTwice(range: DayRange, onPage: (records: readonly Transaction[]) => Reading<void>): Reading<boolean> {
    const { read, identity } = wholeTransactions(this.#datesOf(range))
    const end = yield* unlessRefused(readWhole({ read, identity, crossFilters: [] }, { onPage }))
    return end?.completeness === 'complete'
  }

  *isEmpty(range: DayRange): Reading<boolean> {
    return (yield* this.first(range, 1)).length === 0
  }

  *first(range: DayRange, limit: number): Reading<readonly string[]> {
    const page = yield* unlessRefused(listTransactions({ ...this.#datesOf(range), limit, offset: 0 }))
    return page?.records.flatMap((record) => idOf(record) || []) ?? []
  }

  /**
   * Null where the service refuses the dates, or gives another record than this one. `isToEdge` includes the first instant after the window:
   * a service with finer instants than milliseconds may have some before that and after the last millisecond.
   */
  *lists(id: string, range: DayRange, isToEdge = false): Reading<boolean | null> {
    const { end_date, ...dates } = this.#datesOf(range)
    const end = isToEdge && this.#form === 'instant' ? instantOf((range.last + 1) * dayLength) : end_date
    const filter = { ...dates, ...(end !== undefined && { end_date: end }), transaction_id: id }
    const page = yield* unlessRefused(listTransactions({ ...filter, limit: 1, offset: 0 }))
    if (page === null) return null
    const [record] = page.records
    return record === undefined ? false : idOf(record) === id || null
  }

  #datesOf({ first, last }: DayRange): Partial<DateParameters> & Filter<'transactions'> {
    const isInstant = this.#form === 'instant'
    const start = Number.isFinite(first) && (isInstant ? instantOf(first * dayLength) : dayText(first))
    const end =
      Number.isFinite(last) &&
      (isInstant ? instantOf((last + 1) * dayLength - 1) : dayText(this.#form === 'day' ? last : last + 1))
    return { ...(start && { start_date: start }), ...(end && { end_date: end }) }
  }
}

function idOf({ transaction_id }: Transaction): string | null {
  return transaction_id
}

function instantOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString()
}

/** The last day on which the service can have recorded anything by now, by whatever clock and zone. */
export function* latestDay(days: DateFilter['days']): Reading<DayNumber> {
  return dayOf((yield* present()) + clockError + (days === 'utc' ? 0 : furthestZone), 'utc')
}
