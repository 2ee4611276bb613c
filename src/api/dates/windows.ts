/**
 * The day of every row of a list, found by asking for one day after another. A row has the day for which the service lists it: no other
 * evidence counts, and windows of several days only tell which days need not be asked for. Where an id is listed on two days, or days do
 * not mean what they should, no row has a date.
 */
import { limitRange } from '../../contract/endpoints.ts'
import { Fingerprints, fingerprint } from '../walk/fingerprints.ts'
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
import { createAsker, type DatedList } from './dated-list.ts'
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

/** What the pass over windows of time came to. */
export interface DaysRead {
  /** Why no row has a date; null where rows may have one. */
  readonly failure: NoDates | null
  /** How the service was asked. */
  readonly form: DateForm
  /** The form for links, which people read. */
  readonly formOfLinks: DateForm
  /** Whose days these are. */
  readonly whose: DateFilter['days']
  /** Ranges of time that were asked for, and all requests. */
  readonly windows: number
  readonly requests: number
  /** Whether it was cut short. Rows then have a day only where it and the days beside it were read. */
  readonly isCut: boolean
  /** The ids that have a day, as one reading of the list; undefined where an answer left a gap. */
  readonly earlier: EarlierReading | undefined
  /** The day for which the service lists the row with this id; null where it has none. */
  dayOf(id: string): Day | null
}

/** How the pass is watched and held up. */
export interface DaysOptions extends RetryOptions {
  /** How many rows have a day so far. */
  readonly onProgress?: ((rows: number) => void) | undefined
  /** Ends it with what was found so far. */
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
    // A day of the service may begin so much earlier than one of UTC.
    const range = rangeOf(list.filter, service.days === 'utc' ? now() : now() + furthestZone)
    if (range === null) return { ...none, failure: 'unknown-range', requests }
    const read = await readInForm(service, range, list, options)
    return { ...read, requests: requests + read.requests }
  } catch (error) {
    if (skip?.aborted && !options.signal.aborted) return { ...none, failure: null, isCut: true, requests }
    throw error
  }
}

async function readInForm(
  { form, formOfLinks, days: whose }: DateFilter,
  range: FilterRange,
  list: DatedList,
  { onProgress, pageSize = limitRange.max, skip, ...options }: DaysOptions,
): Promise<DaysRead> {
  const ended = new AbortController()
  const signal = AbortSignal.any([options.signal, ended.signal, ...(skip ? [skip] : [])])
  const asker = createAsker(list, pageSize, { ...options, signal })
  const now = (options.now ?? Date.now)()
  const table = createDayTable(whose === 'utc' ? now : now + furthestZone)
  let isReading = true

  const note = (day: DayNumber, ids: readonly string[]) => {
    table.note(day, ids)
    onProgress?.(table.size)
  }
  /** With a start where the filter has none: some services list the last weeks alone where none is given. */
  const askFromStart = async (dates: Partial<DateParameters>, limit: number) => {
    const { start_date } = range.parameters({ first: range.first, last: range.first }, form)
    const answer = range.isOpen ? await asker.ask({ ...dates, start_date }, limit) : null
    return answer ?? (await asker.ask(dates, limit))
  }
  /** The days that were read to their ends, or have no rows. */
  const covered = new Set<DayNumber>()
  const readDay = async (day: DayNumber): Promise<void> => {
    const dates = range.parameters({ first: day, last: day }, form)
    const answer = await asker.ask(dates, pageSize)
    if (answer === null) throw new Unusable('refused')
    note(day, answer.ids)
    if (!answer.isAll) {
      const isSame = await asker.askAll(dates, (ids) => note(day, ids))
      isReading &&= isSame
    }
    covered.add(day)
  }

  const search: DaySearch = {
    readDay,
    async among(window) {
      const answer = await asker.ask(range.parameters(window, form), Math.min(few, pageSize))
      if (answer?.ids.length === 0)
        for (let day = window.first; day <= window.last; day += 1) covered.add(day)
      return answer && (answer.isAll || answer.ids.length === 0) ? answer.ids : null
    },
    left: table.leftOf,
    // The day before one that has rows is asked for as well: none of these may be listed on both.
    async onBorder(day, wanted) {
      if (wanted.some((id) => table.dayOf(id) === day)) await readDay(day - 1)
    },
  }

  /** What is listed on the days before and behind the filter's own must not be listed on these, too. */
  const unreadNeighbours: DayNumber[] = []
  const meetNeighbour = async (day: DayNumber) => {
    const answer = await asker.ask(dateParameters({ first: day, last: day }, form, 'utc'), pageSize)
    if (answer === null) return
    table.noteOutside(day, answer.ids)
    if (answer.isAll) covered.add(day)
    else unreadNeighbours.push(day)
  }

  /** Of a pass that was cut short: a day is told where none beside it can have the same rows. */
  const dayOfCovered = (id: string): DayNumber | null => {
    const day = table.dayOf(id)
    return day !== null && [day - 1, day, day + 1].every((each) => covered.has(each)) ? day : null
  }
  /** Asked after the pass, for what was met on a day. */
  const listedOn = async (day: DayNumber) => {
    const ids: string[] = []
    const dates = range.parameters({ first: day, last: day }, form)
    await createAsker(list, pageSize, options).askAll(dates, (more) => ids.push(...more))
    return ids
  }
  const textOf = (day: DayNumber | null) => (day === null ? null : dayText(day))
  const found = (isCut: boolean) => ({
    dayOf: (id: string) => textOf(isCut ? dayOfCovered(id) : table.dayOf(id)),
    earlier:
      isReading && !isCut
        ? { size: table.size, places: table.places, placeOf: table.dayOf, listedAt: listedOn }
        : undefined,
  })
  const finished = (failure: NoDates | null, isCut = false): DaysRead => ({
    failure,
    isCut,
    form,
    formOfLinks,
    whose,
    windows: asker.windows,
    requests: asker.requests,
    ...(failure === null ? found(isCut) : nothingKnown),
  })
  try {
    await Promise.all(neighboursOf(range).map(meetNeighbour))
    const all = await askFromStart(list.filter, pageSize)
    const known = all?.isAll ? all.ids : null
    let width = 1
    for (let last = range.last; last >= range.first; ) {
      const windows = windowsBefore(last, width, range)
      const first = windows.at(-1)?.first ?? last
      const before = table.size
      await Promise.all(windows.map((window) => searchDays(search, window, null)))
      const rows = table.size - before
      const days = last - first + 1
      last = first - 1
      width = nextWidth(width, { rows, days })
      if (known !== null && table.leftOf(known, range).length === 0) {
        if (last >= range.first) await readDay(last)
        break
      }
      if (rows > 0 || !range.isOpen || days < patience) continue
      const older = await askFromStart(
        { end_date: range.parameters({ first: last, last }, form).end_date },
        1,
      )
      if (older?.ids.length === 0) break
    }
    for (const day of unreadNeighbours)
      await asker.askAll(dateParameters({ first: day, last: day }, form, 'utc'), (ids) =>
        table.noteOutside(day, ids),
      )
    return finished(null)
  } catch (error) {
    if (error instanceof Unusable) return finished(error.why)
    if (skip?.aborted && !options.signal.aborted) return finished(null, true)
    throw error
  } finally {
    ended.abort()
  }
}

