import { atMonthEdges, oddDays, type Stretch } from './odd-days.ts'
import { type Random, randomFrom } from './prng.ts'

const hour = 3_600_000
const day = 24 * hour
/** The books go back about fourteen months. */
const daysBack = 425

/**
 * The instants of `count` transactions in milliseconds, oldest first, over the fourteen months before `until`: more
 * by day than by night, fewer at week-ends and holidays, a little more each month. A few share one instant, and some days
 * are odd (`odd-days.ts`). The newest lies two to six minutes before `until`.
 */
export function* timeline(count: number, seed: number, until: Date): Generator<number> {
  const random = randomFrom(seed, 'timeline')
  const end = until.getTime() - 120_000 - random.below(240_000)
  const start = end - daysBack * day
  const { early, crowd, quiet } = oddDays(count, start, end, randomFrom(seed, 'odd days'))
  yield* early
  const everyday = ordinary(count - early.length - crowd.length, { start, end, quiet, random })
  yield* early.length > 0 ? atMonthEdges(withCrowd(everyday, crowd)) : everyday
}

/** The crowd in its place. */
function* withCrowd(instants: Iterable<number>, crowd: readonly number[]): Generator<number> {
  let [first] = crowd
  for (const instant of instants) {
    if (first !== undefined && instant > first) {
      yield* crowd
      first = undefined
    }
    yield instant
  }
}

interface Course {
  readonly start: number
  readonly end: number
  /** When nothing happens. */
  readonly quiet: readonly Stretch[]
  readonly random: Random
}

function* ordinary(count: number, { start, end, quiet, random }: Course): Generator<number> {
  const slots = Array.from({ length: daysBack * 24 }, (_, slot) => intensity(start, slot, quiet))
  const total = slots.reduce((sum, weight) => sum + weight, 0)
  let slot = 0
  let passed = 0
  let last = start
  for (let index = 0; index < count; index++) {
    const place = ((index + random.fraction()) / count) * total
    while (slot < slots.length - 1 && passed + (slots[slot] ?? 0) <= place) {
      passed += slots[slot] ?? 0
      slot++
    }
    const within = Math.min(1, (place - passed) / (slots[slot] ?? 1))
    const drawn = index === count - 1 ? end : Math.floor(start + (slot + within) * hour)
    // Batches are recorded at one instant.
    if (index === 0 || index === count - 1 || !random.chance(0.006)) last = Math.max(last, drawn)
    yield last
  }
}

/** How busy each hour of a UTC day is: Asia's afternoon, Europe's day, America's morning. */
const hours = [5, 6, 7, 8, 9, 10, 12, 18, 25, 29, 30, 27, 26, 31, 34, 33, 28, 21, 15, 11, 8, 6, 5, 5]

function intensity(start: number, slot: number, quiet: readonly Stretch[]): number {
  const from = start + slot * hour
  if (quiet.some(([begin, end]) => from < end && from + hour > begin)) return 0
  const middle = new Date(start + (slot + 0.5) * hour)
  const weekday = middle.getUTCDay()
  const weekend = weekday === 0 || weekday === 6 ? 0.24 : 1
  const growth = 0.7 + (0.6 * slot) / (daysBack * 24)
  return (hours[middle.getUTCHours()] ?? 1) * weekend * growth * (isHoliday(middle) ? 0.35 : 1)
}

function isHoliday(date: Date): boolean {
  const monthAndDay = date.toISOString().slice(5, 10)
  return ['12-24', '12-25', '12-26', '12-31', '01-01'].includes(monthAndDay)
}
