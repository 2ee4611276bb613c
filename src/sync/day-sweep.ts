/**
 * Asks the service's date filter for one day after another, back from the latest, and gives the transactions of the store their days.
 *
 * One gets a day only where a list of that day had it, and those of both neighbouring days had not. So nothing is concluded from counts, and
 * what arrives or leaves meanwhile cannot give another transaction a wrong day.
 */
import { type DayNumber, type DayRange, dayLength } from '../contract/day.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { RecordedSpan } from '../store/days.ts'
import type { DatesState } from '../store/state.ts'
import type { DatedWindows } from './dated-windows.ts'
import { perform, type Reading } from './service/reading.ts'
import { mostTold, storedDifferences } from './stored-differences.ts'

/** Two days list one transaction. */
export class ContradictoryDates extends Error {}

/** A day, and the transactions of the store that its list had. */
interface DayList {
  readonly day: DayNumber
  readonly ids: Set<string>
}

export class DaySweep {
  /** Days from this one on were asked for. */
  cursor: DayNumber
  dates: DatesState
  /** Transactions that got a day. */
  narrowed = 0
  readonly #rows: AccountStore
  readonly #fence: string
  readonly #windows: DatedWindows
  /** Its transactions get their day once the day before was asked for, too. */
  #held: DayList | null = null

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
    this.dates = from.dates
  }

  /** Of the store, listed on the oldest day that was asked for. They have no day yet. */
  get held(): ReadonlySet<string> {
    return this.#held?.ids ?? new Set()
  }

  /** Those listed on days from this one on have their day. */
  get settled(): DayNumber {
    return this.#held ? this.#held.day + 1 : this.cursor
  }

  /** How many transactions of the store the next day lists. Throws `ContradictoryDates`. */
  *readDay(): Reading<number> {
    const day = this.cursor - 1
    const ids = new Set<string>()
    yield* this.#windows.read(singleDay(day), (records) => this.#meet(records, ids))
    yield* this.#advance({ day, ids })
    return ids.size
  }

  /** Goes back past days without any, at most so many. True if there is none among them. */
  *skip(most: number): Reading<boolean> {
    const last = this.cursor - 1
    let [from, to] = [this.cursor - most, last]
    const isEmpty = yield* this.#windows.isEmpty({ first: from, last: to })
    while (!isEmpty && from < to) {
      const middle = Math.ceil((from + to) / 2)
      if (yield* this.#windows.isEmpty({ first: middle, last: to })) to = middle - 1
      else from = middle
    }
    const next = isEmpty ? from : to + 1
    if (next <= last) yield* this.#advance({ day: next, ids: new Set() })
    return isEmpty
  }

  *#meet(records: readonly Transaction[], ids: Set<string>): Reading<void> {
    const { known, doubts } = yield* storedDifferences(this.#rows, records)
    for (const id of known) ids.add(id)
    const told = doubts.map((doubt) => `In an answer filtered by date: ${doubt}`)
    const all = new Set([...this.dates.doubts, ...told])
    if (told.length > 0) this.dates = { ...this.dates, doubts: [...all].slice(0, mostTold) }
  }

  /** The days from the cursor back to this one were asked for. */
  *#advance(list: DayList): Reading<void> {
    const held = this.#held
    if (held) {
      yield* this.#separate(held, list)
      yield* this.#setDay(held)
    }
    this.cursor = list.day
    this.#held = list.ids.size > 0 ? list : null
  }

  /** A transaction that two days list is asked for again on each. */
  *#separate(one: DayList, other: DayList): Reading<void> {
    for (const id of [...one.ids].filter((each) => other.ids.has(each))) {
      const isOnOne = yield* this.#windows.lists(id, singleDay(one.day))
      const isOnOther = yield* this.#windows.lists(id, singleDay(other.day))
      if (isOnOne !== false && isOnOther !== false) throw new ContradictoryDates(id)
      // It moved from one to the other: nothing tells which of them is right.
      one.ids.delete(id)
      other.ids.delete(id)
    }
  }

  *#setDay({ day, ids }: DayList): Reading<void> {
    const { askedFrom } = this.dates
    const { longestPage } = this.#windows
    this.dates = { ...this.dates, longestPage, askedFrom: askedFrom && Math.min(day, askedFrom) }
    const spans = [...ids].map((id) => daySpanOf(id, day))
    const { narrowed, contradictions } = yield* perform(() =>
      this.#rows.setDays(this.#fence, spans, { dates: this.dates }),
    )
    this.narrowed += narrowed
    for (const { given } of contradictions)
      if ((yield* this.#windows.lists(given.id, singleDay(day))) !== false)
        throw new ContradictoryDates(given.id)
  }
}

export function singleDay(day: DayNumber): DayRange {
  return { first: day, last: day }
}

export function daySpanOf(id: string, day: DayNumber): RecordedSpan {
  return { id, from: day * dayLength, before: (day + 1) * dayLength }
}

/** The service's answers contradicted each other, so that no transaction has a day. */
export function* voidDates(rows: AccountStore, fence: string, dates: DatesState): Reading<void> {
  const note = { dates: { ...dates, failure: 'ignored', isComplete: false, askedFrom: null } } as const
  yield* perform(() => rows.clearDays(fence, note))
}
