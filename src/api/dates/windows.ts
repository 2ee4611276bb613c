/**
 * The day of every row of a list, found by asking for one day after another. A row has the day for which the service lists it: no other
 * evidence counts, and windows of several days only tell which days need not be asked for. Where an id is listed on two days, or days do
 * not mean what they should, no row has a date.
 */
import { limitRange } from '../../contract/endpoints.ts'
import type { RetryOptions } from '../walk/retries.ts'
import type { EarlierReading } from '../walk/walk.ts'
import {
  clockError,
  type DateFilter,
  type DatesOff,
  dateFilterOf,
  furthestZone,
  withRetries,
} from './date-filter.ts'
import { type DatedList, RangeAsker } from './dated-list.ts'
import {
  type DateForm,
  type DateParameters,
  type Day,
  type DayNumber,
  type DayRange,
  dateParameters,
  dayStart,
  dayText,
  type FilterRange,
  rangeOf,
} from './day.ts'
import { type DaySearch, searchDays } from './day-search.ts'

/** Why no row has a date: the service's dates cannot be relied on, or the filter's own are in a form that is not known here. */
export type NoDates = DatesOff | 'unknown-range'

export interface DaysRead {
  /** Why no row has a date; null where rows may have one. */
  readonly failure: NoDates | null
  readonly form: DateForm
  readonly formOfLinks: DateForm
  readonly whose: DateFilter['days']
  /** Ranges of time that were asked for, and all requests. */
  readonly windows: number
  readonly requests: number
  /** Whether it was cut short. A row then has a day only where that day and the ones beside it were read. */
  readonly isCut: boolean
  /** The ids with their days, as one reading of the list; undefined where it may have a gap. */
  readonly earlier: EarlierReading | undefined
  /** The day for which the service lists the row with this id; null where it has none. */
  dayOf(id: string): Day | null
}

export interface DaysOptions extends RetryOptions {
  /** How many rows have a day so far. */
  readonly onProgress?: ((rows: number) => void) | undefined
  readonly skip?: AbortSignal | undefined
  /** Rows of an answer; the most that the service gives where it is not said. */
  readonly pageSize?: number | undefined
}

/** Finds the day of every row. Failures are met as `RetryOptions` says; refusals of a date are answers. */
export async function readDays(list: DatedList, options: DaysOptions): Promise<DaysRead> {
  const none = {
    form: 'day',
    formOfLinks: 'day',
    whose: 'service',
    windows: 0,
    requests: 0,
    isCut: false,
    ...nothingKnown,
  } as const
  const { now = Date.now, skip } = options
  let requests = 0
  const ask: DatedList['ask'] = (...asked) => {
    requests += 1
    return list.ask(...asked)
  }
  const signal = skip ? AbortSignal.any([options.signal, skip]) : options.signal
  try {
    const service = await dateFilterOf(list.session, withRetries(ask, options), { signal, now })
    if (service === null) return { ...none, failure: null }
    if (service.off !== null) return { ...none, failure: service.off, requests }
    // A day of the service may begin that much earlier than one of UTC.
    const range = rangeOf(list.filter, service.days === 'utc' ? now() : now() + furthestZone)
    if (range === null) return { ...none, failure: 'unknown-range', requests }
    const isSkipped = () => Boolean(skip?.aborted && !options.signal.aborted)
    const read = await new DaysPass(list, service, range, options).read(isSkipped)
    return { ...read, requests: requests + read.requests }
  } catch (error) {
    if (skip?.aborted && !options.signal.aborted) return { ...none, failure: null, isCut: true, requests }
    throw error
  }
}

class DaysPass implements DaySearch {
  readonly #list: DatedList
  readonly #service: DateFilter
  readonly #range: FilterRange
  readonly #options: RetryOptions
  readonly #onProgress: DaysOptions['onProgress']
  readonly #pageSize: number
  readonly #ended = new AbortController()
  readonly #asker: RangeAsker
  readonly #table: DayTable
  /** Days that were read to their ends, or have no rows. */
  readonly #covered = new Set<DayNumber>()
  /** Whether every day was the same when it was read twice. */
  #isReading = true
  /** What is listed on the days before and after the filter's own must not be listed on these, too. */
  readonly #unreadNeighbours: DayNumber[] = []

