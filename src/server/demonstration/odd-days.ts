import type { Random } from './prng.ts'

/** Milliseconds since 1970, from the first up to the second, which is not included. */
export type Stretch = readonly [from: number, to: number]

/** What is odd in the days of a history, on purpose, so that whoever counts by day and month meets it. */
export interface OddDays {
  /** The first few instants, years before the rest: of a leap day and of a change of year. */
  readonly early: readonly number[]
  /** The instants of a day on which more happens than fits a page of the read API; none in books of few transactions. */
  readonly crowd: readonly number[]
  /** When nothing else happens: on that day, and in one whole month. */
  readonly quiet: readonly Stretch[]
}

/** Books of fewer transactions have no odd days, and none of so many on one day. */
const fewest = 1000
const fewestWithCrowd = 10_000
const crowdSize = 1500

const day = 24 * 3_600_000

/** @param count how many transactions the history has, from `start` to `end` but for the early ones */
export function oddDays(count: number, start: number, end: number, random: Random): OddDays {
  if (count < fewest) return { early: [], crowd: [], quiet: [] }
  const date = new Date(end)
  const monthBack = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
  const month: Stretch = [monthBack(6), monthBack(5)]
  const early = earlyInstants(start)
  if (count < fewestWithCrowd) return { early, crowd: [], quiet: [month] }
  const crowded = busyDay(end)
  return { early, crowd: crowd(crowded, random), quiet: [month, [crowded, crowded + day]] }
}

/** On the last leap day before `start` and at the end of its year: at the first and the last millisecond, two of them at one instant. */
function earlyInstants(start: number): readonly number[] {
  let year = new Date(start).getUTCFullYear()
  while (!isLeap(year) || Date.UTC(year, 1, 29) >= start - 366 * day) year--
  const leapDay = Date.UTC(year, 1, 29)
  const newYear = Date.UTC(year + 1, 0, 1)
  return [leapDay, leapDay + day / 2, leapDay + day - 1, leapDay + day - 1, newYear - 1, newYear]
}

function isLeap(year: number): boolean {
  return new Date(Date.UTC(year, 1, 29)).getUTCMonth() === 1
}

/** The first millisecond of a Wednesday about six weeks before the end. */
function busyDay(end: number): number {
  const about = Math.floor(end / day) - 42
  // 1 January 1970 was a Thursday.
  return (about - ((about + 1) % 7)) * day
}

/** From the first millisecond of the day to its last, two at one instant. */
function crowd(from: number, random: Random): readonly number[] {
  const instants = Array.from({ length: crowdSize }, (_, index) =>
    Math.floor(from + ((index + random.fraction()) / crowdSize) * day),
  )
  const middle = crowdSize / 2
  return [
    from,
    ...instants.slice(1, middle),
    instants[middle - 1] ?? from,
    ...instants.slice(middle + 1, -1),
    from + day - 1,
  ]
}

/** Instants in their order, of which the last before and the first after a change of month move to its very edge; but not the newest. */
export function* atMonthEdges(instants: Iterable<number>): Generator<number> {
  let before: number | undefined
  let isFirstOfMonth = false
  for (const instant of instants) {
    if (before === undefined) {
      before = instant
      continue
    }
    const edge = monthOf(instant)
    const isEdge = before < edge
    if (isFirstOfMonth) before = monthOf(before)
    yield isEdge && !isFirstOfMonth ? lastOfMonth(before) : before
    isFirstOfMonth = isEdge
    before = instant
  }
  if (before !== undefined) yield before
}

function monthOf(instant: number): number {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)
}

function lastOfMonth(instant: number): number {
  const date = new Date(instant)
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) - 1
}
