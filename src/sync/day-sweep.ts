/** Asks the service's date filter for one day after another, back from the latest, and gives the transactions of the store their days. */
import { type DayNumber, dayLength } from '../contract/day.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { DaysSet, RecordedSpan } from '../store/days.ts'
import type { DatesState } from '../store/state.ts'
import { type DatedWindows, windowOfDays } from './dated-windows.ts'
import { dateFilterOf } from './service/date-filter.ts'
import { perform, type ServiceRead } from './service/service-read.ts'
import { type WindowList, WindowSweep } from './window-sweep.ts'

export class DaySweep {
  /** Days from this one on were asked for. */
  cursor: DayNumber
  readonly #rows: AccountStore
  readonly #fence: string
  readonly #windows: DatedWindows
  readonly #sweep: WindowSweep
  #dates: DatesState

  constructor(
    rows: AccountStore,
    fence: string,
    windows: DatedWindows,
    from: { readonly cursor: DayNumber; readonly dates: DatesState },
  ) {
    this.#rows = rows
    this.#fence = fence
    this.#windows = windows
    this.cursor = from.cursor
    this.#dates = from.dates
    const narrow = (lists: readonly WindowList[]) => this.#setDays(lists)
    this.#sweep = new WindowSweep({ rows, windows, narrow }, from.dates.doubts)
  }

  get dates(): DatesState {
    return { ...this.#dates, doubts: this.#sweep.doubts }
  }

  /** Transactions that got a day. */
  get narrowed(): number {
    return this.#sweep.narrowed
  }

  /** Of the store, listed on the oldest day that was asked for. They have no day yet. */
  get held(): ReadonlySet<string> {
    return this.#sweep.held?.ids ?? new Set()
  }

  /** Those listed on days from this one on have their day. */
  get settled(): DayNumber {
    return this.#sweep.held ? this.#sweep.held.window.before / dayLength : this.cursor
  }

  /** How many transactions of the store the next day lists. Throws `ContradictoryDates`. */
  *readDay(): ServiceRead<number> {
    const listed = yield* this.#sweep.read(windowOfDays(this.cursor - 1))
    this.cursor -= 1
    return listed
  }

  /** Goes back past days without any, at most so many. True if there is none among them. */
  *skip(most: number): ServiceRead<boolean> {
    const last = this.cursor - 1
    let [from, to] = [this.cursor - most, last]
    const isEmpty = yield* this.#windows.isEmpty(windowOfDays(from, to))
    while (!isEmpty && from < to) {
      const middle = Math.ceil((from + to) / 2)
      if (yield* this.#windows.isEmpty(windowOfDays(middle, to))) to = middle - 1
      else from = middle
    }
    const next = isEmpty ? from : to + 1
    if (next <= last) {
      yield* this.#sweep.advance({ window: windowOfDays(next), ids: new Set() })
      this.cursor = next
    }
    return isEmpty
  }

  /** Narrows what was read and is not held. */
  settle(): ServiceRead<void> {
    return this.#sweep.settle()
  }

  *#setDays(lists: readonly WindowList[]): ServiceRead<DaysSet> {
    const { askedFrom } = this.#dates
    const { longestPage } = this.#windows
    const earliest = Math.min(...lists.map(({ window }) => window.from / dayLength))
    this.#dates = { ...this.#dates, longestPage, askedFrom: askedFrom && Math.min(earliest, askedFrom) }
    const spans = lists.flatMap(({ window, ids }) =>
      [...ids].map((id) => daySpanOf(id, window.from / dayLength)),
    )
    return yield* perform(() => this.#rows.setDays(this.#fence, spans, { dates: this.dates }))
  }
}

export function daySpanOf(id: string, day: DayNumber): RecordedSpan {
  return { id, ...windowOfDays(day) }
}

/** The service's answers contradicted each other, so that no transaction has a day. */
export function* voidDates(rows: AccountStore, fence: string, dates: DatesState): ServiceRead<void> {
  const note = { dates: { ...dates, failure: 'ignored', isComplete: false, askedFrom: null } } as const
  yield* perform(() => rows.clearDays(fence, note))
}

/** What is known of the service's dates, which it is asked once. Null where it has no transaction to ask with. */
export function* knownDates(rows: AccountStore, fence: string): ServiceRead<DatesState | null> {
  const filter = yield* dateFilterOf()
  if (filter === null) return null
  const { dates } = yield* perform(() => rows.state())
  if (dates !== null) return dates
  const { off: failure, form, days } = filter
  const unasked = { isComplete: false, askedFrom: null, longestPage: 0, undated: 0, doubts: [] }
  const fresh = { failure, form, days, ...unasked }
  yield* perform(() => rows.note(fence, { dates: fresh }))
  return fresh
}
