/** Asking a list for a range of time: what is told of an answer, and how many requests are under way at once. */
import type { Filter } from '../../contract/endpoints.ts'
import { askWithRetries, type RetryOptions } from '../walk/retries.ts'
import { readWhole } from '../walk/walk.ts'
import { type AskIds, atMost, noneWhereRefused } from './asking.ts'
import type { DateParameters } from './day.ts'

/** A list of transactions that is asked for by date. */
export interface DatedList {
  readonly ask: AskIds
  readonly filter: Filter<'transactions'>
  /** The mark of the only session in which it is read; null where none is meant. */
  readonly session: string | null
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
export function createAsker(list: DatedList, pageSize: number, options: RetryOptions): Asker {
  const { signal } = options
  const { start_date, end_date, ...filter } = list.filter
  const inTurn = atMost(mostInFlight)
  let windows = 0
  let requests = 0
  /** The longest answer so far: a service may give fewer rows than it is asked for, and shorter ones it has not cut off. */
  let longest = 0
  const request = (dates: Partial<DateParameters>, page: { limit: number; offset: number }) =>
    inTurn(() =>
      askWithRetries(async () => {
        requests += 1
        return (await list.ask({ ...filter, ...dates }, page, signal).catch(noneWhereRefused))?.ids ?? null
      }, options),
    )
  const idsOf = (ids: readonly (string | null)[]) => ids.flatMap((id) => id || [])
  return {
    async ask(dates, limit) {
      windows += 1
      const ids = await request(dates, { limit, offset: 0 })
      if (ids === null) return null
      const { length } = ids
      const isShort = length < longest || length === 0
      longest = Math.max(longest, length)
      const isAll =
        length < limit && (isShort || (await request(dates, { limit: 1, offset: length }))?.length === 0)
      return { ids: idsOf(ids), isAll }
    },
    async askAll(dates, onIds) {
      windows += 1
      const whole = {
        read: async (page: { readonly limit: number; readonly offset: number }) => ({
          records: (await list.ask({ ...filter, ...dates }, page, signal)).ids,
          timestamp: null,
          receivedAt: '',
        }),
        identity: (id: string | null) => id,
        crossFilters: [],
      }
      const end = await inTurn(() =>
        readWhole(whole, { ...options, pageSize, onPage: (ids) => onIds(idsOf(ids)) }),
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
