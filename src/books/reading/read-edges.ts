/**
 * Finds on which side of given moments the service recorded each transaction. It asks the service's date filter for what lies between the
 * moments, newest first, and for no day in between.
 *
 * What no window lists lies before the first moment only if the service lists exactly as many there. Otherwise that part is read too: a
 * service may list transactions on no date at all, and those have none.
 */

import { type DateParameters, dayLength, dayText, instantParameters, rangeOf } from '../../contract/day.ts'
import { type Filter, limitRange } from '../../contract/endpoints.ts'
import { eachDay } from '../../settlement/edges.ts'
import { clockError, furthestZone } from '../../sync/service/date-filter.ts'
import { DatedList } from '../../sync/service/dated-list.ts'
import { type Reading, sideBySide } from '../../sync/service/reading.ts'
import type { DateFilter } from '../../sync/service/service-profile.ts'
import type { BookedTransactions, Books } from '../books.ts'
import { furthestDays } from '../edges.ts'
import {
  anyTime,
  dayWithin,
  type Edge,
  eachRow,
  narrowedTable,
  type TimeSpan,
  type TransactionTable,
} from '../transaction-table.ts'

/**
 * Asks only for what the books do not know, and gives the same books back if that is nothing. Nothing is asked about edges within a day
 * where the service takes days alone. Where dates contradict each other, `days.failure` says so. Of `wanted` ids, the places are looked for, and
 * nothing is asked once each has its own; by default, those of all.
 */
export function* readEdges(
  books: Books,
  edges: readonly Edge[],
  wanted?: ReadonlySet<string>,
  onPlaced?: OnPlaced,
): Reading<Books> {
  const list = { ...books.transactions, ended: books.ended }
  const { table, days } = yield* readPlaces(list, edges, {}, wanted, onPlaced)
  if (table === list.table && days === list.days) return books
  return { ...books, transactions: { ...books.transactions, table, days } }
}

/** After each answer of the service: how many transactions have their place. `all` is null where some may need none of their own. */
export type OnPlaced = (placed: number, all: number | null) => void

type PlacedTransactions = Pick<BookedTransactions, 'table' | 'days' | 'ended'>

/** The same of the list of a filter: its table, with narrower spans. */
function* readPlaces(
  booked: PlacedTransactions,
  edges: readonly Edge[],
  filter: Filter<'transactions'>,
  wanted?: ReadonlySet<string>,
  onPlaced?: OnPlaced,
): Reading<Pick<BookedTransactions, 'table' | 'days'>> {
  const { failure, form } = booked.days
  const isOfDays = edges.every(({ at }) => at % dayLength === 0)
  if (failure !== null || (form !== 'instant' && !isOfDays)) return booked
  try {
    const table = yield* new EdgeReading(booked, edges, filter, wanted, onPlaced).read()
    return { table: table ?? booked.table, days: booked.days }
  } catch (error) {
    if (!(error instanceof ContradictoryDates)) throw error
    return { table: booked.table, days: { ...booked.days, failure: 'ignored' } }
  }
}

/**
 * The list of a filter, whose transactions each have their day. The day before the filter's dates and the one after are asked for too: a
 * service that lists a transaction there does not heed the filter.
 */
export function* readDays(
  booked: BookedTransactions,
  filter: Filter<'transactions'>,
): Reading<BookedTransactions> {
  const { whose, failure } = booked.days
  const range = rangeOf(filter, latestOf(booked.ended, whose))
  if (failure !== null || range === null || booked.rows === 0) return booked
  const [first, last] = [range.isOpen ? -Infinity : range.first, range.last]
  const around = { from: (first - 1) * dayLength, before: (last + 2) * dayLength }
  const within = { ...booked, table: narrowedTable(booked.table, () => around) }
  const earliest = Math.max(first, last - furthestDays)
  const edges = eachDay({ first: earliest - 1, last: last + 1 })
  const { table, days } = yield* readPlaces(within, edges, filter)
  let isOutside = false
  const narrowed = narrowedTable(table, (_, span) => {
    const day = dayWithin(span)
    isOutside ||= day !== null && (day < first || day > last)
    return day === null ? anyTime : span
  })
  return { ...booked, table: narrowed, days: isOutside ? { ...days, failure: 'ignored' } : days }
}

