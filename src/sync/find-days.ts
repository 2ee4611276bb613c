/** Finds on which day the service recorded each transaction of the store, in steps: every day is asked for, newest first, and then each transaction that no day listed. */
import type { AccountStore } from '../store/account-store.ts'
import type { UndatedRows } from '../store/rows.ts'
import type { DatesState } from '../store/state.ts'
import { DatedWindows, latestDay, sharedId, windowOfDays } from './dated-windows.ts'
import { DaySweep, daySpanOf, knownDates, voidDates } from './day-sweep.ts'
import { seekDay } from './seek-day.ts'
import { fitsRequest } from './service/endpoints.ts'
import { perform, RequestCount, type ServiceRead } from './service/service-read.ts'
import { ContradictoryDates } from './window-sweep.ts'

export interface DaysFound {
  /** Nothing is left to ask for: everything was, or the service's dates cannot be relied on. */
  readonly isComplete: boolean
  readonly requests: number
}

interface StepOptions {
  readonly mostRequests: number
  /** Somebody waits for something else: the step ends as soon as it can. */
  readonly isHurried?: () => boolean
}

/** One step, which goes on where the last one ended. It may ask a little more than `mostRequests`. */
export function* findDays(
  rows: AccountStore,
  fence: string,
  { mostRequests, isHurried = () => false }: StepOptions,
): ServiceRead<DaysFound> {
  const count = new RequestCount()
  const isEnough = () => isHurried() || count.requests >= mostRequests
  const isComplete = yield* count.of(findMore(rows, fence, { isEnough, isHurried }))
  yield* perform(() => rows.tellDays(fence))
  if (isComplete) yield* perform(() => rows.makeIndexes())
  return { isComplete, requests: count.requests }
}

interface StepEnd {
  readonly isEnough: () => boolean
  readonly isHurried: () => boolean
}

function* findMore(rows: AccountStore, fence: string, end: StepEnd): ServiceRead<boolean> {
  const dates = yield* knownDates(rows, fence)
  if (dates === null || dates.failure !== null) return true
  try {
    return yield* new DaySearch(rows, fence, dates, end).run()
  } catch (error) {
    if (!(error instanceof ContradictoryDates)) throw error
    yield* voidDates(rows, fence, dates)
    return true
  }
}

class DaySearch {
  readonly #rows: AccountStore
  readonly #fence: string
  readonly #end: StepEnd
  readonly #windows: DatedWindows
  #dates: DatesState

  constructor(rows: AccountStore, fence: string, dates: DatesState, end: StepEnd) {
    this.#rows = rows
    this.#fence = fence
    this.#dates = dates
    this.#end = end
    this.#windows = new DatedWindows(dates)
  }

  *run(): ServiceRead<boolean> {
    const { rows: undated } = yield* this.#undated()
    if (undated <= this.#dates.undated && this.#dates.isComplete) return true
    const isDone = this.#dates.isComplete && undated - this.#dates.undated <= mostSought
    return (isDone || (yield* this.#askDays(undated))) && (yield* this.#seekRest())
  }

  /** Back to the first day that lists anything, or until each transaction has its day. False where the step ended before. */
  *#askDays(undated: number): ServiceRead<boolean> {
    const cursor = this.#dates.askedFrom ?? (yield* latestDay(this.#dates.days)) + 1
    const dates = { ...this.#dates, isComplete: false, askedFrom: cursor }
    const sweep = new DaySweep(this.#rows, this.#fence, this.#windows, { cursor, dates })
    const seen = { days: 0, listed: 0 }
    let empty = 0
    let looked = manyEmpty
    for (;;) {
      if (sweep.held.size === 0 && undated - sweep.narrowed <= this.#dates.undated) return true
      // A step that settles nothing would be made again and again.
      if (this.#end.isEnough() && sweep.settled < cursor) {
        if (empty > 0 && (yield* this.#isNothingBefore(sweep))) return true
        yield* sweep.settle()
        yield* perform(() =>
          this.#rows.note(this.#fence, { dates: { ...sweep.dates, askedFrom: sweep.settled } }),
        )
        return false
      }
      const before = sweep.cursor
      const gap = seen.days / (seen.listed + 1)
      const width = Math.max(Math.floor(gap), empty < 1 + 2 * gap ? 1 : 3 * empty)
      const isEmpty = width >= fewestAtOnce ? yield* sweep.skip(Math.min(mostAtOnce, width)) : false
      const listed = isEmpty ? 0 : yield* sweep.readDay()
      this.#dates = sweep.dates
      seen.days += before - sweep.cursor
      seen.listed += Math.min(1, listed)
      empty = listed > 0 ? 0 : empty + before - sweep.cursor
      if (empty === 0) looked = manyEmpty
      if (empty < looked) continue
      looked = 8 * empty
      if (yield* this.#isNothingBefore(sweep)) return true
    }
  }

  *#isNothingBefore({ cursor, held }: DaySweep): ServiceRead<boolean> {
    return held.size === 0 && (yield* this.#windows.isEmpty(windowOfDays(-Infinity, cursor - 1)))
  }

  /** Those that no day listed: their instants lie between two milliseconds, or they arrived later for a day that had been asked for. */
  *#seekRest(): ServiceRead<boolean> {
    const { days } = this.#dates
    const last = yield* latestDay(days)
    const { ids } = yield* this.#undated()
    let found = 0
    for (const [index, id] of ids.entries()) {
      if (!fitsRequest(id)) continue
      // A service may list many on no date.
      if (found === 0 && index === fewestSought) break
      if (this.#end.isHurried() || (found > 0 && this.#end.isEnough())) return false
      const shared = yield* sharedId(this.#rows, id)
      const day = yield* seekDay(this.#windows, shared, { first: this.#dates.askedFrom ?? last, last })
      if (day === null) continue
      found += 1
      yield* perform(() => this.#rows.setDays(this.#fence, [{ ...daySpanOf(id, day), ...shared }]))
    }
    if (found > 0 && ids.length === mostSought) return false
    const left = yield* this.#undated()
    // What came meanwhile is sought by the next step: it would otherwise count as listed on no day.
    if (left.ids.some((id) => !ids.includes(id))) return false
    const dates = { ...this.#dates, isComplete: true, undated: left.rows }
    yield* perform(() => this.#rows.note(this.#fence, { dates }))
    return true
  }

  #undated(): ServiceRead<UndatedRows> {
    return perform(() => this.#rows.undated(mostSought))
  }
}

/** Days in one question whether there is anything: below the first, each of them is asked for by itself. */
const fewestAtOnce = 6
const mostAtOnce = 256
/** Days in a row that list nothing, after which there may be nothing before. */
const manyEmpty = 40
/** Transactions by their ids, in one step, and without any success. */
const mostSought = 50
const fewestSought = 10
