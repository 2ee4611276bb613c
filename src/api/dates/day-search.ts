/**
 * How days are found, for a page of rows and for whole lists alike: a range of days that has rows is halved until each half is one day. Only
 * an answer for one day gives rows their day; answers for longer ranges tell where to ask next.
 */
import type { DayNumber, DayRange } from './day.ts'

/** What is looked for, and how the service is asked for it. */
export interface DaySearch {
  /** Reads a day, and notes what it has. */
  readDay(day: DayNumber): Promise<void>
  /** Which rows that are wanted a range has: empty where it has none, null where they are too many to tell. Null is wanted for all rows. */
  among(range: DayRange, wanted: readonly string[] | null): Promise<readonly string[] | null>
  /** Those of the wanted rows of a range that must lie in its older half, once its newer half was searched. */
  left(wanted: readonly string[], range: DayRange): readonly string[]
  /** Called where all that is wanted lies in the newer half, which begins with this day. */
  onBorder?(day: DayNumber, wanted: readonly string[]): Promise<void>
}

/** Finds what a range has. */
export async function searchDays(
  search: DaySearch,
  range: DayRange,
  wanted: readonly string[] | null,
): Promise<void> {
  if (range.first === range.last) return await search.readDay(range.first)
  const found = await search.among(range, wanted)
  if (found === null || found.length > 0) await halve(search, range, found)
}

/** Finds what a range is known to have. */
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
