import { dayOf } from '../contract/day.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { AccountStore } from '../store/account-store.ts'
import type { DatesState } from '../store/state.ts'
import { DatedWindows, latestDay } from './dated-windows.ts'
import { DaySweep, daySpanOf, voidDates } from './day-sweep.ts'
import { seekDay } from './seek-day.ts'
import { clockError } from './service/date-filter.ts'
import { currentTime, perform, type ServiceRead } from './service/service-read.ts'
import { ContradictoryDates } from './window-sweep.ts'

/** Finds the days of new transactions: mostly of today or yesterday. What it leaves is found in the background. */
export function* dateNews(
  rows: AccountStore,
  fence: string,
  transactions: readonly Transaction[],
): ServiceRead<void> {
  const wanted = new Set(transactions.flatMap(({ transaction_id }) => transaction_id || []))
  if (wanted.size === 0) return
  const { dates } = yield* perform(() => rows.state())
  if (dates === null || dates.failure !== null) return
  try {
    yield* findRecent(rows, fence, dates, wanted)
    yield* perform(() => rows.tellDays(fence))
  } catch (error) {
    if (!(error instanceof ContradictoryDates)) throw error
    yield* voidDates(rows, fence, dates)
  }
}

function* findRecent(
  rows: AccountStore,
  fence: string,
  dates: DatesState,
  wanted: Set<string>,
): ServiceRead<void> {
  const windows = new DatedWindows(dates)
  const last = yield* latestDay(dates.days)
  const yesterday = dayOf((yield* currentTime()) - clockError) - 1
  const sweep = new DaySweep(rows, fence, windows, { cursor: last + 1, dates })
  let isHeld = false
  while (isHeld || (sweep.cursor > yesterday && wanted.size > 0)) {
    yield* sweep.readDay()
    const held = [...sweep.held].filter((id) => wanted.delete(id))
    isHeld = held.length > 0
  }
  yield* sweep.settle()
  if (wanted.size > mostSought) {
    // Everything is asked for anew, until each has its day.
    const note = { dates: { ...sweep.dates, isComplete: false, askedFrom: null } }
    yield* perform(() => rows.note(fence, note))
    return
  }
  for (const id of wanted) {
    const day = yield* seekDay(windows, { id, records: 1 }, { first: yesterday, last })
    if (day !== null) yield* perform(() => rows.setDays(fence, [daySpanOf(id, day)]))
  }
}

const mostSought = 20
