/** Halves a range of days that has rows until each part is one day. Only an answer for one day dates a row. */
import type { DayNumber, DayRange } from './day.ts'

export interface DaySearch {
  readDay(day: DayNumber): Promise<void>
  /** Which wanted rows a range has. */
  among(range: DayRange, wanted: readonly string[]): Promise<readonly string[]>
  /** Which wanted rows must be in the older half, after a search of the newer half. */
  left(wanted: readonly string[], range: DayRange): readonly string[]
}

export async function searchDays(
  search: DaySearch,
  range: DayRange,
  wanted: readonly string[],
): Promise<void> {
  if (range.first === range.last) return await search.readDay(range.first)
  const found = await search.among(range, wanted)
  if (found.length > 0) await halve(search, range, found)
}

/** The range must have rows. */
async function halve(search: DaySearch, range: DayRange, wanted: readonly string[]): Promise<void> {
  if (range.first === range.last) return await search.readDay(range.first)
  const middle = Math.floor((range.first + range.last) / 2)
  const older = { first: range.first, last: middle }
  const newer = { first: middle + 1, last: range.last }
  await searchDays(search, newer, wanted)
  const left = search.left(wanted, range)
  if (left.length > 0) await halve(search, older, left)
}
