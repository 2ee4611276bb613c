import type { Filter } from '../../contract/endpoints.ts'
import type { Records } from '../endpoints.ts'
import type { Transaction } from '../records.ts'
import { noneWhereRefused } from './asking.ts'

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
