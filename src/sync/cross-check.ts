/**
 * Detects records that a service holds back. Some services end lists after 2,000 records; some list only recent weeks without a start.
 *
 * A filter for one status must not return more records than the full reading had of it. This is evidence only where the filter works.
 * Where no filter works, a round length such as 1,000 is doubtful, unless the service gives longer lists.
 */

import { countText } from '../contract/count-text.ts'
import type { Records } from './endpoints.ts'
import type { PageRange } from './paging.ts'
import { present, type Reading, sideBySide, unlessRefused } from './reading.ts'
import type { UnpagedRows } from './unpaged-lists.ts'

export interface ListDoubt {
  readonly sentence: string
  /** Only the length is suspicious. */
  readonly isUnchecked: boolean
}

export class CrossCheck<R> {
  readonly #list: WholeList<R>
  readonly #tallies: readonly Tally<R>[]
  #total = 0

  constructor(list: WholeList<R>) {
    this.#list = list
    this.#tallies = list.crossFilters.map((filter) => ({ filter, first: null, counts: new Map() }))
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

  /** Null where nothing shows a gap. `wasGiven`: some reading had the record. */
  *ask(wasGiven: (record: R) => boolean): Reading<ListDoubt | null> {
    const total = this.#total
    if (total < fewestRecords) return null
    for (const { filter, first, counts } of this.#tallies) {
      const values = filter.values ?? [...counts.keys()]
      // An ignored filter returns the first record of all.
      const other = [...counts.keys()].find((value) => !first?.has(value))
      const isHeeded = other !== undefined && (yield* recordAt(filter, other, 0)) !== undefined
      // If all records share a value, its list ends with the whole list. Only other values can show more.
      const asked = isHeeded ? values : values.filter((each) => !counts.has(each))
      const beyond = yield* sideBySide(asked.map((value) => recordAt(filter, value, counts.get(value) ?? 0)))
      const gap = beyond.findIndex(
        (record) => record !== undefined && !(filter.isOfContents && wasGiven(record)),
      )
      if (gap >= 0) {
        const sentence = `The service ended the list after ${countText(total)} records, but has more with ${filter.name} ${asked[gap]}.`
        return { sentence, isUnchecked: false }
      }
      if (isHeeded) return null
    }
    if (!isRound(total)) return null
    const { unfiltered } = this.#list
    const isLongerWithout =
      unfiltered !== undefined && (yield* unfiltered({ limit: 1, offset: total })).records.length > 0
    return isLongerWithout ? null : { sentence: uncheckedLength(total), isUnchecked: true }
  }
}

/** A service need not accept every value or filter. */
function* recordAt<R>(filter: CrossFilter<R>, value: string, offset: number): Reading<R | undefined> {
  const page = yield* unlessRefused(filter.read(value, { limit: 1, offset }))
  return page?.records.find((record) => filter.valuesOf(record).includes(value))
}

interface LongerStart {
  readonly start: string
  readonly isEarly: boolean
}

/** Compares by count, because the order is unknown. Null where no start makes the list longer; `moved` where its length changed. */
export function* longerStart<R>(list: WholeList<R>, rows: number): Reading<LongerStart | 'moved' | null> {
  const { since } = list
  if (!since) return null
  const now = yield* present()
  const later = laterDays.map((days) => new Date(now - days * 86_400_000).toISOString())
  for (const [index, instant] of [...earlyStarts, ...later].entries())
    for (const start of [instant, instant.slice(0, 10)]) {
      const beyond = yield* unlessRefused(since(start).read({ limit: 1, offset: rows }))
      if (beyond === null) continue
      // Without a start, the list must still end at the same record.
      const end = yield* list.read({ limit: 2, offset: Math.max(0, rows - 1) })
      if (end.records.length !== Math.min(rows, 1)) return 'moved'
      return beyond.records.length === 0 ? null : { start, isEarly: index < earlyStarts.length }
    }
  return null
}

/** Before any record: some services refuse 1970, and the first chain started in 2009. */
const earlyStarts = ['1970-01-01T00:00:00.000Z', '2009-01-01T00:00:00.000Z']

/** Days before now. Some services accept only a year, or 90 days. */
const laterDays = [365, 89]

interface Tally<R> {
  readonly filter: CrossFilter<R>
  first: ReadonlySet<string> | null
  readonly counts: Map<string, number>
}

/** No service truncates shorter lists. */
const fewestRecords = 100
/** Only the first values are asked for. */
const mostValues = 40

/** Typical truncation points: 100, 200, 250, 500 and so on, thousands, powers of two. */
function isRound(total: number): boolean {
  return /^(1|2|25|5)0+$/.test(String(total)) || total % 1000 === 0 || (total & (total - 1)) === 0
}

function uncheckedLength(total: number): string {
  return `The list ended after exactly ${countText(total)} records, where a service may cut lists off, and no other filter could show whether there are more.`
}

type RowsRead<R> = Pick<Records<R>, 'records'>

export interface WholeList<R> {
  /** Where the list has no pages, the answer is all of it and says whether it is known to be whole. */
  readonly read: (
    page: PageRange,
  ) => Reading<RowsRead<R> & Partial<Pick<UnpagedRows<R>, 'isWhole' | 'pages'>>>
  /** Only where the service has no filter for it. */
  isWanted?(record: R): boolean
  identity(record: R): string | null
  readonly crossFilters: readonly CrossFilter<R>[]
  /** Only for a list with a filter. */
  readonly unfiltered?: WholeList<R>['read']
  /** The list with a start; only where it has none and accepts one. */
  readonly since?: (start_date: string) => WholeList<R>
  /** Only where an end was set: the list without it, if the one with it, of so many rows, lacks records that are not new. */
  readonly withoutEnd?: (rows: number) => Reading<WholeList<R> | null>
}

interface CrossFilter<R> {
  readonly name: string
  /** Null where only values already seen can be asked for. */
  readonly values: readonly string[] | null
  valuesOf(record: R): readonly string[]
  /** Services interpret such filters differently, so only a record never seen before counts as evidence. */
  readonly isOfContents?: boolean
  readonly read: (value: string, page: PageRange) => Reading<RowsRead<R>>
}
