/**
 * Whether a service holds back the end of a list: some give the first 2,000 records and call that the end. A list that was read
 * to its end has so many records of each status; asked for that status alone, the service must have none beyond so many.
 */
import { countText } from '../../contract/count-text.ts'
import { ApiError } from '../api-error.ts'
import type { Records } from '../endpoints.ts'

/** A filter that cuts a list into parts, beside the filter that the list was read with. */
export interface CrossFilter<R> {
  /** The filter's name for the reader: "status". */
  readonly name: string
  /** All values that the filter takes; null where only those that were met can be asked for. */
  readonly values: readonly string[] | null
  valueOf(record: R): string | null
  /** Asks for the records with this value. */
  readonly read: (
    value: string,
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Records<R>>
}

/** Counts the records of one reading, and holds the counts against what the service says of each part. */
export interface CrossCheck<R> {
  /** Forgets what was counted. */
  restart(): void
  count(record: R): void
  /** A sentence that says what the service holds back, or that it may; null where nothing shows it. `request` gives a page's records. */
  ask(
    request: (read: () => Promise<Records<R>>) => Promise<readonly R[]>,
    signal: AbortSignal,
  ): Promise<string | null>
}

/** Counts by every filter that is given. */
export function createCrossCheck<R>(filters: readonly CrossFilter<R>[]): CrossCheck<R> {
  let total = 0
  let tallies: readonly Tally<R>[] = []
  const restart = () => {
    total = 0
    tallies = filters.map((filter) => ({ filter, first: null, counts: new Map() }))
  }
  restart()
  return {
    restart,
    count(record) {
      total += 1
      for (const tally of tallies) {
        const value = tally.filter.valueOf(record)
        tally.first ??= value
        if (value === null || (tally.counts.size > mostValues && !tally.counts.has(value))) continue
        tally.counts.set(value, (tally.counts.get(value) ?? 0) + 1)
      }
    },
    async ask(request, signal) {
      if (total < fewestRecords) return null
      for (const { filter, first, counts } of tallies) {
        const has = async (value: string, offset: number) => {
          const page = { limit: 1, offset }
          const records = await request(() => filter.read(value, page, signal).catch(noneWhereRefused))
          return records.some((record) => filter.valueOf(record) === value)
        }
        // Where all records have one value, its part ends where the whole does. A filter that is ignored gives the first of all.
        const other = [...counts.keys()].find((value) => value !== first)
        if (other === undefined || counts.size > mostValues || !(await has(other, 0))) continue
        for (const value of filter.values ?? counts.keys())
          if (await has(value, counts.get(value) ?? 0))
            return `The service ended the list after ${countText(total)} records, but has more with ${filter.name} ${value}.`
        return null
      }
      return isRound(total) ? mayHoldBack(total) : null
    },
  }
}

/** How many records of one reading have each value, and the value of the first. */
interface Tally<R> {
  readonly filter: CrossFilter<R>
  first: string | null
  readonly counts: Map<string, number>
}

/** A service need not take every value that this console knows, nor every filter. */
function noneWhereRefused(error: unknown): Records<never> {
  if (error instanceof ApiError && error.remedy === 'correct-filter')
    return { records: [], timestamp: null, receivedAt: '' }
  throw error
}

/** No service cuts off a list that is shorter. */
const fewestRecords = 100
const mostValues = 40

/** Where a list that was cut off would end: at 100, 200, 250, 500 and so on, at thousands, or at a power of two. */
function isRound(total: number): boolean {
  return /^(1|2|25|5)0+$/.test(String(total)) || total % 1000 === 0 || (total & (total - 1)) === 0
}

function mayHoldBack(total: number): string {
  return `The list ended after exactly ${countText(total)} records, where a service may cut lists off, and no other filter could show whether there are more.`
}
