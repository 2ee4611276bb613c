/** How long the windows are in which a list is asked for its days: long where days have few rows. */
import { type DayNumber, type DayRange, monthStart } from './day.ts'

/** How exactly it is found out when rows were recorded. */
export type DateUnit = 'day' | 'month'

/** Some windows of so many days, the newest first; of months none goes beyond one. */
export function windowsBefore(
  last: DayNumber,
  width: number,
  { first: earliest }: Pick<DayRange, 'first'>,
  unit: DateUnit,
): readonly DayRange[] {
  const windows: DayRange[] = []
  for (let end = last; end >= earliest && windows.length < windowsAtOnce; ) {
    const first = Math.max(earliest, end - width + 1, unit === 'month' ? monthStart(end) : 0)
    windows.push({ first, last: end })
    end = first - 1
  }
  return windows
}

/**
 * Single days where nearly each has rows; else windows that have about as many rows as are found one by one at little cost. Of months,
 * windows whose rows fit into an answer of so many. At most four times as long as before.
 */
export function nextWidth(
  width: number,
  { rows, days }: { readonly rows: number; readonly days: number },
  unit: DateUnit,
  pageSize: number,
): number {
  if (unit === 'day' && rows >= days) return 1
  const wanted = unit === 'day' ? few / 2 : (pageSize * 2) / 3
  return rows === 0 ? 4 * width : Math.min(4 * width, Math.ceil((wanted * days) / rows))
}

/** Rows of a window of several days, at most, where each is to have its day: enough to know that it has many. */
export const few = 50
const windowsAtOnce = 4
