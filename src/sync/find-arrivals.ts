/** Finds records that arrived between others, in a list that a service keeps by something else than time, such as ids. */
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import { perform, type ServiceRead } from './service/service-read.ts'

export interface Arrivals {
  /** The id of the record that they follow; null before the first. */
  readonly after: string | null
  readonly records: readonly Transaction[]
}

/** A record of the store: its place there, and how many places later the service lists it. Place -1 is before all. */
interface Joint {
  readonly rank: number
  readonly shift: number
}

type ListPage = (limit: number, offset: number) => ServiceRead<readonly Transaction[]>

/**
 * Halves the list until each part has its records in the same distance. Null where the list differs by more than arrivals, or these are
 * spread so far that a whole reading costs little more. `limit`: records of a page.
 */
export function* findArrivals(
  rows: AccountStore,
  page: ListPage,
  limit: number,
  { low, high }: { readonly low: Joint; readonly high: Joint },
): ServiceRead<readonly Arrivals[] | null> {
  const search = new ArrivalSearch(rows, page, limit)
  return (yield* search.between(low, high)) ? search.arrivals : null
}

class ArrivalSearch {
  readonly arrivals: Arrivals[] = []
  readonly #rows: AccountStore
  readonly #page: ListPage
  readonly #limit: number
  #pages = 0

  constructor(rows: AccountStore, page: ListPage, limit: number) {
    this.#rows = rows
    this.#page = page
    this.#limit = limit
  }

  /** False where it fails. */
  *between(low: Joint, high: Joint): ServiceRead<boolean> {
    if (low.shift === high.shift) return true
    if (low.shift > high.shift || low.rank >= high.rank || this.#pages === mostPages) return false
    this.#pages += 1
    const length = high.rank - low.rank + high.shift - low.shift + 1
    const skipped = Math.max(0, length - this.#limit) >> 1
    const place = Math.max(0, low.rank + low.shift + skipped)
    const records = yield* this.#page(this.#limit, place)
    const first = Math.max(0, place - high.shift)
    const ids = yield* perform(() => this.#rows.idsFrom(first, this.#limit + high.shift))
    const ranks = new Map(ids.map((id, index) => [id, first + index] as const))
    const part = this.#alignedPart(records, place, ranks, high.rank)
    if (part === null || part.first.rank < low.rank) return false
    const isStart = place === 0 || (yield* this.between(low, part.first))
    return isStart && (yield* this.between(part.last, high))
  }

  /** The first and the last record of a page that the store has. What stands between two such is new. */
  #alignedPart(
    records: readonly Transaction[],
    place: number,
    ranks: ReadonlyMap<string, number>,
    highest: number,
  ) {
    let first: Joint | null = null
    let last: Joint | null = null
    let pending: Transaction[] = []
    let after: string | null = null
    for (const [index, record] of records.entries()) {
      const id = record.transaction_id ?? ''
      const rank = ranks.get(id)
      if (rank === undefined) {
        pending.push(record)
        continue
      }
      const joint: Joint = { rank, shift: place + index - rank }
      if (rank > highest || (last && rank !== last.rank + 1)) return null
      if ((last || place === 0) && pending.length > 0) this.arrivals.push({ after, records: pending })
      first ??= joint
      last = joint
      after = id
      pending = []
      // What follows belongs to another part, which may have been searched.
      if (rank === highest) break
    }
    return first && last && { first, last }
  }
}

const mostPages = 60