/** The days right before and behind those of a filter, as far as it has ends. */
function neighboursOf({ first, last, isOpen }: FilterRange): readonly DayNumber[] {
  return isOpen || first === 0 ? [last + 1] : [first - 1, last + 1]
}

/** Some windows of so many days, the newest first. */
function windowsBefore(last: DayNumber, width: number, { first: earliest }: DayRange): readonly DayRange[] {
  const windows: DayRange[] = []
  for (let end = last; end >= earliest && windows.length < windowsAtOnce; ) {
    const first = Math.max(earliest, end - width + 1)
    windows.push({ first, last: end })
    end = first - 1
  }
  return windows
}

/**
 * Single days where nearly each has rows; else windows that have about as many rows as are found one by one at little cost. At most four
 * times as long as before.
 */
function nextWidth(width: number, { rows, days }: { readonly rows: number; readonly days: number }): number {
  if (rows >= days) return 1
  return rows === 0 ? 4 * width : Math.min(4 * width, Math.ceil((few * days) / (2 * rows)))
}

/** Rows of a window of several days, at most, where each is to have its day: enough to know that it has many. */
const few = 50
const windowsAtOnce = 4

const nothingKnown = { dayOf: () => null, earlier: undefined } as const

/** So many days without a row, and the service is asked whether there is anything older. */
const patience = 8

/** Dates that say nothing of when a row was recorded. */
class Unusable extends Error {
  readonly why: NoDates
  constructor(why: NoDates) {
    super(why)
    this.why = why
  }
}

/** The day on which each id was listed, in about 20 bytes an id. */
interface DayTable {
  /** Notes what was listed on one day of the filter. Throws `Unusable` where that contradicts another answer, or the clock. */
  note(day: DayNumber, ids: readonly string[]): void
  /** The same for a day that the filter does not let through. */
  noteOutside(day: DayNumber, ids: readonly string[]): void
  dayOf(id: string): DayNumber | null
  /** Those of the ids listed in a window of several days that have no day yet. Throws `Unusable` where one has a day outside of the window. */
  leftOf(ids: readonly string[], window: DayRange): readonly string[]
  /** How many ids have a day, and how many each day has. */
  readonly size: number
  readonly places: ReadonlyMap<DayNumber, number>
}

/** Knows nothing yet. `now`: the reader's clock, in milliseconds. */
function createDayTable(now: number): DayTable {
  const days = new Fingerprints(dayBits)
  const outside = new Fingerprints()
  const places = new Map<DayNumber, number>()
  let size = 0
  const mustHaveBegun = (day: DayNumber, ids: readonly string[]) => {
    if (ids.length > 0 && dayStart(day, 'utc') > now + clockError) throw new Unusable('ahead')
  }
  return {
    note(day, ids) {
      mustHaveBegun(day, ids)
      for (const mark of ids.map(fingerprint)) {
        const before = days.stampOf(mark)
        if (outside.has(mark) || (before !== null && before !== day)) throw new Unusable('ignored')
        if (before === null) {
          size += 1
          places.set(day, (places.get(day) ?? 0) + 1)
        }
        days.stamp(mark, day)
      }
    },
    noteOutside(day, ids) {
      mustHaveBegun(day, ids)
      for (const mark of ids.map(fingerprint)) {
        if (days.has(mark)) throw new Unusable('ignored')
        outside.add(mark)
      }
    },
    dayOf: (id) => days.stampOf(fingerprint(id)),
    leftOf(ids, { first, last }) {
      return ids.filter((id) => {
        const day = days.stampOf(fingerprint(id))
        if (day !== null && (day < first || day > last)) throw new Unusable('ignored')
        return day === null
      })
    },
    places,
    get size() {
      return size
    },
  }
}

/** For days up to the year 2328. Those that have not begun are refused, so none needs more. */
const dayBits = 17
