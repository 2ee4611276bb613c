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
  for (const instant of ordinary(count - planted.length, start, quiet, random)) {
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

const longAgo = [
  ...['2024-02-29T00:00:00.000Z', '2024-02-29T12:00:00.000Z'],
  ...['2024-02-29T23:59:59.999Z', '2024-02-29T23:59:59.999Z'],
  ...['2024-12-31T23:59:59.999Z', '2025-01-01T00:00:00.000Z'],
].map((instant) => Date.parse(instant))

function oddDays(count: number, start: number, end: number, random: Random) {
  const date = new Date(end)
  const monthBack = (months: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - months, 1)
  const quiet: Stretch[] = [[monthBack(6), monthBack(5)]]
  const edges = Array.from({ length: 14 }, (_, months) => [monthBack(months) - 1, monthBack(months)]).flat()
  const planted = [
    ...longAgo,
    ...edges.filter((edge) => edge > start && edge < end && !isWithin(edge, edge, quiet)),
  ]
  if (count >= fewestWithCrowd) {
    // A Wednesday about six weeks before the end; 1 January 1970 was a Thursday.
    const about = Math.floor(end / day) - 42
    const from = (about - ((about + 1) % 7)) * day
    quiet.push([from, from + day])
    const crowd = Array.from({ length: crowdSize - 3 }, () => from + random.below(day))
    planted.push(from, from + day - 1, ...crowd, crowd[0] ?? from)
  }
  return { planted: planted.sort((one, other) => one - other), quiet }
}

/** The last is the end. Less on weekends and at night. */
function* ordinary(
  count: number,
  start: number,
  quiet: readonly Stretch[],
  random: Random,
): Generator<number> {
  const weights = Array.from({ length: daysBack * 24 }, (_, slot) => {
    const from = start + slot * hour
    const date = new Date(from)
    if (isWithin(from, from + hour - 1, quiet)) return 0
    return (date.getUTCDay() % 6 === 0 ? 1 : 4) * (date.getUTCHours() < 6 ? 1 : 4)
  })
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let weight = 0
  let made = 0
  for (const [slot, own] of weights.entries()) {
    weight += own
    const due = Math.floor((count * weight) / total) - made
    const drawn = Array.from({ length: due }, () => start + slot * hour + random.below(hour))
    for (const instant of drawn.sort((one, other) => one - other))
      yield ++made === count ? start + daysBack * day : instant
  }
}

function isWithin(from: number, to: number, stretches: readonly Stretch[]): boolean {
  return stretches.some(([begin, end]) => from < end && to >= begin)
}
