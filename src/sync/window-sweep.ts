/**
 * Reads one window after another, back from the latest, and narrows the spans of the transactions of the store to those that list them.
 *
 * One is narrowed only where the list of that window had it, and those of the windows on both sides had not. So nothing is concluded from
 * counts, and what arrives or leaves meanwhile cannot give another transaction a wrong span.
 */
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { DaysSet } from '../store/days.ts'
import type { DatedWindows, TimeWindow } from './dated-windows.ts'
import type { ServiceRead } from './service/service-read.ts'
import { mostTold, storedDifferences } from './stored-differences.ts'

/** Two windows list one transaction. */
export class ContradictoryDates extends Error {}

/** Transactions of the store that the list of the window had. */
export interface WindowList {
  readonly window: TimeWindow
  readonly ids: Set<string>
}

interface SweepOptions {
  readonly rows: AccountStore
  readonly windows: DatedWindows
  /** Keeps what is known of these now. The earliest window is the last. */
  readonly narrow: (lists: readonly WindowList[]) => ServiceRead<DaysSet>
}

export class WindowSweep {
  /** Transactions whose span became narrower. */
  narrowed = 0
  /** What answers filtered by date contradict, in sentences. */
  doubts: readonly string[]
  readonly #options: SweepOptions
  /** Its transactions are narrowed once the window before was read, too. */
  #held: WindowList | null = null
  /** Read, and not narrowed yet: what a write costs beside its rows is more than those of a window. */
  #settled: WindowList[] = []

  constructor(options: SweepOptions, doubts: readonly string[] = []) {
    this.#options = options
    this.doubts = doubts
  }

  /** Of the window that was read last; null where it has none. */
  get held(): WindowList | null {
    return this.#held
  }

  /** The next earlier window. Returns how many transactions of the store it lists. Throws `ContradictoryDates`. */
  *read(window: TimeWindow): ServiceRead<number> {
    const ids = new Set<string>()
    yield* this.#options.windows.read(window, (records) => this.#meet(records, ids))
    yield* this.advance({ window, ids })
    return ids.size
  }

  /** The next earlier window lists these. Null: there is none. */
  *advance(list: WindowList | null): ServiceRead<void> {
    const held = this.#held
    if (held) {
      if (list) yield* this.#separate(held, list)
      this.#settled.push(held)
    }
    this.#held = list && list.ids.size > 0 ? list : null
    const rows = this.#settled.reduce((sum, { ids }) => sum + ids.size, 0)
    if (this.#held === null || rows >= enoughRows) yield* this.settle()
  }

  /** Narrows what is left of that. */
  *settle(): ServiceRead<void> {
    const { windows, narrow } = this.#options
    const lists = this.#settled.splice(0)
    if (lists.length === 0) return
    const { narrowed, contradictions } = yield* narrow(lists)
    this.narrowed += narrowed
    for (const { given } of contradictions)
      if ((yield* windows.lists(given.id, given)) !== false) throw new ContradictoryDates(given.id)
  }

  *#meet(records: readonly Transaction[], ids: Set<string>): ServiceRead<void> {
    const { known, doubts } = yield* storedDifferences(this.#options.rows, records)
    for (const id of known) ids.add(id)
    if (doubts.length === 0) return
    const told = doubts.map((doubt) => `In an answer filtered by date: ${doubt}`)
    this.doubts = [...new Set([...this.doubts, ...told])].slice(0, mostTold)
  }

  /** A transaction that two windows list is asked for again in each. */
  *#separate(one: WindowList, other: WindowList): ServiceRead<void> {
    const { windows } = this.#options
    for (const id of [...one.ids].filter((each) => other.ids.has(each))) {
      const isInOne = yield* windows.lists(id, one.window)
      const isInOther = yield* windows.lists(id, other.window)
      if (isInOne !== false && isInOther !== false) throw new ContradictoryDates(id)
      // It moved from one to the other: nothing tells which of them is right.
      one.ids.delete(id)
      other.ids.delete(id)
    }
  }
}

const enoughRows = 500
