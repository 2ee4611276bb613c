/** Dates every row of a list. If two days list one id, or days are not what they should be, no row gets a date. */
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

/** `unknown-range`: the filter's own dates are in an unknown form. */
export type NoDates = DatesOff | 'unknown-range'

export interface DaysRead {
  readonly failure: NoDates | null
  readonly form: DateForm
  readonly formOfLinks: DateForm
  readonly whose: DateFilter['days']
  readonly windows: number
  readonly requests: number
  /** Cut short: a row keeps its day only where that day and both neighbours were read. */
  readonly isCut: boolean
  /** The ids with their days, as one reading of the list; undefined where it may have a gap. */
  readonly earlier: EarlierReading | undefined
  dayOf(id: string): Day | null
}

export interface DaysOptions extends RetryOptions {
  /** Rows dated so far. */
  readonly onProgress?: ((rows: number) => void) | undefined
  readonly skip?: AbortSignal | undefined
  /** By default, the most that the service gives. */
  readonly pageSize?: number | undefined
}

/** Failures follow `RetryOptions`. A refused date counts as an answer. */
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
    // A day of the service may begin up to 14 hours before the UTC day.
    const range = rangeOf(list.filter, service.days === 'utc' ? now() : now() + furthestZone)
    if (range === null) return { ...none, failure: 'unknown-range', requests }
    const isSkipped = () => Boolean(skip?.aborted && !options.signal.aborted)
    const read = await new DaysPass({ ...list, ask }, service, range, options).read(isSkipped)
    return { ...read, requests }
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
  /** Read to their ends, or empty. */
  readonly #covered = new Set<DayNumber>()
  /** Whether every day matched when it was read twice. */
  #isReading = true
  /** Days next to the filter's range. Their rows must not appear inside it too. */
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

  async read(isSkipped: () => boolean): Promise<Omit<DaysRead, 'requests'>> {
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

  /** Reads the day before a day with rows: no row may be on both. */
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

  /** Whole days, even where the filter ends within one. */
  #datesOf(day: DayNumber): DateParameters {
    return dateParameters({ first: day, last: day }, this.#service.form, 'utc')
  }

  /** Adds a start: without one, some services list only recent weeks. */
  async #askFromStart(dates: Partial<DateParameters>, limit: number) {
    const { first, isOpen } = this.#range
    const { start_date } = this.#range.parameters({ first, last: first }, this.#service.form)
    const answer = isOpen ? await this.#asker.ask({ ...dates, start_date }, limit) : null
    return answer ?? (await this.#asker.ask(dates, limit))
  }

  #finished(failure: NoDates | null, isCut = false): Omit<DaysRead, 'requests'> {
    const { form, formOfLinks, days: whose } = this.#service
    const { windows } = this.#asker
    const about = { failure, isCut, form, formOfLinks, whose, windows }
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

  /** After a cut, a day is certain only where both neighbours were read. */
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

/** Single days where almost every day has rows. Otherwise grows at most fourfold, so that one answer holds the window. */
function nextWidth(width: number, { rows, days }: { readonly rows: number; readonly days: number }): number {
  if (rows >= days) return 1
  return rows === 0 ? 4 * width : Math.min(4 * width, Math.ceil((few * days) / (2 * rows)))
}

/** Rows to ask for per window. */
const few = 50
const windowsAtOnce = 4

const nothingKnown = { dayOf: () => null, earlier: undefined } as const

/** Empty days in a row before it asks whether anything is older. */
const patience = 8

class Unusable extends Error {
  readonly why: NoDates
  constructor(why: NoDates) {
    super(why)
    this.why = why
  }
}

class DayTable {
  readonly days = new Map<string, DayNumber>()
  readonly #outside = new Set<string>()
  readonly #now: number

  constructor(now: number) {
    this.#now = now
  }

  /** Throws `Unusable` where the answer contradicts another answer or the clock. */
  note(day: DayNumber, ids: readonly string[]): void {
    this.#mustHaveBegun(day, ids)
    for (const id of ids) {
      if (this.#outside.has(id) || (this.days.get(id) ?? day) !== day) throw new Unusable('ignored')
      this.days.set(id, day)
    }
  }

  /** For a day outside the filter. */
  noteOutside(day: DayNumber, ids: readonly string[]): void {
    this.#mustHaveBegun(day, ids)
    for (const id of ids) {
      if (this.days.has(id)) throw new Unusable('ignored')
      this.#outside.add(id)
    }
  }

  /** Ids without a day. Throws `Unusable` where one has a day outside the window. */
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