/** Two windows list one transaction, or one lists it elsewhere than an earlier answer did. */
class ContradictoryDates extends Error {}

class UnheededId extends Error {}

/** A transaction that may lie in any of some windows, and the windows of its neighbours in the list. */
interface WantedRow {
  readonly id: string
  readonly first: number
  readonly last: number
  readonly before: number | null
  after: number | null
}

/** Places of a list: both ends, then the middle of what is between them, and so on. */
function endsFirst(count: number): readonly number[] {
  const order = count > 1 ? [0, count - 1] : [0]
  const gaps: (readonly [number, number])[] = [[0, count - 1]]
  for (const [low, high] of gaps) {
    const middle = (low + high) >> 1
    if (middle === low) continue
    order.push(middle)
    gaps.push([low, middle], [middle, high])
  }
  return order.slice(0, count)
}

class EdgeReading {
  readonly #table: TransactionTable
  readonly #latest: number
  /** Moments between which everything is asked for; infinite at both ends. */
  readonly #bounds: readonly number[]
  readonly #form: DateFilter['form']
  readonly #list: DatedList
  readonly #wanted: ReadonlySet<string> | undefined
  readonly #onPlaced: OnPlaced | undefined
  /** By id: the number of the window that listed it. */
  readonly #places = new Map<string, number>()
  /** Windows whose lists were read to their ends, or where only some are wanted, that were read. */
  readonly #whole = new Set<number>()
  /** Windows that were asked for together with the one before, and nothing is in either. */
  readonly #unbroken = new Set<number>()
  /** Ids of transactions that are wanted, may lie in more than one window, and have not been listed yet. */
  readonly #missing = new Set<string>()
  /** As many were missing at first. */
  #sought = 0
  /** The same in the order of the list, where only some are wanted. */
  readonly #rows: WantedRow[] = []
  /** A span goes on after the transaction was read. */
  #isTooWide = false
  /** The service lists before the first edge exactly as many as no later window has. */
  #isRestCounted = false