  constructor(list: DatedList, service: DateFilter, range: FilterRange, asked: DaysOptions) {
    const { onProgress, pageSize = limitRange.max, skip, ...options } = asked
    const signal = AbortSignal.any([options.signal, this.#ended.signal, ...(skip ? [skip] : [])])
    const now = (options.now ?? Date.now)()
    this.#list = list
    this.#service = service
    this.#range = range
    this.#options = options
    this.#onProgress = onProgress
    this.#pageSize = pageSize
    this.#asker = new RangeAsker(list, pageSize, { ...options, signal })
    this.#table = new DayTable(service.days === 'utc' ? now : now + furthestZone)
  }

  async read(isSkipped: () => boolean): Promise<DaysRead> {
    try {
      await Promise.all(neighboursOf(this.#range).map((day) => this.#meetNeighbour(day)))
      await this.#readWindows()
      for (const day of this.#unreadNeighbours)
        await this.#asker.askAll(this.#datesOf(day), (ids) => this.#table.noteOutside(day, ids))
      return this.#finished(null)
    } catch (error) {
      if (error instanceof Unusable) return this.#finished(error.why)
      if (isSkipped()) return this.#finished(null, true)
      throw error
    } finally {
      this.#ended.abort()
    }
  }

  async #readWindows(): Promise<void> {
    const range = this.#range
    const all = await this.#askFromStart(this.#list.filter, this.#pageSize)
    const known = all?.isAll ? all.ids : null
    let width = 1
    for (let last = range.last; last >= range.first; ) {
      const windows = windowsBefore(last, width, range)
      const first = windows.at(-1)?.first ?? last
      const before = this.#table.days.size
      await Promise.all(windows.map((window) => searchDays(this, window, null)))
      const rows = this.#table.days.size - before
      const days = last - first + 1
      last = first - 1
      width = nextWidth(width, { rows, days })
      if (known !== null && this.#table.leftOf(known, range).length === 0) {
        if (last >= range.first) await this.readDay(last)
        return
      }
      if (rows > 0 || !range.isOpen || days < patience) continue
      const { end_date } = range.parameters({ first: last, last }, this.#service.form)
      const older = await this.#askFromStart({ end_date }, 1)
      if (older?.ids.length === 0) return
    }
  }

  async readDay(day: DayNumber): Promise<void> {
    const dates = this.#range.parameters({ first: day, last: day }, this.#service.form)
    const answer = await this.#asker.ask(dates, this.#pageSize)
    if (answer === null) throw new Unusable('refused')
    this.#note(day, answer.ids)
    if (!answer.isAll) {
      const isSame = await this.#asker.askAll(dates, (ids) => this.#note(day, ids))
      this.#isReading &&= isSame
    }
    this.#covered.add(day)
  }

  async among(window: DayRange): Promise<readonly string[] | null> {
    const dates = this.#range.parameters(window, this.#service.form)
    const answer = await this.#asker.ask(dates, Math.min(few, this.#pageSize))
    if (answer?.ids.length === 0)
      for (let day = window.first; day <= window.last; day += 1) this.#covered.add(day)
    return answer && (answer.isAll || answer.ids.length === 0) ? answer.ids : null
  }

  left(ids: readonly string[], window: DayRange): readonly string[] {
    return this.#table.leftOf(ids, window)
  }

  /** The day before one with rows is asked for as well: no row may be listed on both. */
  async onBorder(day: DayNumber, wanted: readonly string[]): Promise<void> {
    if (wanted.some((id) => this.#table.days.get(id) === day)) await this.readDay(day - 1)
  }

  #note(day: DayNumber, ids: readonly string[]): void {
    this.#table.note(day, ids)
    this.#onProgress?.(this.#table.days.size)
  }

  async #meetNeighbour(day: DayNumber): Promise<void> {
    const answer = await this.#asker.ask(this.#datesOf(day), this.#pageSize)
    if (answer === null) return
    this.#table.noteOutside(day, answer.ids)
    if (answer.isAll) this.#covered.add(day)
    else this.#unreadNeighbours.push(day)
  }

  /** Of the whole day, even where the filter ends within it. */
  #datesOf(day: DayNumber): DateParameters {
    return dateParameters({ first: day, last: day }, this.#service.form, 'utc')
  }

  /** With a start where the filter has none: without one, some services list only the last weeks. */
  async #askFromStart(dates: Partial<DateParameters>, limit: number) {
    const { first, isOpen } = this.#range
    const { start_date } = this.#range.parameters({ first, last: first }, this.#service.form)
    const answer = isOpen ? await this.#asker.ask({ ...dates, start_date }, limit) : null
    return answer ?? (await this.#asker.ask(dates, limit))
  }

  #finished(failure: NoDates | null, isCut = false): DaysRead {
    const { form, formOfLinks, days: whose } = this.#service
    const { windows, requests } = this.#asker
    const about = { failure, isCut, form, formOfLinks, whose, windows, requests }
    if (failure !== null) return { ...about, ...nothingKnown }
    const { days } = this.#table
    const isReading = this.#isReading && !isCut
    return {
      ...about,
      dayOf: (id) => {
        const day = days.get(id)
        return day === undefined || (isCut && !this.#isCertain(day)) ? null : dayText(day)
      },
      earlier: isReading ? { days, listedOn: (day) => this.#listedOn(day) } : undefined,
    }
  }

  /** Of a pass that was cut short, a day is certain where neither day beside it can have the same rows. */
  #isCertain(day: DayNumber): boolean {
    return [day - 1, day, day + 1].every((each) => this.#covered.has(each))
  }

  async #listedOn(day: DayNumber): Promise<readonly string[]> {
    const ids: string[] = []
    const dates = this.#range.parameters({ first: day, last: day }, this.#service.form)
    const asker = new RangeAsker(this.#list, this.#pageSize, this.#options)
    await asker.askAll(dates, (more) => ids.push(...more))
    return ids
  }
}

/** The days right before and after those of a filter, as far as it has ends. */
function neighboursOf({ first, last, isOpen }: FilterRange): readonly DayNumber[] {
  return isOpen || first === 0 ? [last + 1] : [first - 1, last + 1]
}

function windowsBefore(last: DayNumber, width: number, { first: earliest }: DayRange): readonly DayRange[] {
  const windows: DayRange[] = []
  for (let end = last; end >= earliest && windows.length < windowsAtOnce; ) {
    const first = Math.max(earliest, end - width + 1)
    windows.push({ first, last: end })
    end = first - 1
  }
  return windows
}

/** Single days where nearly each has rows; else windows with so few rows that one answer holds them. At most four times as long as before. */
function nextWidth(width: number, { rows, days }: { readonly rows: number; readonly days: number }): number {
  if (rows >= days) return 1
  return rows === 0 ? 4 * width : Math.min(4 * width, Math.ceil((few * days) / (2 * rows)))
}

/** Rows that are asked for of a window of several days. */
const few = 50
const windowsAtOnce = 4

const nothingKnown = { dayOf: () => null, earlier: undefined } as const

/** After so many days without a row, the service is asked whether there is anything older. */
const patience = 8

/** The dates say nothing about when a row was recorded. */
class Unusable extends Error {
  readonly why: NoDates
  constructor(why: NoDates) {
    super(why)
    this.why = why
  }
}

/** The day on which each id was listed. `now`: the reader's clock, in milliseconds. */
class DayTable {
  readonly days = new Map<string, DayNumber>()
  readonly #outside = new Set<string>()
  readonly #now: number

  constructor(now: number) {
    this.#now = now
  }

  /** Notes what was listed on one day of the filter. Throws `Unusable` where that contradicts another answer, or the clock. */
  note(day: DayNumber, ids: readonly string[]): void {
    this.#mustHaveBegun(day, ids)
    for (const id of ids) {
      if (this.#outside.has(id) || (this.days.get(id) ?? day) !== day) throw new Unusable('ignored')
      this.days.set(id, day)
    }
  }

  /** The same for a day outside of the filter. */
  noteOutside(day: DayNumber, ids: readonly string[]): void {
    this.#mustHaveBegun(day, ids)
    for (const id of ids) {
      if (this.days.has(id)) throw new Unusable('ignored')
      this.#outside.add(id)
    }
  }

  /** Those of the ids listed in a window of several days that have no day yet. Throws `Unusable` where one has a day outside of it. */
  leftOf(ids: readonly string[], { first, last }: DayRange): readonly string[] {
    return ids.filter((id) => {
      const day = this.days.get(id)
      if (day !== undefined && (day < first || day > last)) throw new Unusable('ignored')
      return day === undefined
    })
  }

  #mustHaveBegun(day: DayNumber, ids: readonly string[]): void {
    if (ids.length > 0 && dayStart(day, 'utc') > this.#now + clockError) throw new Unusable('ahead')
  }
}
