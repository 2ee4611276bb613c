import type { RecordedSpan } from '../store/days.ts'
import type { DatedWindows, TimeWindow } from './dated-windows.ts'
import type { ServiceRead } from './service/service-read.ts'

/** Between which of the moments within its span the service lists all transactions of an id, mostly one; null where that is not one place alone. */
export function* seekSide(
  windows: DatedWindows,
  { id, from, before, records = 1 }: RecordedSpan,
  moments: readonly number[],
): ServiceRead<TimeWindow | null> {
  const bounds = [from, ...moments.filter((at) => from < at && at < before), before]
  const windowAt = (place: number) => ({
    from: bounds[place] ?? -Infinity,
    before: bounds[place + 1] ?? Infinity,
  })
  let [low, high] = [0, bounds.length - 1]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (yield* windows.lists(id, { from: windowAt(middle).from, before: Infinity })) low = middle
    else high = middle
  }
  if (!(yield* windows.listsAll({ id, records }, windowAt(low)))) return null
  for (const place of [low - 1, low + 1]) {
    const isInSpan = place >= 0 && place < bounds.length - 1
    if (isInSpan && (yield* windows.lists(id, windowAt(place))) !== false) return null
  }
  return windowAt(low)
}
