/** Asking a list for ranges of time. */
import { type Filter, limitRange } from '../../contract/endpoints.ts'
import { KnownRecords, ListFollower } from '../walk/follow-list.ts'
import type { RetryOptions } from '../walk/retries.ts'
import { readWhole } from '../walk/walk.ts'
import { type AskIds, atMost, withRetries } from './date-filter.ts'
import type { DateParameters } from './day.ts'

export interface DatedList {
  readonly ask: AskIds
  readonly filter: Filter<'transactions'>
}

const mostInFlight = 4

export class RangeAsker {
  windows = 0
  readonly #list: DatedList
  readonly #pageSize: number
  readonly #options: RetryOptions
  readonly #inTurn = atMost(mostInFlight)
  /** The longest answer so far. A service may give fewer rows than `limit`, but it did not truncate anything shorter than this. */
  #longest = 0

  constructor(list: DatedList, pageSize: number, options: RetryOptions) {
    this.#list = list
    this.#pageSize = pageSize
    this.#options = options
  }

  /** Null where the service refuses the dates. */
  async ask(dates: Partial<DateParameters>, limit: number) {
    this.windows += 1
    const ids = await this.#request(dates, limit, 0)
    if (ids === null) return null
    const { length } = ids
    const isShort = length < this.#longest || length === 0
    this.#longest = Math.max(this.#longest, length)
    const isAll = length < limit && (isShort || (await this.#request(dates, 1, length))?.length === 0)
    return { ids: named(ids), isAll }
  }

  /** Null where the service refuses the dates. One id is asked for without the list's filter, since a status may change meanwhile. */
  async ids(dates: Partial<DateParameters>, limit: number, offset: number, id?: string) {
    const ids = await this.#request(dates, limit, offset, id)
    return ids && named(ids)
  }

  /** Reads all pages once. True where they joined. */
  async askPages(dates: Partial<DateParameters>, onIds: (ids: readonly string[]) => void): Promise<boolean> {
    this.windows += 1
    const follower = new ListFollower<string | null>((id) => id, new KnownRecords())
    for (let offset = follower.next(); offset !== null; offset = follower.next()) {
      const ids = await this.#request(dates, this.#pageSize, offset)
      if (ids === null) return false
      onIds(named(follower.receive(ids).met))
      // A service that has given longer answers did not cut this one.
      if (ids.length < Math.min(this.#pageSize, this.#longest)) break
      this.#longest = Math.max(this.#longest, ids.length)
    }
    return !follower.hasMoved && follower.doubts.length === 0
  }

  /** Reads all pages twice. True where both readings match. */
  async askAll(dates: Partial<DateParameters>, onIds: (ids: readonly string[]) => void): Promise<boolean> {
    this.windows += 1
    const { signal } = this.#options
    let isRefused = false
    const list = {
      read: async (page: { readonly limit: number; readonly offset: number }) => {
        const answer = await this.#list.ask(this.#filterBy(dates), page, signal)
        isRefused ||= answer === null
        return { records: answer?.ids ?? [], timestamp: null, receivedAt: '' }
      },
      identity: (id: string | null) => id,
      crossFilters: [],
    }
    const end = await this.#inTurn(() =>
      readWhole(list, { ...this.#options, pageSize: this.#pageSize, onPage: (ids) => onIds(named(ids)) }),
    )
    return end.completeness === 'complete' && !isRefused
  }

  async #request(dates: Partial<DateParameters>, limit: number, offset: number, id?: string) {
    const ask = withRetries(this.#list.ask, this.#options)
    const page = { limit, offset }
    const filter = id === undefined ? this.#filterBy(dates) : { transaction_id: id, ...dates }
    return (await this.#inTurn(() => ask(filter, page, this.#options.signal)))?.ids ?? null
  }

  #filterBy(dates: Partial<DateParameters>): Filter<'transactions'> {
    const { start_date, end_date, ...filter } = this.#list.filter
    return { ...filter, ...dates }
  }
}

function named(ids: readonly (string | null)[]): readonly string[] {
  return ids.flatMap((id) => id || [])
}

/** An end keeps records out that arrive during the reading. */
export interface Pinned<F> {
  readonly filter: F
  /** ISO 8601 UTC; null where none was set. */
  readonly endDate: string | null
  /** Whether the list, of so many rows, lacks records that are not new: a service may leave out those without a date. Throws as `ask` does. */
  lacks(rows: number): Promise<boolean>
}

function unpinned<F>(filter: F): Pinned<F> {
  return { filter, endDate: null, lacks: async () => false }
}

/**
 * Sets `end_date` to the present, by the service's clock where records tell it, but only where the newest transaction stays the same.
 * It does not where a clock is slow, or where the service reads dates in another way. A list without an end can be read whole too.
 */
export async function pinEndDate(
  filter: Filter<'transactions'>,
  ask: AskIds,
  { signal, now = Date.now }: Pick<RetryOptions, 'signal' | 'now'>,
): Promise<Pinned<Filter<'transactions'>>> {
  if (filter.end_date !== undefined) return unpinned(filter)
  const newest = await ask(filter, { limit: 1, offset: 0 }, signal)
  const id = newest?.ids[0] ?? null
  if (id === null) return unpinned(filter)
  const until = (at: number | null) => ({ ...filter, end_date: new Date(at ?? now()).toISOString() })
  const pinned = until(newest?.at ?? null)
  const same = await ask(pinned, { limit: 1, offset: 0 }, signal)
  if (same?.ids[0] !== id) return unpinned(filter)
  const lacks = async (rows: number) => {
    const page = { limit: limitRange.max, offset: rows }
    const beyond = await ask(filter, page, signal)
    if (!beyond?.ids.length) return false
    // New records have a date by now.
    const dated = await ask(until(beyond.at), page, signal)
    return (dated?.ids.length ?? 0) < beyond.ids.length
  }
  return { filter: pinned, endDate: pinned.end_date, lacks }
}
