/** Halves a range of days that has rows until each part is one day. Only an answer for one day dates a row. */
import type { DayNumber, DayRange } from './day.ts'

export interface DaySearch {
  readDay(day: DayNumber): Promise<void>
  /** Which wanted rows a range has; null where it has too many to tell. A `wanted` of null means all rows. */
  among(range: DayRange, wanted: readonly string[] | null): Promise<readonly string[] | null>
  /** Which wanted rows must be in the older half, after a search of the newer half. */
  left(wanted: readonly string[], range: DayRange): readonly string[]
  /** The newer half, which begins on this day, had all wanted rows. */
  onBorder?(day: DayNumber, wanted: readonly string[]): Promise<void>
}

export async function searchDays(
  search: DaySearch,
  range: DayRange,
  wanted: readonly string[] | null,
): Promise<void> {
  if (range.first === range.last) return await search.readDay(range.first)
  const found = await search.among(range, wanted)
  if (found === null || found.length > 0) await halve(search, range, found)
}

/** The range must have rows. */
async function halve(search: DaySearch, range: DayRange, wanted: readonly string[] | null): Promise<void> {
  if (range.first === range.last) return await search.readDay(range.first)
  const middle = Math.floor((range.first + range.last) / 2)
  const older = { first: range.first, last: middle }
  const newer = { first: middle + 1, last: range.last }
  if (wanted === null) {
    await Promise.all([searchDays(search, newer, null), searchDays(search, older, null)])
    return
  }
  await searchDays(search, newer, wanted)
  const left = search.left(wanted, range)
  if (left.length > 0) await halve(search, older, left)
  else await search.onBorder?.(newer.first, wanted)
}
