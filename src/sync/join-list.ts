/** Reads both ends of the list of transactions until they join what the store has. Memory depends on what is new. */
import { countText } from '../contract/count-text.ts'
import { type Filter, limitRange } from '../contract/endpoints.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import { type Arrivals, findArrivals } from './find-arrivals.ts'
import { listTransactions } from './service/endpoints.ts'
import { perform, type ServiceRead, serviceProfile } from './service/service-read.ts'

export interface ArrivalsBetween extends Arrivals {
  readonly after: string
}

export interface ListNews {
  /** New before all that the store has, and new after it, in the service's order. */
  readonly first: readonly Transaction[]
  readonly last: readonly Transaction[]
  readonly between: readonly ArrivalsBetween[]
  /** Came with them, and the store has them. */
  readonly met: readonly Transaction[]
  /** Why the list is not what the store has with something new at its ends; null where it is. */
  readonly contradiction: string | null
}

/** `since`: the start without which the service lists less. */
export function* readListNews(rows: AccountStore, since: string | null): ServiceRead<ListNews> {
  const joint = new ListJoint(rows, since === null ? {} : { start_date: since })
  let news: ListNews
  let attempt = 0
  do {
    attempt += 1
    // Records may have arrived between two pages. What does not join a second time has changed in its middle.
    news = yield* joint.read(attempt > 1)
  } while (news.contradiction !== null && attempt < mostAttempts)
  return news
}

const mostAttempts = 3

class ListJoint {
  readonly #rows: AccountStore
  readonly #filter: Filter<'transactions'>

  constructor(rows: AccountStore, filter: Filter<'transactions'>) {
    this.#rows = rows
    this.#filter = filter
  }

  /** `isSearched`: whether to look for arrivals between others. */
  *read(isSearched: boolean): ServiceRead<ListNews> {
    const size = yield* perform(() => this.#rows.size())
    const head = size === 0 ? emptyHead : yield* this.#readHead()
    const isJoined = head.contradiction === null
    if (!isJoined && !(isSearched && head.contradiction === moved)) return { ...head, ...nothingNew }
    const first = new Set(isJoined ? head.first.map(idOf) : [])
    const { last, inMiddle, contradiction } = yield* this.#readTail(size, first, isSearched)
    if (contradiction !== null)
      return { ...head, ...(!isJoined && nothingNew), last, between: [], contradiction }
    if (isJoined && inMiddle === 0) return { ...head, last, between: [], contradiction }
    const low = isJoined ? { rank: 0, shift: first.size } : { rank: -1, shift: 0 }
    const high = { rank: size - 1, shift: first.size + inMiddle }
    const limit = yield* this.#mostRows()
    const page = (rows: number, offset: number) => this.#page(rows, offset)
    const arrivals = yield* findArrivals(this.#rows, page, limit, { low, high })
    const isNew = arrivals && !(yield* this.#hasAny(arrivals.flatMap(({ records }) => records)))
    if (!isNew) return { ...head, ...(!isJoined && nothingNew), last: [], between: [], contradiction: moved }
    const onTop = arrivals.flatMap(({ after, records }) => (after === null ? records : []))
    const between = arrivals.flatMap(({ after, records }) => (after === null ? [] : { after, records }))
    return { first: isJoined ? head.first : onTop, met: head.met, last, between, contradiction: null }
  }

  /** Each page begins with the last record of the one before. */
  *#readHead(): ServiceRead<Omit<ListNews, 'last' | 'between'>> {
    const first: Transaction[] = []
    for (;;) {
      const page = yield* this.#page(first.length === 0 ? pageOfNews : null, Math.max(0, first.length - 1))
      const anchor = first.at(-1)
      const joint = anchor ? page.findLastIndex((record) => idOf(record) === idOf(anchor)) : -1
      const more = page.slice(joint + 1)
      const start = yield* this.#startOfStore(more.map(idOf))
      const fresh = more.slice(0, start ?? more.length)
      const hasMoved = more.length === 0 || (anchor !== undefined && joint < 0)
      if (hasMoved || (yield* this.#hasAny(fresh))) return { first, met: page, contradiction: moved }
      first.push(...fresh)
      if (start !== null) return { first, met: more.slice(start), contradiction: null }
      if (first.length > mostNews) return { first, met: [], contradiction: tooMuch }
    }
  }

  /** From where on a page has what the store begins with, in its order; null if nowhere. */
  *#startOfStore(page: readonly string[]): ServiceRead<number | null> {
    const ids = yield* perform(() => this.#rows.firstIds(page.length))
    const start = page.findIndex((_, at) =>
      ids.every((id, index) => at + index >= page.length || id === page[at + index]),
    )
    return start < 0 ? null : start
  }

  /** `inMiddle`: how many more records the list has before its end than are known. */
  *#readTail(size: number, first: ReadonlySet<string>, isSearched: boolean): ServiceRead<Tail> {
    const last: Transaction[] = []
    let end = size + first.size
    let anchor = yield* perform(() => this.#rows.lastId())
    for (;;) {
      const page = yield* this.#page(pageOfNews, Math.max(0, end + last.length - 1))
      const joint = anchor === null ? -1 : page.findIndex((record) => idOf(record) === anchor)
      const isOther = anchor !== null && joint !== 0
      if (isOther && (joint < 0 || last.length > 0 || !isSearched)) return movedTail
      end += Math.max(0, joint)
      const more = page.slice(joint + 1)
      if (more.length === 0) return { last, inMiddle: end - size - first.size, contradiction: null }
      if (more.some((record) => first.has(idOf(record))) || (yield* this.#hasAny(more))) return movedTail
      last.push(...more)
      if (last.length > mostNews) return { ...movedTail, contradiction: tooMuch }
      anchor = idOf(more.at(-1))
    }
  }

  *#hasAny(records: readonly Transaction[]): ServiceRead<boolean> {
    const ids = records.map(idOf).filter((id) => id !== '')
    if (ids.length === 0) return false
    const known = yield* perform(() => this.#rows.rowsOf(ids))
    return known.some(({ isListed }) => isListed)
  }

  *#mostRows(): ServiceRead<number> {
    return Math.min(limitRange.max, (yield* serviceProfile()).mostRows)
  }

  /** By default, as many as the service gives. */
  *#page(limit: number | null, offset: number): ServiceRead<readonly Transaction[]> {
    const most = yield* this.#mostRows()
    const page = { limit: Math.min(limit ?? most, most), offset }
    return (yield* listTransactions({ ...this.#filter, ...page })).records
  }
}

interface Tail extends Pick<ListNews, 'last' | 'contradiction'> {
  readonly inMiddle: number
}

const nothingNew = { first: [], last: [], between: [] } as const
const emptyHead = { first: [], met: [], contradiction: null } as const

const pageOfNews = 50
/** Above this, a whole reading costs little more. */
const mostNews = 20_000

const moved = 'The list of transactions changed in a way that an update cannot follow.'
const movedTail: Tail = { last: [], inMiddle: 0, contradiction: moved }
const tooMuch = `More than ${countText(mostNews)} transactions are new.`

function idOf(record: Transaction | undefined): string {
  return record?.transaction_id ?? ''
}
