import { type Random, randomFrom } from './prng.ts'

const hour = 3_600_000
const day = 24 * hour
const daysBack = 425

/**
 * The instants of `count` transactions in milliseconds, oldest first, over fourteen months. The newest is two to six minutes before
 * `until`. Some days are odd on purpose: a leap day and a year's end long ago, an empty month, the first and last millisecond of other
 * months, and a day with more transactions than fit a page of the read API.
 */
export function* calendar(count: number, seed: number, until: number): Generator<number> {
  const random = randomFrom(seed, 'calendar')
  const end = until - 120_000 - random.below(240_000)
  const start = end - daysBack * day
  const { planted, quiet } = count < fewest ? { planted: [], quiet: [] } : oddDays(count, start, end, random)
  let next = 0
  for (const instant of ordinary(count - planted.length, start, end, quiet, random)) {
    for (let odd = planted[next]; odd !== undefined && odd <= instant; odd = planted[++next]) yield odd
    yield instant
  }
}

/** Milliseconds since 1970; `to` is excluded. */
type Stretch = readonly [from: number, to: number]

/** Smaller books have no odd days, or no crowded one. */
const fewest = 1000
const fewestWithCrowd = 10_000
const crowdSize = 1500

function oddDays(count: number, start: number, end: number, random: Random) {
  const date = new Date(end)
  const monthBack = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
  const quiet: Stretch[] = [[monthBack(6), monthBack(5)]]
  const edges = Array.from({ length: 14 }, (_, months) => [monthBack(months) - 1, monthBack(months)]).flat()
  const planted = [
    ...longAgo(start),
    ...edges.filter(
      (edge) => edge > start && edge < end && !quiet.some(([from, to]) => edge >= from && edge < to),
    ),
  ]
  if (count >= fewestWithCrowd) {
    // A Wednesday about six weeks before the end; 1 January 1970 was a Thursday.
    const about = Math.floor(end / day) - 42
    const from = (about - ((about + 1) % 7)) * day
    quiet.push([from, from + day])
    planted.push(from, from + day - 1)
    const drawn = Array.from({ length: crowdSize - 3 }, () => from + random.below(day))
    planted.push(...drawn, drawn[0] ?? from)
  }
  return { planted: planted.sort((one, other) => one - other), quiet }
}

/** The last leap day before `start`, and the end of that year. */
function longAgo(start: number): readonly number[] {
  let year = new Date(start).getUTCFullYear()
  while (new Date(Date.UTC(year, 1, 29)).getUTCMonth() !== 1 || Date.UTC(year, 1, 29) >= start - 366 * day)
    year--
  const leapDay = Date.UTC(year, 1, 29)
  const newYear = Date.UTC(year + 1, 0, 1)
  return [leapDay, leapDay + day / 2, leapDay + day - 1, leapDay + day - 1, newYear - 1, newYear]
}

function* ordinary(
  count: number,
  start: number,
  end: number,
  quiet: readonly Stretch[],
  random: Random,
): Generator<number> {
  const weights = Array.from({ length: daysBack * 24 }, (_, slot) => intensity(start + slot * hour, quiet))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let slot = 0
  let passed = 0
  let last = start
  for (let index = 0; index < count; index++) {
    const place = ((index + random.fraction()) / count) * total
    while (slot < weights.length - 1 && passed + (weights[slot] ?? 0) <= place) passed += weights[slot++] ?? 0
    const within = Math.min(1, (place - passed) / (weights[slot] ?? 1))
    const drawn = index === count - 1 ? end : Math.floor(start + (slot + within) * hour)
    // Batches are recorded at one instant.
    if (index === 0 || index === count - 1 || !random.chance(0.006)) last = Math.max(last, drawn)
    yield last
  }
}

/** Less on weekends and at night. */
function intensity(from: number, quiet: readonly Stretch[]): number {
  if (quiet.some(([begin, end]) => from < end && from + hour > begin)) return 0
  const date = new Date(from)
  return (date.getUTCDay() % 6 === 0 ? 1 : 4) * (date.getUTCHours() < 6 ? 1 : 4)
}
