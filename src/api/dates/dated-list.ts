/** Asking a list for ranges of time: what is told of an answer, how many requests are under way at once, and where the list ends. */
import type { Filter } from '../../contract/endpoints.ts'
import { noneWhereRefused } from '../api-error.ts'
import type { Records } from '../endpoints.ts'
import type { Transaction } from '../records.ts'
import { askWithRetries, type RetryOptions } from '../walk/retries.ts'
import { readWhole } from '../walk/walk.ts'
import { type AskIds, atMost } from './date-filter.ts'
import type { DateParameters } from './day.ts'

/** A list of transactions that is asked for by date. */
export interface DatedList {
  readonly ask: AskIds
  readonly filter: Filter<'transactions'>
  /** The mark of the only session in which it is read; null where none is meant. */
  readonly session: string | null
}

/** The rows of a range of time by their ids, and whether these are all. Rows without an id are in neither. */
interface Answer {
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

/** A filter whose end is set, so that what is recorded from now on does not enter. */
export interface Pinned<F> {
  readonly filter: F
  /** The `end_date` that was set, an ISO 8601 UTC instant; null where none was. */
  readonly endDate: string | null
}

/** How the requests are made, and the reader's clock. */
export interface PinOptions {
  readonly ask?: <T>(request: () => Promise<T>) => Promise<T>
  readonly now?: () => number
}

/**
 * Sets `end_date` to the present, by the service's clock where its records carry the time of the answer, else by the reader's. It
 * is set only where that changes nothing: the newest transaction must be the same with it and without, which it is not where a
 * clock is slow or the service reads dates in another way. Without it the list can be read whole as well. `first` asks for the
 * first record of a filter, and `ask` makes that request: a refusal of the date is an answer to it, and no failure.
 */
export async function pinEndDate(
  filter: Filter<'transactions'>,
  first: (filter: Filter<'transactions'>) => Promise<Records<Transaction>>,
  { ask = (request) => request(), now = Date.now }: PinOptions = {},
): Promise<Pinned<Filter<'transactions'>>> {
  const unpinned = { filter, endDate: null }
  if (filter.end_date !== undefined) return unpinned
  const firstOf = async (asked: typeof filter) => (await first(asked).catch(noneWhereRefused))?.records ?? []
  const [newest] = await ask(() => firstOf(filter))
  if (!newest) return unpinned
  const endDate = instantOf(newest.timestamp) ?? new Date(now()).toISOString()
  const pinned = { filter: { ...filter, end_date: endDate }, endDate }
  const [same] = await ask(() => firstOf(pinned.filter))
  const isSame = same !== undefined && same.transaction_id === newest.transaction_id
  return isSame && newest.transaction_id !== null ? pinned : unpinned
}

function instantOf(text: string | null): string | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/.test(text))
    return null
  const milliseconds = Date.parse(text)
  return Number.isNaN(milliseconds) ? null : new Date(milliseconds).toISOString()
}
