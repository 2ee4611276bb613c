/** The moments at which reports tell transactions apart. */
import { type DayNumber, type DayRange, dayLength } from '../contract/day.ts'
import { zoneDayStart } from '../contract/time-zone.ts'

/** `at`: milliseconds since 1970, or, for a service's own days, 86,400,000 for each. `day`: the one that begins with it. */
export interface Edge {
  readonly at: number
  readonly day: DayNumber
}

/** The last day before the next edge, of what has so many edges before it; `today` where no edge is later. The edges are in order. */
export function dayBetween(edges: readonly Edge[], edgesBefore: number, today: DayNumber): DayNumber {
  const next = edges[edgesBefore]
  return next ? next.day - 1 : Math.max(today, edges.at(-1)?.day ?? today)
}

/** The last day before the next edge, of what was recorded between two; null where an edge lies within the span. */
export function dayInSpan(
  { from, before }: { readonly from: number; readonly before: number },
  edges: readonly Edge[],
  today: DayNumber,
): DayNumber | null {
  const edgesBefore = countUpTo(edges, from)
  return countUpTo(edges, before - 1) === edgesBefore ? dayBetween(edges, edgesBefore, today) : null
}

/** How many edges are not after a moment. */
function countUpTo(edges: readonly Edge[], at: number): number {
  let [low, high] = [0, edges.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((edges[middle]?.at ?? Infinity) <= at) low = middle + 1
    else high = middle
  }
  return low
}

/** The beginning of each day, and of the one after the last. */
export function eachDay({ first, last }: DayRange, zone: string | null): readonly Edge[] {
  const length = Math.max(0, last - first) + 2
  return dayEdges(
    Array.from({ length }, (_, index) => first + index),
    zone,
  )
}

/** `zone`: null for UTC, or the service's own days. */
export function dayEdges(days: Iterable<DayNumber>, zone: string | null = null): readonly Edge[] {
  const inOrder = [...new Set(days)].sort((one, other) => one - other)
  return inOrder.map((day) => ({ day, at: zone === null ? day * dayLength : zoneDayStart(day, zone) }))
}