  constructor(
    { table, days, ended }: PlacedTransactions,
    edges: readonly Edge[],
    filter: Filter<'transactions'>,
    wanted: ReadonlySet<string> | undefined,
    onPlaced: OnPlaced | undefined,
  ) {
    this.#latest = latestOf(ended, days.whose)
    const inside = edges.map(({ at }) => at).filter((at) => at < this.#latest)
    this.#table = table
    this.#bounds = [-Infinity, ...new Set(inside), Infinity]
    this.#form = days.form
    this.#wanted = wanted
    this.#onPlaced = onPlaced
    this.#list = new DatedList(filter)
  }

  *read(): Reading<TransactionTable | null> {
    const wanted = this.#wantedWindows()
    if (wanted.length === 0 && (this.#wanted || !this.#isTooWide)) return null
    this.#sought = this.#missing.size
    this.#tellPlaced()
    const dated = wanted.filter((window) => window > 0)
    if (this.#wanted) yield* this.#readRows(dated)
    else yield* this.#readNewestFirst(dated)
    if (wanted.includes(0) && !this.#wanted) {
      yield* this.#countRest(wanted)
      if (!this.#isRestCounted) {
        if (this.#form === 'instant') yield* this.#readGaps(wanted)
        yield* this.#readWindow(0)
      }
    }
    return narrowedTable(this.#table, (id, { from, before }) =>
      this.#narrow(id, { from, before: Math.min(before, this.#latest) }),
    )
  }

  /** Windows with a transaction that may lie in another one, newest first. Window 0 is that before the first edge. */
  #wantedWindows(): readonly number[] {
    const begun = new Int32Array(this.#bounds.length + 1)
    let before: number | null = null
    let named = 0
    eachRow(this.#table, ({ transaction_id: id }, _day, span) => {
      this.#isTooWide ||= span.before > this.#latest
      const [first, last] = this.#windowsOf(span)
      if (first === last) {
        before = first
        for (const row of this.#rows.slice(named)) row.after = first
        named = this.#rows.length
      }
      if (first === last || this.#wanted?.has(id ?? '') === false) return
      this.#missing.add(id ?? '')
      if (this.#wanted) this.#rows.push({ id: id ?? '', first, last, before, after: null })
      begun[first] = (begun[first] ?? 0) + 1
      begun[last + 1] = (begun[last + 1] ?? 0) - 1
    })
    const wanted: number[] = []
    let open = 0
    for (const [window, change] of begun.entries()) {
      open += change
      if (open > 0) wanted.push(window)
    }
    return wanted.reverse()
  }

  /** Each is sought by itself, between its neighbours. Those that lie close together come with the first of them. */
  *#readRows(windows: readonly number[]): Reading<void> {
    let [isDated, isOrdered] = [true, true]
    try {
      for (const index of endsFirst(this.#rows.length)) {
        const row = this.#rows[index]
        // A service may list many on no date, and each would cost a whole search.
        if (!this.#isMissing(row) || !(isDated || (yield* this.#isSince(row.id, 1)))) continue
        const before = this.#nextPlace(index, -1) ?? row.before
        const after = this.#nextPlace(index, 1) ?? row.after
        const between =
          isOrdered && before !== null && after !== null ? this.#between(row, before, after) : null
        if (between) yield* this.#readNear(row.id, yield* this.#halved(row.id, ...between), windows)
        if (!this.#isMissing(row)) continue
        if (between) isOrdered = false
        const window = isOrdered
          ? yield* this.#soughtWindow(row, before ?? after)
          : (yield* this.#halved(row.id, row.first, row.last + 1)) || null
        if (window === null) isDated = false
        else yield* this.#readNear(row.id, window, windows)
      }
    } catch (error) {
      if (!(error instanceof UnheededId)) throw error
      yield* this.#readNewestFirst(windows)
    }
  }

  #isMissing(row: WantedRow | undefined): row is WantedRow {
    return row !== undefined && this.#missing.has(row.id)
  }

  /** Windows from the one neighbour to the other, the last excluded, without those at either end that were read. */
  #between({ first, last }: WantedRow, before: number, after: number): readonly [number, number] | null {
    let [from, end] = [Math.max(first, Math.min(before, after)), Math.min(last, Math.max(before, after)) + 1]
    while (from < end && this.#whole.has(from)) from += 1
    while (from < end && this.#whole.has(end - 1)) end -= 1
    return from < end ? [from, end] : null
  }

  #nextPlace(index: number, step: -1 | 1): number | null {
    for (let at = index + step; at >= 0 && at < this.#rows.length; at += step) {
      const window = this.#places.get(this.#rows[at]?.id ?? '')
      if (window !== undefined) return window
    }
    return null
  }

  *#readNear(id: string, window: number, windows: readonly number[]): Reading<void> {
    const missing = this.#missing.size
    yield* this.#readWindowOf(id, window)
    if (missing - this.#missing.size < 2) return
    const earlier = windows.filter((each) => each < window && !this.#whole.has(each))
    yield* this.#readNewestFirst(earlier, true)
  }

  /** Where lists of it alone end to have it, which is no proof; null if it is on no date. Doubles its steps, then halves them. */
  *#soughtWindow({ id, first, last }: WantedRow, near: number | null): Reading<number | null> {
    let [low, high, at] = [first, last + 1, Math.min(last, Math.max(first + 1, near ?? last))]
    const isSince = yield* this.#isSince(id, at)
    for (let step = 1; ; step *= 2) {
      if (isSince) low = at
      else high = at
      if (high - low <= 1) break
      at = isSince ? Math.min(high - 1, at + step) : Math.max(low + 1, at - step)
      if ((yield* this.#isSince(id, at)) === isSince) continue
      if (isSince) high = at
      else low = at
      break
    }
    return (yield* this.#halved(id, low, high)) || null
  }

  /** The last of these windows since which it is listed; the first of them, if that is none. */
  *#halved(id: string, low: number, high: number): Reading<number> {
    let [from, end] = [low, high]
    while (end - from > 1) {
      const middle = (from + end) >> 1
      if (yield* this.#isSince(id, middle)) from = middle
      else end = middle
    }
    return from
  }

  *#isSince(id: string, window: number): Reading<boolean> {
    const ids = yield* this.#list.ids(this.#datesOf(window, this.#bounds.length - 2), 1, 0, id)
    if (ids?.some((each) => each !== id)) throw new UnheededId(id)
    return ids?.length === 1
  }

  *#readWindowOf(id: string, window: number): Reading<void> {
    const dates = this.#datesOf(window)
    const place = (ids: readonly string[]) => this.#place(window, ids)
    const isFirst = !this.#whole.has(window)
    this.#whole.add(window)
    if (isFirst) place((yield* this.#list.ids(dates, limitRange.max, 0)) ?? [])
    if (isFirst && this.#missing.has(id)) yield* this.#list.readPages(dates, place)
    // It may have moved within its list, or no longer match its filter.
    if (this.#missing.has(id)) place((yield* this.#list.ids(dates, 1, 0, id)) ?? [])
    if (this.#missing.has(id) && this.#form === 'instant' && window + 2 < this.#bounds.length)
      yield* this.#readGaps([window + 1])
  }

  /**
   * Several windows in one request where few have transactions. Nothing is asked once every transaction has its place, or where only some
   * are wanted, and few of these lie there.
   */
  *#readNewestFirst(windows: readonly number[], isForSome = false): Reading<void> {
    let width = 1
    for (let at = 0; at < windows.length && this.#missing.size > 0; ) {
      const next = windows.slice(at, at + width * runsAtOnce)
      const [before, missing] = [this.#places.size, this.#missing.size]
      const runs = Array.from({ length: Math.ceil(next.length / width) }, (_, index) =>
        next.slice(index * width, (index + 1) * width),
      )
      yield* sideBySide(runs.map((run) => this.#readRun(run)))
      at += next.length
      const rows = this.#places.size - before
      if (isForSome && 2 * (missing - this.#missing.size) < next.length) return
      width = rows >= next.length ? 1 : Math.min(4 * width, Math.ceil((4 * next.length) / (rows + 1)))
    }
    if (!this.#wanted && this.#missing.size === 0) for (const window of windows) this.#whole.add(window)
  }

  *#readRun(windows: readonly number[]): Reading<void> {
    const [last, first] = [windows[0], windows.at(-1)]
    if (last === undefined || first === undefined) return
    if (first === last) return yield* this.#readWindow(last)
    const isUnbroken = last - first + 1 === windows.length
    if (isUnbroken && (yield* this.#list.ids(this.#datesOf(first, last), 1, 0))?.length === 0) {
      for (const window of windows) {
        this.#whole.add(window)
        if (window > first) this.#unbroken.add(window)
      }
      return
    }
    const middle = windows.length >> 1
    yield* sideBySide([this.#readRun(windows.slice(0, middle)), this.#readRun(windows.slice(middle))])
  }

  #windowsOf({ from, before }: TimeSpan): readonly [first: number, last: number] {
    return [this.#windowOf((bound) => bound <= from), this.#windowOf((bound) => bound < before)]
  }

  #windowOf(passes: (bound: number) => boolean): number {
    let [low, high] = [0, this.#bounds.length - 1]
    while (low < high) {
      const middle = (low + high + 1) >> 1
      if (passes(this.#bounds[middle] ?? Infinity)) low = middle
      else high = middle - 1
    }
    return Math.min(low, this.#bounds.length - 2)
  }

  *#readWindow(window: number): Reading<void> {
    const dates = this.#datesOf(window)
    const place = (ids: readonly string[]) => this.#place(window, ids)
    const isWhole = (yield* this.#list.readPages(dates, place)) || (yield* this.#list.readTwice(dates, place))
    if (isWhole) this.#whole.add(window)
  }

  #place(window: number, ids: readonly string[]): void {
    for (const id of ids) {
      if ((this.#places.get(id) ?? window) !== window) throw new ContradictoryDates(id)
      this.#places.set(id, window)
      this.#missing.delete(id)
    }
    this.#tellPlaced()
  }

  #tellPlaced(): void {
    this.#onPlaced?.(this.#sought - this.#missing.size, this.#wanted ? this.#sought : null)
  }

  /** A service with finer instants may have some between the last millisecond of a window and the next one. They belong to the earlier. */
  *#readGaps(wanted: readonly number[]): Reading<void> {
    for (const window of wanted.filter((each) => each > 0 && !this.#unbroken.has(each))) {
      const edge = this.#bounds[window] ?? 0
      // Those of the edge itself belong to the later, which may have been read while its list moved.
      const later = new Set<string>()
      const isKnown = yield* this.#list.readTwice(instantParameters(edge, edge), (ids) => {
        for (const id of ids) later.add(id)
      })
      const place = (ids: readonly string[]) =>
        this.#place(
          window - 1,
          ids.filter((id) => this.#places.get(id) !== window && !later.has(id)),
        )
      if (isKnown) yield* this.#list.readTwice(instantParameters(edge - 1, edge), place)
    }
  }

  *#countRest(wanted: readonly number[]): Reading<void> {
    if (wanted.some((window) => window > 0 && !this.#whole.has(window))) return
    let count = 0
    eachRow(this.#table, ({ transaction_id: id }, _, span) => {
      if (!this.#places.has(id ?? '') && this.#windowsOf(span)[0] === 0) count += 1
    })
    const dates = this.#datesOf(0)
    const first = (yield* this.#list.ids(dates, fewRows, 0)) ?? []
    const last = count > 0 ? ((yield* this.#list.ids(dates, 1, count - 1)) ?? []) : []
    // What a late end lists here too could stand for one that no list by date has.
    const other = [...first, ...last].find((id) => this.#places.has(id))
    if (other !== undefined) throw new ContradictoryDates(other)
    const beyond = yield* this.#list.ids(dates, 1, count)
    this.#isRestCounted = beyond?.length === 0 && last.length === Math.min(count, 1)
  }

  #datesOf(first: number, last = first): Partial<DateParameters> {
    const [from = -Infinity, before = Infinity] = [this.#bounds[first], this.#bounds[last + 1]]
    const start = Number.isFinite(from) && this.#start(from)
    const end = Number.isFinite(before) && this.#end(before)
    return { ...(start && { start_date: start }), ...(end && { end_date: end }) }
  }

  #start(from: number): string {
    return this.#form === 'instant' ? new Date(from).toISOString() : dayText(from / dayLength)
  }

  #end(before: number): string {
    if (this.#form === 'instant') return new Date(before - 1).toISOString()
    return dayText(before / dayLength - (this.#form === 'day' ? 1 : 0))
  }

  #narrow(id: string | null, span: TimeSpan): TimeSpan {
    const [first, last] = this.#windowsOf(span)
    const window = this.#places.get(id ?? '')
    if (window !== undefined) {
      if (window < first || window > last) throw new ContradictoryDates(id ?? '')
      return this.#within(span, window)
    }
    return this.#isRestCounted && first === 0 ? this.#within(span, 0) : span
  }

  #within({ from, before }: TimeSpan, window: number): TimeSpan {
    return {
      from: Math.max(from, this.#bounds[window] ?? -Infinity),
      before: Math.min(before, this.#bounds[window + 1] ?? Infinity),
    }
  }
}

const runsAtOnce = 4
/** At either end of a list are those that a shifted date would add. */
const fewRows = 50

function latestOf(ended: string, whose: DateFilter['days']): number {
  return Date.parse(ended) + clockError + (whose === 'utc' ? 0 : furthestZone)
}
