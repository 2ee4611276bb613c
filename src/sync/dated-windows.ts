/** Lists of the service between two moments. Either end may be infinite, which asks for no such end. */
import {
  type DateForm,
  type DateParameters,
  type DayNumber,
  dayLength,
  dayOf,
  dayText,
  isoInstant,
} from '../contract/day.ts'
import { type Filter, limitRange } from '../contract/endpoints.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { DatesState } from '../store/state.ts'
import { clockError, furthestZone } from './service/date-filter.ts'
import { listTransactions } from './service/endpoints.ts'
import { KnownRecords, ListFollower } from './service/follow-list.ts'
import type { PageRange } from './service/paging.ts'
import { readWholeList } from './service/read-list.ts'
import type { DateFilter } from './service/service-profile.ts'
import {
  currentTime,
  nullIfRefused,
  perform,
  type ServiceRead,
  serviceProfile,
} from './service/service-read.ts'

/** In milliseconds since 1970; `before` is not within. Both are whole days where the service takes nothing finer. */
export interface TimeWindow {
  readonly from: number
  readonly before: number
}

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
  *read(
    window: TimeWindow,
    onPage: (records: readonly Transaction[]) => ServiceRead<void>,
  ): ServiceRead<boolean> {
    return (yield* this.#readPages(window, onPage)) || (yield* this.#readTwice(window, onPage))
  }

  *#readPages(
    window: TimeWindow,
    onPage: (records: readonly Transaction[]) => ServiceRead<void>,
  ): ServiceRead<boolean> {
    const follower = new ListFollower<Transaction>(idOf, new KnownRecords())
    const limit = Math.min(limitRange.max, (yield* serviceProfile()).mostRows)
    if (this.#longest === 0) this.#longest = (yield* listTransactions({ limit, offset: 0 })).records.length
    for (let offset = follower.next(); offset !== null; ) {
      const page = yield* nullIfRefused(listTransactions({ ...this.#datesOf(window), limit, offset }))
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

  *#readTwice(
    window: TimeWindow,
    onPage: (records: readonly Transaction[]) => ServiceRead<void>,
  ): ServiceRead<boolean> {
    const read = (page: PageRange) => listTransactions({ ...this.#datesOf(window), ...page })
    const list = { read, identity: idOf, crossFilters: [] }
    const end = yield* nullIfRefused(readWholeList(list, { onPage }))
    return end?.completeness === 'complete'
  }

  *isEmpty(window: TimeWindow): ServiceRead<boolean> {
    return (yield* this.first(window, 1)).length === 0
  }

  *first(window: TimeWindow, limit: number): ServiceRead<readonly string[]> {
    const page = yield* nullIfRefused(listTransactions({ ...this.#datesOf(window), limit, offset: 0 }))
    return page?.records.flatMap((record) => idOf(record) || []) ?? []
  }

  /**
   * Null where the service refuses the dates, or gives another record than this one. `isToEdge` includes the first instant after the window:
   * a service with finer instants than milliseconds may have some before that and after the last millisecond.
   */
  *lists(id: string, window: TimeWindow, isToEdge = false): ServiceRead<boolean | null> {
    const ids = yield* this.#idsOf(id, window, isToEdge, 1)
    if (ids === null) return null
    const [first] = ids
    return first === undefined ? false : first === id || null
  }

  /** Whether the window lists all of so many records that share this id, to its edge. */
  *listsAll({ id, records }: SharedId, window: TimeWindow): ServiceRead<boolean> {
    const ids = yield* this.#idsOf(id, window, true, records + 1)
    return ids?.length === records && ids.every((each) => each === id)
  }

  *#idsOf(
    id: string,
    window: TimeWindow,
    isToEdge: boolean,
    limit: number,
  ): ServiceRead<readonly (string | null)[] | null> {
    const { end_date, ...dates } = this.#datesOf(window)
    const end = isToEdge && this.#form === 'instant' ? isoInstant(window.before) : end_date
    const filter = { ...dates, ...(end !== undefined && { end_date: end }), transaction_id: id }
    const page = yield* nullIfRefused(listTransactions({ ...filter, limit, offset: 0 }))
    return page?.records.map(idOf) ?? null
  }

  #datesOf({ from, before }: TimeWindow): Partial<DateParameters> & Filter<'transactions'> {
    const isInstant = this.#form === 'instant'
    const last = this.#form === 'day' ? before - dayLength : before
    const start = Number.isFinite(from) && (isInstant ? isoInstant(from) : dayText(from / dayLength))
    const end = Number.isFinite(before) && (isInstant ? isoInstant(before - 1) : dayText(last / dayLength))
    return { ...(start && { start_date: start }), ...(end && { end_date: end }) }
  }
}

function idOf({ transaction_id }: Transaction): string | null {
  return transaction_id
}

/** From the beginning of the first day to the end of the last. */
export function windowOfDays(first: DayNumber, last = first): TimeWindow {
  return { from: first * dayLength, before: (last + 1) * dayLength }
}

/** Nothing that is listed by now can have been recorded later, by whatever clock and zone. */
export function* latestMoment(days: DateFilter['days']): ServiceRead<number> {
  return (yield* currentTime()) + clockError + (days === 'utc' ? 0 : furthestZone)
}

export function* latestDay(days: DateFilter['days']): ServiceRead<DayNumber> {
  return dayOf(yield* latestMoment(days))
}

/** An id, and how many records of the store have it. */
export interface SharedId {
  readonly id: string
  readonly records: number
}

export function* sharedId(rows: AccountStore, id: string): ServiceRead<SharedId> {
  return { id, records: (yield* perform(() => rows.rowsOf([id]))).length }
}
