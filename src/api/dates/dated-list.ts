/** Asking a list for a range of time: what is told of an answer, and how many requests are under way at once. */

import type { Records } from '../endpoints.ts'
import { askWithRetries, type RetryOptions } from '../walk/retries.ts'
import { readWhole } from '../walk/walk.ts'
import { atMost, noneWhereRefused } from './asking.ts'
import type { DateParameters } from './day.ts'

/** A list that the service narrows by the time at which it recorded each row. */
export interface DatedList<R> {
  /** Asks for the rows of these dates alone; they take the place of those of the list's own filter. */
  readonly read: (
    dates: Partial<DateParameters>,
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Records<R>>
  identity(record: R): string | null
  /** The dates of the list's own filter, as they are asked for. */
  readonly filter: { readonly start_date?: string; readonly end_date?: string }
}

/** The rows of a range of time by their ids, and whether these are all. Rows without an id are in neither. */
export interface Answer {
  readonly ids: readonly string[]
  readonly isAll: boolean
}

/** Asks a list for ranges of time; null where the service refuses the dates. */
export interface Asker {
  /** One answer of at most so many rows. */
  ask(dates: Partial<DateParameters>, limit: number): Promise<Answer | null>
  /** All rows, page after page, twice. Gives whether both readings were the same. */
  askAll(dates: DateParameters, onIds: (ids: readonly string[]) => void): Promise<boolean>
  /** Ranges of time that were asked for, and all requests. */
  readonly windows: number
  readonly requests: number
}

/** Asks with these options, and for pages of so many rows. */
export function createAsker<R>(list: DatedList<R>, pageSize: number, options: RetryOptions): Asker {
  const { signal } = options
  const inTurn = atMost(mostInFlight)
  let windows = 0
  let requests = 0
  /** The longest answer so far: a service may give fewer rows than it is asked for, and shorter ones it has not cut off. */
  let longest = 0
  const request = (dates: Partial<DateParameters>, page: { limit: number; offset: number }) =>
    inTurn(() =>
      askWithRetries(async () => {
        requests += 1
        return (await list.read(dates, page, signal).catch(noneWhereRefused))?.records ?? null
      }, options),
    )
  const idsOf = (records: readonly R[]) => records.flatMap((record) => list.identity(record) || [])
  return {
    async ask(dates, limit) {
      windows += 1
      const records = await request(dates, { limit, offset: 0 })
      if (records === null) return null
      const { length } = records
      const isShort = length < longest || length === 0
      longest = Math.max(longest, length)
      const isAll =
        length < limit && (isShort || (await request(dates, { limit: 1, offset: length }))?.length === 0)
      return { ids: idsOf(records), isAll }
    },
    async askAll(dates, onIds) {
      windows += 1
      const whole = {
        read: (page: { readonly limit: number; readonly offset: number }) => list.read(dates, page, signal),
        identity: list.identity,
        crossFilters: [],
      }
      const end = await inTurn(() =>
        readWhole(whole, { ...options, pageSize, onPage: (records) => onIds(idsOf(records)) }),
      )
      requests += end.pages
      return end.completeness === 'complete'
    },
    get windows() {
      return windows
    },
    get requests() {
      return requests
    },
  }
}

/** The service has others to serve. */
const mostInFlight = 4
