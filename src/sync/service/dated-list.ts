import type { DateParameters } from '../../contract/day.ts'
import { type Filter, limitRange } from '../../contract/endpoints.ts'
import type { Transaction } from '../../contract/normal-records.ts'
import { listedIds } from './date-filter.ts'
import { KnownRecords, ListFollower } from './follow-list.ts'
import type { PageRange } from './paging.ts'
import { type Reading, unlessRefused } from './reading.ts'
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
    for (let offset = follower.next(); offset !== null; ) {
      const ids = yield* this.#page(dates, { limit: limitRange.max, offset })
      if (ids === null) return false
      onIds(named(follower.receive(ids).met))
      const next = follower.next()
      // A service that has given longer answers did not cut this one.
      const isShort = ids.length < Math.min(limitRange.max, this.#longest)
      this.#longest = Math.max(this.#longest, ids.length)
      // Where records have left, it goes back first.
      offset = isShort && next !== null && next >= offset ? null : next
    }
    return !follower.hasMoved && follower.doubts.length === 0
  }

  /** True where both readings match. */
  *readTwice(dates: Dates, onIds: (ids: readonly string[]) => void): Reading<boolean> {
    const { read, identity } = wholeTransactions({ ...this.#filter, ...dates })
    const onPage = (records: readonly Transaction[]) => {
      onIds(named(records.map(identity)))
      return undefined
    }
    const end = yield* unlessRefused(readWhole({ read, identity, crossFilters: [] }, { onPage }))
    return end?.completeness === 'complete'
  }

  *#page(dates: Dates, page: PageRange, id?: string): Reading<readonly (string | null)[] | null> {
    const filter = id === undefined ? { ...this.#filter, ...dates } : { transaction_id: id, ...dates }
    return yield* listedIds(filter, page)
  }
}

function named(ids: readonly (string | null)[]): readonly string[] {
  return ids.flatMap((id) => id || [])
}
