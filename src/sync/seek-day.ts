import { type DayNumber, type DayRange, dayNumber } from '../contract/day.ts'
import { type DatedWindows, type SharedId, windowOfDays } from './dated-windows.ts'
import type { ServiceRead } from './service/service-read.ts'

/**
 * The day on which the service lists all transactions of an id, mostly one; null where that is none, or not one alone. It is expected within
 * the given days, and may lie before them.
 */
export function* seekDay(
  windows: DatedWindows,
  shared: SharedId,
  { first, last }: DayRange,
): ServiceRead<DayNumber | null> {
  const { id } = shared
  const since = (day: DayNumber) => windows.lists(id, windowOfDays(day, Infinity))
  if ((yield* since(earliest)) === false) return null
  let [low, high] = [first, last + 1]
  for (let step = 1; ; step *= 4) {
    const isSince = yield* since(low)
    if (isSince === true) break
    if (isSince === null || low <= earliest) return null
    high = low
    low = Math.max(earliest, low - step)
  }
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (yield* since(middle)) low = middle
    else high = middle
  }
  if (!(yield* windows.listsAll(shared, windowOfDays(low)))) return null
  if ((yield* windows.lists(id, windowOfDays(low - 1))) !== false) return null
  return (yield* windows.lists(id, windowOfDays(low + 1))) === false ? low : null
}

/** The first chain started then, and some services refuse dates long before. */
const earliest = dayNumber('2009-01-01') ?? 0
