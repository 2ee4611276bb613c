/** Asking a list for ranges of time: what one answer tells, how many requests run at once, and where the list ends. */
import type { Filter } from '../../contract/endpoints.ts'
import { askWithRetries, type RetryOptions } from '../walk/retries.ts'
import { readWhole } from '../walk/walk.ts'
import { type AskIds, atMost } from './date-filter.ts'
import type { DateParameters } from './day.ts'

export interface DatedList {
  readonly ask: AskIds
  readonly filter: Filter<'transactions'>
  /** The mark of the only session in which it is read; null for any. */
  readonly session: string | null
}

const mostInFlight = 4

export class RangeAsker {
  /** Ranges of time that were asked for, and all requests. */
  windows = 0
  requests = 0
  readonly #list: DatedList
  readonly #pageSize: number
  readonly #options: RetryOptions
  readonly #inTurn = atMost(mostInFlight)
  /** The longest answer so far. A service may give fewer rows than it is asked for, but it has not cut off shorter answers. */
  #longest = 0

  constructor(list: DatedList, pageSize: number, options: RetryOptions) {
    this.#list = list
    this.#pageSize = pageSize
    this.#options = options
  }

  /** The ids in one answer of at most so many rows, and whether these are all; null where the service refuses the dates. */
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

  /** Reads all rows, page after page, twice. Gives whether both readings were the same. */
  async askAll(dates: DateParameters, onIds: (ids: readonly string[]) => void): Promise<boolean> {
    this.windows += 1
    const { signal } = this.#options
    let isRefused = false
    const list = {
      read: async (page: { readonly limit: number; readonly offset: number }) => {
        const answer = await this.#list.ask({ ...this.#list.filter, ...dates }, page, signal)
        isRefused ||= answer === null
        return { records: answer?.ids ?? [], timestamp: null, receivedAt: '' }
      },
      identity: (id: string | null) => id,
      crossFilters: [],
    }
    const end = await this.#inTurn(() =>
      readWhole(list, { ...this.#options, pageSize: this.#pageSize, onPage: (ids) => onIds(named(ids)) }),
    )
    this.requests += end.pages
    return end.completeness === 'complete' && !isRefused
  }

  #request(dates: Partial<DateParameters>, limit: number, offset: number) {
    const { start_date, end_date, ...filter } = this.#list.filter
    const page = { limit, offset }
    return this.#inTurn(() =>
      askWithRetries(async () => {
        this.requests += 1
        return (await this.#list.ask({ ...filter, ...dates }, page, this.#options.signal))?.ids ?? null
      }, this.#options),
    )
  }
}

function named(ids: readonly (string | null)[]): readonly string[] {
  return ids.flatMap((id) => id || [])
}

/** A filter with an end, so that what is recorded from now on does not enter. */
export interface Pinned<F> {
  readonly filter: F
  /** The `end_date` that was set, an ISO 8601 UTC instant; null where none was. */
  readonly endDate: string | null
}

/**
 * Sets `end_date` to the present, by the service's clock where its records tell it, else by the reader's. It is set only where that changes
 * nothing: the newest transaction must be the same with it and without, which it is not where a clock is slow or the service reads dates
 * in another way. Without an end the list can be read whole as well.
 */
export async function pinEndDate(
  filter: Filter<'transactions'>,
  ask: AskIds,
  { signal, now = Date.now }: Pick<RetryOptions, 'signal' | 'now'>,
): Promise<Pinned<Filter<'transactions'>>> {
  const unpinned = { filter, endDate: null }
  if (filter.end_date !== undefined) return unpinned
  const newest = await ask(filter, { limit: 1, offset: 0 }, signal)
  const id = newest?.ids[0] ?? null
  if (id === null) return unpinned
  const endDate = new Date(newest?.at ?? now()).toISOString()
  const pinned = { filter: { ...filter, end_date: endDate }, endDate }
  const same = await ask(pinned.filter, { limit: 1, offset: 0 }, signal)
  return same?.ids[0] === id ? pinned : unpinned
}
