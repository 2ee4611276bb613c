/**
 * Whether a service holds records of a list back, which only asking in another way can show. Some services end every list after 2,000
 * records; some list only the last weeks where no start is given.
 *
 * A list that was read to its end has a number of records of each status. Asked for one status alone, the service must have no more than
 * that. This is evidence only where the filter works: it has to find a record that is not the first of the list. Where no filter tells the
 * records apart, a length such as 1,000, at which services cut lists off, is doubted, unless the service gives longer lists, or gave the
 * same records day by day.
 */
import { countText } from '../../contract/count-text.ts'
import { noneWhereRefused } from '../api-error.ts'
import type { Records } from '../endpoints.ts'

export interface ListDoubt {
  readonly sentence: string
  /** Whether only the length speaks against the list. */
  readonly isUnchecked: boolean
}

export type AskPage<R> = (read: () => Promise<Records<R>>) => Promise<readonly R[]>

/** Counts the records of one reading by every filter of the list, and compares the counts with what the service has for each value. */
export class CrossCheck<R> {
  readonly #list: WholeList<R>
  #total = 0
  #tallies: readonly Tally<R>[] = []

  constructor(list: WholeList<R>) {
    this.#list = list
    this.restart()
  }

  restart(): void {
    this.#total = 0
    this.#tallies = this.#list.crossFilters.map((filter) => ({ filter, first: null, counts: new Map() }))
  }

  count(record: R): void {
    this.#total += 1
    for (const tally of this.#tallies) {
      const values = new Set(tally.filter.valuesOf(record))
      tally.first ??= values
      for (const value of values)
        if (tally.counts.size < mostValues || tally.counts.has(value))
          tally.counts.set(value, (tally.counts.get(value) ?? 0) + 1)
    }
  }

  /**
   * What the service holds back, or may hold back; null where nothing shows it. `wasGiven`: whether any reading gave a record. `isProved`:
   * whether reading day by day gave the same records.
   */
  async ask(
    request: AskPage<R>,
    { wasGiven, isProved }: { readonly wasGiven: (record: R) => boolean; readonly isProved: boolean },
    signal: AbortSignal,
  ): Promise<ListDoubt | null> {
    const total = this.#total
    if (total < fewestRecords) return null
    for (const { filter, first, counts } of this.#tallies) {
      const at = async (value: string, offset: number) => {
        const page = { limit: 1, offset }
        // A service need not take every value that this console knows, or every filter.
        const records = await request(() => filter.read(value, page, signal).catch(emptyWhereRefused))
        return records.find((record) => filter.valuesOf(record).includes(value))
      }
      const values = filter.values ?? [...counts.keys()]
      // A filter that is ignored gives the first record of all.
      const other = [...counts.keys()].find((value) => !first?.has(value))
      const isHeeded = other !== undefined && (await at(other, 0)) !== undefined
      // Where all records have one value, its list ends where the whole does: only other values can show more.
      for (const value of isHeeded ? values : values.filter((each) => !counts.has(each))) {
        const beyond = await at(value, counts.get(value) ?? 0)
        if (beyond === undefined || (filter.isOfContents && wasGiven(beyond))) continue
        const sentence = `The service ended the list after ${countText(total)} records, but has more with ${filter.name} ${value}.`
        return { sentence, isUnchecked: false }
      }
      if (isHeeded) return null
    }
    if (!isRound(total) || isProved) return null
    const { unfiltered } = this.#list
    const isLongerWithout =
      unfiltered !== undefined &&
      (await request(() => unfiltered({ limit: 1, offset: total }, signal))).length > 0
    return isLongerWithout ? null : { sentence: uncheckedLength(total), isUnchecked: true }
  }
}

/** A start with which a list has more records than without. */
interface LongerStart {
  readonly start: string
  readonly isEarly: boolean
}

/**
 * Asks whether a list of so many records is longer with a start; null where it is not, or the service refuses starts; `moved` where the
 * list no longer has so many. By number and not by id: the order may be any, and a service that ignores the start has nothing there either.
 */
export async function longerStart<R>(
  list: WholeList<R>,
  rows: number,
  request: AskPage<R>,
  now: number,
  signal: AbortSignal,
): Promise<LongerStart | 'moved' | null> {
  const { since } = list
  if (!since) return null
  const later = laterDays.map((days) => new Date(now - days * 86_400_000).toISOString())
  for (const [index, instant] of [...earlyStarts, ...later].entries())
    for (const start of [instant, instant.slice(0, 10)]) {
      let isRefused = false
      const beyond = await request(() =>
        since(start)
          .read({ limit: 1, offset: rows }, signal)
          .catch((error) => {
            isRefused = true
            return emptyWhereRefused(error)
          }),
      )
      if (isRefused) continue
      // Without a start, the last record is there and nothing after it: nothing came or went meanwhile.
      const end = { limit: 2, offset: Math.max(0, rows - 1) }
      const isStill = (await request(() => list.read(end, signal))).length === Math.min(rows, 1)
      if (!isStill) return 'moved'
      return beyond.length === 0 ? null : { start, isEarly: index < earlyStarts.length }
    }
  return null
}

/** Before there was anything to record: some services refuse 1970, and the first chain is of 2009. */
const earlyStarts = ['1970-01-01T00:00:00.000Z', '2009-01-01T00:00:00.000Z']

/** Days before now, for services that refuse those: some take no more than a year, or 90 days. */
const laterDays = [365, 89]

interface Tally<R> {
  readonly filter: CrossFilter<R>
  first: ReadonlySet<string> | null
  readonly counts: Map<string, number>
}

function emptyWhereRefused(error: unknown): Records<never> {
  return noneWhereRefused(error) ?? { records: [], timestamp: null, receivedAt: '' }
}

/** No service cuts off shorter lists. */
const fewestRecords = 100
/** Of a filter with more values only the first ones are asked for. */
const mostValues = 40

/** Where services cut lists off: at 100, 200, 250, 500 and so on, at thousands, or at a power of two. */
function isRound(total: number): boolean {
  return /^(1|2|25|5)0+$/.test(String(total)) || total % 1000 === 0 || (total & (total - 1)) === 0
}

function uncheckedLength(total: number): string {
  return `The list ended after exactly ${countText(total)} records, where a service may cut lists off, and no other filter could show whether there are more.`
}

export interface WholeList<R> {
  readonly read: (
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Records<R>>
  /** Tells a record from all others of the list; null where it has nothing that does. */
  identity(record: R): string | null
  /** Filters that can show whether the service held records back, the best first. */
  readonly crossFilters: readonly CrossFilter<R>[]
  /** Asks for the list without its filter; only for a list that has one. */
  readonly unfiltered?: WholeList<R>['read']
  /** The same list with a start; only for a list that can have one and has none. */
  readonly since?: (start_date: string) => WholeList<R>
}

/** A further filter by which a list can be asked for in parts. */
interface CrossFilter<R> {
  readonly name: string
  /** All values that the filter takes; null where only those that were met can be asked for. */
  readonly values: readonly string[] | null
  /** The values of a record by which the filter should find it. */
  valuesOf(record: R): readonly string[]
  /** Filters by what a record contains. Services read these in different ways, so only a record that was not met shows more. */
  readonly isOfContents?: boolean
  readonly read: (
    value: string,
    page: { readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ) => Promise<Records<R>>
}
