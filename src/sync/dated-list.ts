import type { DateParameters } from '../contract/day.ts'
import { type Filter, limitRange } from '../contract/endpoints.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { listedIds } from './date-filter.ts'
import { KnownRecords, ListFollower } from './follow-list.ts'
import type { PageRange } from './paging.ts'
import { present, type Reading, unlessRefused } from './reading.ts'
import { readWhole } from './walk.ts'
import { wholeTransactions } from './whole-lists.ts'

type Dates = Partial<DateParameters>

export class DatedList {
  readonly #filter: Filter<'transactions'>
  /** The longest answer so far. A service may give fewer rows than `limit`, but it did not truncate anything shorter than this. */
  #longest = 0

  constructor({ start_date, end_date, ...filter }: Filter<'transactions'>) {
    this.#filter = filter
  }

  /** Null where the service refuses the dates. One id is asked for without the list's filter, since a status may change meanwhile. */
  *ids(dates: Dates, limit: number, offset: number, id?: string): Reading<readonly string[] | null> {
    const ids = yield* this.#page(dates, { limit, offset }, id)
    return ids && named(ids)
  }

  /** True where the pages joined. */
  *readPages(dates: Dates, onIds: (ids: readonly string[]) => void): Reading<boolean> {
    const follower = new ListFollower<string | null>((id) => id, new KnownRecords())
    for (let offset = follower.next(); offset !== null; offset = follower.next()) {
      const ids = yield* this.#page(dates, { limit: limitRange.max, offset })
      if (ids === null) return false
      onIds(named(follower.receive(ids).met))
      // A service that has given longer answers did not cut this one.
      if (ids.length < Math.min(limitRange.max, this.#longest)) break
      this.#longest = Math.max(this.#longest, ids.length)
    }
    return !follower.hasMoved && follower.doubts.length === 0
  }

  /** True where both readings match. */
  *readTwice(dates: Dates, onIds: (ids: readonly string[]) => void): Reading<boolean> {
    const { read, identity } = wholeTransactions({ ...this.#filter, ...dates })
    const onPage = (records: readonly Transaction[]) => onIds(named(records.map(identity)))
    const end = yield* unlessRefused(readWhole({ read, identity, crossFilters: [] }, { onPage }))
    return end?.completeness === 'complete'
  }

  *#page(dates: Dates, page: PageRange, id?: string): Reading<readonly (string | null)[] | null> {
    const filter = id === undefined ? { ...this.#filter, ...dates } : { transaction_id: id, ...dates }
    return (yield* listedIds(filter, page))?.ids ?? null
  }
}

function named(ids: readonly (string | null)[]): readonly string[] {
  return ids.flatMap((id) => id || [])
}

/** An end keeps records out that arrive during the reading. */
export interface Pinned {
  readonly filter: Filter<'transactions'>
  /** Whether the list, of so many rows, lacks records that are not new: a service may leave out those without a date. Null where no end was set. */
  readonly lacks: ((rows: number) => Reading<boolean>) | null
}

/**
 * Sets `end_date` to the present, by the service's clock where records tell it, but only where the newest transaction stays the same.
 * It does not where a clock is slow, or where the service reads dates in another way. A list without an end can be read whole too.
 */
export function* pinEndDate(filter: Filter<'transactions'>): Reading<Pinned> {
  const unpinned = { filter, lacks: null }
  if (filter.end_date !== undefined) return unpinned
  const newest = yield* listedIds(filter, { limit: 1, offset: 0 })
  const id = newest?.ids[0] ?? null
  if (id === null) return unpinned
  const pinned = yield* until(filter, newest?.at)
  const same = yield* listedIds(pinned, { limit: 1, offset: 0 })
  if (same?.ids[0] !== id) return unpinned
  return {
    filter: pinned,
    *lacks(rows) {
      const page = { limit: limitRange.max, offset: rows }
      const beyond = yield* listedIds(filter, page)
      if (!beyond?.ids.length) return false
      // New records have a date by now.
      const dated = yield* listedIds(yield* until(filter, beyond.at), page)
      return (dated?.ids.length ?? 0) < beyond.ids.length
    },
  }
}

function* until<F>(filter: F, at: number | null | undefined): Reading<F & { readonly end_date: string }> {
  return { ...filter, end_date: new Date(at ?? (yield* present())).toISOString() }
}
