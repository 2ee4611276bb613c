/**
 * Detects records that a service holds back. Some services end lists after 2,000 records; some list only recent weeks without a start.
 *
 * A filter for one status must not return more records than the full reading had of it, except those that moved on to it or arrived
 * meanwhile. This is evidence only where the filter works. Where no filter works, a round length such as 1,000 is doubtful.
 */

import { countText } from '../../contract/count-text.ts'
import { fitsRequest, type Records } from './endpoints.ts'
import type { PageRange } from './paging.ts'
import { currentTime, nullIfRefused, type ServiceRead, serviceProfile, sideBySide } from './service-read.ts'
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
      const values = new Set([...tally.filter.valuesOf(record)].filter(fitsRequest))
      tally.first ??= values
      for (const value of values)
        if (tally.counts.size < mostValues || tally.counts.has(value))
          tally.counts.set(value, (tally.counts.get(value) ?? 0) + 1)
    }
  }

  /** Null where nothing shows a gap. `wasGiven`: some reading had the record. `begun`: when the first did. */
  *ask(wasGiven: (record: R) => boolean, begun: number): ServiceRead<ListDoubt | null> {
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
      for (const [index, value] of asked.entries()) {
        const record = beyond[index]
        if (record === undefined || (filter.isOfContents && wasGiven(record))) continue
        const listed = yield* listedBy(filter, value, counts.get(value) ?? 0)
        const unknown = listed.filter((each) => !wasGiven(each))
        if (yield* isListed(this.#list, unknown, total, begun)) continue
        const sentence = `The service ended the list after ${countText(total)} records, but has more with ${filter.name} ${value}.`
        return { sentence, isUnchecked: false }
      }
      if (isHeeded) return null
    }
    return isRound(total) ? { sentence: uncheckedLength(total), isUnchecked: true } : null
  }
}

/** A service need not accept every value or filter. */
function* recordAt<R>(filter: CrossFilter<R>, value: string, offset: number): ServiceRead<R | undefined> {
  const page = yield* nullIfRefused(filter.read(value, { limit: 1, offset }))
  return page?.records.find((record) => filter.valuesOf(record).includes(value))
}

/** The records of a filter. Of a very long list, of its ends alone. */
function* listedBy<R>(filter: CrossFilter<R>, value: string, count: number): ServiceRead<readonly R[]> {
  const listed: R[] = []
  const limit = (yield* serviceProfile()).mostRows
  const most = mostPages * limit
  const parts = count < most ? [0] : [0, count - most / 2]
  for (const first of parts)
    for (let offset = first, page = 0; page < mostPages / parts.length; page += 1) {
      const { records } = (yield* nullIfRefused(filter.read(value, { limit, offset }))) ?? noRows
      if (records.length === 0) break
      listed.push(...records.filter((each) => filter.valuesOf(each).includes(value)))
      offset += records.length
    }
  return listed
}

/** Whether the list has these records, too: at its ends, where they arrived meanwhile, or among those that its dates show to be new. */
function* isListed<R>(
  list: WholeList<R>,
  records: readonly R[],
  rows: number,
  begun: number,
): ServiceRead<boolean> {
  const missing = new Set(records.map((record) => list.identity(record) ?? ''))
  const limit = (yield* serviceProfile()).mostRows
  for (const offset of [0, Math.max(0, rows - 1)]) {
    if (missing.size === 0) return true
    for (const record of (yield* list.read({ limit, offset })).records)
      missing.delete(list.identity(record) ?? '')
  }
  return yield* areArrivals(list, [...missing], begun)
}

/** Whether the service's dates show that these were recorded after `begun`. False where its dates cannot be relied on. */
export function* areArrivals<R>(
  list: WholeList<R>,
  ids: readonly string[],
  begun: number,
): ServiceRead<boolean> {
  if (ids.length === 0) return true
  const read = yield* list.recordedSince?.(begun) ?? nothing()
  if (!read) return false
  const missing = new Set(ids)
  const limit = (yield* serviceProfile()).mostRows
  for (let offset = 0, page = 0; missing.size > 0 && page < mostPages; page += 1) {
    const { records } = (yield* nullIfRefused(read({ limit, offset }))) ?? noRows
    if (records.length === 0) return false
    for (const record of records) missing.delete(list.identity(record) ?? '')
    offset += records.length
  }
  return missing.size === 0
}

// biome-ignore lint/correctness/useYield: it asks nothing
function* nothing(): ServiceRead<null> {
  return null
}

const noRows = { records: [] } as const

const mostPages = 30

interface LongerStart {
  readonly start: string
  readonly isEarly: boolean
}

/** Compares by count, because the order is unknown. Null where no start makes the list longer; `moved` where that cannot be told. */
export function* longerStart<R>(list: WholeList<R>, rows: number): ServiceRead<LongerStart | 'moved' | null> {
  const { since } = list
  if (!since) return null
  const grown = yield* growth(list, rows)
  if (grown === 'moved') return 'moved'
  const now = yield* currentTime()
  const later = laterDays.map((days) => new Date(now - days * 86_400_000).toISOString())
  for (const [index, instant] of [...earlyStarts, ...later].entries())
    for (const start of [instant, instant.slice(0, 10)]) {
      const isLonger = yield* nullIfRefused(isLongerThan(since(start), list, rows + grown))
      if (isLonger === 'moved') return 'moved'
      if (isLonger !== null) return isLonger ? { start, isEarly: index < earlyStarts.length } : null
    }
  return null
}

/** Whether `one` is longer than `other`, which had `rows` just before. */
function* isLongerThan<R>(
  one: WholeList<R>,
  other: WholeList<R>,
  rows: number,
): ServiceRead<boolean | 'moved'> {
  let length = rows
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const beyond = yield* one.read({ limit: 1, offset: length })
    const grown = yield* growth(other, length)
    if (grown === 'moved') return 'moved'
    if (beyond.records.length === 0) return false
    if (grown === 0) return true
    // What is beyond may have arrived before it was counted.
    length += grown
  }
  return 'moved'
}

/** By how many records the list is longer than it was; `moved` where it is shorter. */
function* growth<R>(list: WholeList<R>, rows: number): ServiceRead<number | 'moved'> {
  const end = yield* list.read({ limit: 2, offset: Math.max(0, rows - 1) })
  const atEnd = Math.min(rows, 1)
  if (end.records.length < atEnd) return 'moved'
  if (end.records.length === atEnd) return 0
  const limit = (yield* serviceProfile()).mostRows
  return (yield* list.read({ limit, offset: rows })).records.length
}

const mostAttempts = 5

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
  ) => ServiceRead<RowsRead<R> & Partial<Pick<UnpagedRows<R>, 'isWhole' | 'pages'>>>
  identity(record: R): string | null
  readonly crossFilters: readonly CrossFilter<R>[]
  /** What contradicts between two readings of one record, as a sentence. By default, what was final and differs. */
  contradiction?(id: string, before: R, after: R): string | null
  /** The list with a start; only where it has none and accepts one. */
  readonly since?: (start_date: string) => WholeList<R>
  /** What the service recorded after an instant, or not long before it. Null where its dates cannot be relied on for that. */
  readonly recordedSince?: (instant: number) => ServiceRead<WholeList<R>['read'] | null>
}

export interface CrossFilter<R> {
  readonly name: string
  /** Null where only values already seen can be asked for. */
  readonly values: readonly string[] | null
  valuesOf(record: R): readonly string[]
  /** Services interpret such filters differently, so only a record never seen before counts as evidence. */
  readonly isOfContents?: boolean
  readonly read: (value: string, page: PageRange) => ServiceRead<RowsRead<R>>
}
