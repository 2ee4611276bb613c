/**
 * How days are found, for a page of rows and for whole lists: a range of days that has rows is halved until each part is one day. Only an
 * answer for one day gives rows their day; answers for longer ranges say where to ask next.
 */
import type { DayNumber, DayRange } from './day.ts'

export interface DaySearch {
  /** Reads a day, and notes what it has. */
  readDay(day: DayNumber): Promise<void>
  /** Which of the wanted rows a range has; null where they are too many to tell. `wanted` is null for all rows. */
  among(range: DayRange, wanted: readonly string[] | null): Promise<readonly string[] | null>
  /** Which of the wanted rows must be in the older half of a range, once its newer half was searched. */
  left(wanted: readonly string[], range: DayRange): readonly string[]
  /** Called where all wanted rows were in the newer half, which begins with this day. */
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

/** Searches a range that is known to have rows. */
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
