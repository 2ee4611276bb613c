/**
 * The days of a list's rows, asked for window by window, of services that read dates in every way and change the list meanwhile.
 * No row may ever have a wrong one; and a list that is called complete because it was read day by day before must be.
 */
import { describe, expect, test } from 'vitest'
import { noneWhereRefused } from '../api/api-error.ts'
import type { DatedList } from '../api/dates/dated-list.ts'
import { dayNumber, dayStart, dayText } from '../api/dates/day.ts'
import { type DaysRead, readDays } from '../api/dates/windows.ts'
import { refusal } from '../api/testing/refusal.ts'
import type { WholeList } from '../api/walk/cross-check.ts'
import { walkList } from '../api/walk/walk.ts'
import { cases } from '../testing/cases.ts'
import { randomFrom } from './demonstration/prng.ts'

interface Item {
  readonly id: string
  /** In milliseconds since 1970. */
  readonly recorded: number
  readonly rank: number
}

type Random = ReturnType<typeof randomFrom>

/** How a service reads a date: the first and the last millisecond that it means by it; null where it refuses it. */
type Reads = (text: string, end: 'start' | 'end') => number | null

const day = 86_400_000
const hour = 3_600_000
const now = Date.UTC(2026, 10, 22, 15)
const today = Math.floor(now / day)

const ends = (text: string, end: 'start' | 'end') => {
  const number = dayNumber(text)
  if (number === null) return Date.parse(text)
  return end === 'start' ? dayStart(number, 'utc') : dayStart(number + 1, 'utc') - 1
}
const isDay = (text: string) => text.length === 10
const minute = 60_000
const toMinute = (at: number) => Math.floor(at / minute) * minute

/** Services that give true dates, by days, by instants or by both. */
const honest: Readonly<Record<string, Reads>> = {
  'days and instants': ends,
  'days alone': (text, end) => (isDay(text) ? ends(text, end) : null),
  'instants alone': (text, end) => (isDay(text) ? null : ends(text, end)),
  'instants as their days': (text, end) => ends(text.slice(0, 10), end),
}

/** Services that do not mean what they are asked for. */
const odd: Readonly<Record<string, Reads>> = {
  'a day as its first instant': (text, end) => ends(isDay(text) ? `${text}T00:00:00.000Z` : text, end),
  'no dates at all': () => null,
  'no date that it heeds': (_, end) =>
    end === 'start' ? Number.NEGATIVE_INFINITY : Number.POSITIVE_INFINITY,
  'no start that it heeds': (text, end) => (end === 'start' ? Number.NEGATIVE_INFINITY : ends(text, end)),
  'no end that it heeds': (text, end) => (end === 'end' ? Number.POSITIVE_INFINITY : ends(text, end)),
  'a start one day early': (text, end) => ends(text, end) - (end === 'start' ? day : 0),
  'an end one day late': (text, end) => ends(text, end) + (end === 'end' ? day : 0),
  'a start three hours early': (text, end) => ends(text, end) - (end === 'start' ? 3 * hour : 0),
  'an end three hours late': (text, end) => ends(text, end) + (end === 'end' ? 3 * hour : 0),
  'days that begin three hours early, alone': (text, end) =>
    isDay(text) ? ends(text, end) - (end === 'start' ? 3 * hour : 0) : null,
  'both ends excluded': (text, end) => ends(text, end) + (end === 'start' ? day : -day),
  'an instant to its minute': (text, end) => toMinute(ends(text, end)),
  'an instant for its minute': (text, end) => toMinute(ends(text, end)) + (end === 'end' ? minute - 1 : 0),
  'a start to its minute': (text, end) => (end === 'start' ? toMinute(ends(text, end)) : ends(text, end)),
  'days of another time zone, and instants': (text, end) => ends(text, end) - (isDay(text) ? 9 * hour : 0),
}

type Dates = Pick<DatedList['filter'], 'start_date' | 'end_date'>

interface Script {
  readonly reads: Reads
  readonly count: number
  /** Days back from today on which rows lie. */
  readonly depth: number
  readonly filter?: Dates
  readonly unrest?: undefined | { readonly deletion: number; readonly arrival: number; readonly move: number }
  /** Rows of an answer, however many are asked for. */
  readonly cap?: number
  /** Of rows that no list by date has. */
  readonly undated?: number
}

function service(
  random: Random,
  { reads, count, depth, filter = {}, unrest, cap = 1e9, undated = 0 }: Script,
) {
  let serial = 0
  const make = (): Item => ({
    id: `${serial++}`,
    recorded: random.chance(0.2)
      ? (today - random.below(depth)) * day + (random.chance(0.5) ? 0 : day - 1)
      : Math.min(now, (today - random.below(depth)) * day + random.below(day)),
    rank: random.below(1000),
  })
  const sorted = (items: readonly Item[]) =>
    items.toSorted((one, other) => other.rank - one.rank || (one.id < other.id ? -1 : 1))
  let items = sorted(Array.from({ length: count }, make).filter(({ recorded }) => recorded <= now))
  let looked: typeof items | undefined
  const recorded = new Map(items.map((item) => [item.id, item.recorded]))
  let requests = 0
  let inFlight = 0
  let mostInFlight = 0
  let throughout: ReadonlySet<string> | undefined
  const change = () => {
    if (!unrest || items.length === 0) return
    const at = random.below(items.length)
    if (random.chance(unrest.deletion)) items = items.filter((_, index) => index !== at)
    else if (random.chance(unrest.move))
      items = sorted(items.map((item, index) => (index === at ? { ...item, rank: 1000 + requests } : item)))
    if (random.chance(unrest.arrival)) {
      const item = make()
      recorded.set(item.id, item.recorded)
      if (item.recorded <= now) items = sorted([...items, item])
    }
  }
  const matching = ({ start_date, end_date }: Dates) => {
    const from = start_date === undefined ? Number.NEGATIVE_INFINITY : reads(start_date, 'start')
    const to = end_date === undefined ? Number.POSITIVE_INFINITY : reads(end_date, 'end')
    if (from === null || to === null) throw refusal('TXN-03')
    return items.filter((item) => item.recorded >= from && item.recorded <= to)
  }
  const read = async (
    { transaction_id: id, ...dates }: DatedList['filter'],
    page: { limit: number; offset: number },
  ) => {
    inFlight += 1
    mostInFlight = Math.max(mostInFlight, inFlight)
    await Promise.resolve()
    inFlight -= 1
    if (requests++ > 0) change()
    const isByDate = dates.start_date !== filter.start_date || dates.end_date !== filter.end_date
    if (looked !== items) {
      looked = items
      const ids = new Set(matching(filter).map(({ id }) => id))
      throughout = throughout ? new Set([...throughout].filter((id) => ids.has(id))) : ids
    }
    const listed = matching(dates).filter(
      (item) => (!isByDate || item.rank % 100 >= undated) && (id === undefined || item.id === id),
    )
    const records = listed.slice(page.offset, page.offset + Math.min(page.limit, cap))
    return { records, timestamp: null, receivedAt: '' }
  }
  const dated: DatedList = {
    ask: async (asked, page) => {
      const answer = await read(asked, page).catch(noneWhereRefused)
      return answer && { ids: answer.records.map(({ id }) => id), at: null }
    },
    filter,
    session: null,
  }
  const whole: WholeList<Item> = {
    read: (page) => read(filter, page),
    identity: ({ id }) => id,
    crossFilters: [],
  }
  return {
    dated,
    whole,
    requests: () => requests,
    mostInFlight: () => mostInFlight,
    throughout: () => throughout ?? new Set<string>(),
    dayOf: (id: string) => dayText(Math.floor((recorded.get(id) ?? Number.NaN) / day)),
    ids: () => items.map(({ id }) => id),
    listed: () => matching(filter).map(({ id }) => id),
    everListed: () => [...recorded.keys()],
  }
}

const options = (pageSize: number) => ({
  signal: new AbortController().signal,
  pageSize,
  now: () => now,
  sleep: async () => {},
})

/** Skips the rest after so many requests. */
function cutAfter(requests: number) {
  const skip = new AbortController()
  let left = requests
  const gate = async () => {
    if (left-- === 0) skip.abort()
  }
  return { skip: skip.signal, gate }
}

function randomScript(random: Random): Omit<Script, 'reads'> {
  const from = today - random.below(60)
  const filter = random.pick([
    {},
    {},
    { end_date: new Date(now).toISOString() },
    { start_date: dayText(from) },
    { start_date: dayText(from), end_date: dayText(from + random.below(3)) },
    { start_date: dayText(from), end_date: dayText(from) },
    { start_date: new Date(from * day + random.below(day)).toISOString() },
  ])
  return {
    count: random.below(random.pick([3, 40, 120])),
    depth: random.pick([1, 3, 40, 900]),
    filter,
    cap: random.pick([1e9, 1e9, 5, 9]),
  }
}

/** Ids with another day than their own. */
const wrongDays = (found: DaysRead, { everListed, dayOf }: ReturnType<typeof service>) =>
  everListed().filter((id) => found.dayOf(id) !== null && found.dayOf(id) !== dayOf(id))

describe.each(Object.entries(honest))('a service that takes %s', (name, reads) => {
  test('tells the day of every row, in lists that stay', async () => {
    const wrong: string[] = []
    for (let seed = 0; seed < cases(100); seed += 1) {
      const random = randomFrom(seed, name)
      const scripted = service(random, { ...randomScript(random), reads })
      let listed: readonly string[]
      try {
        listed = scripted.listed()
      } catch {
        // This service refuses such a filter, of which nothing is listed.
        continue
      }
      const walk = options(random.between(2, 30))
      const found = await readDays(scripted.dated, walk)
      // Days alone, all of them today's, are those of the request for all that anybody can tell.
      if (found.failure === 'request' && scripted.ids().every((id) => scripted.dayOf(id) === dayText(today)))
        continue
      if (found.failure !== null) wrong.push(`seed ${seed}: ${found.failure}`)
      else if (wrongDays(found, scripted).length > 0) wrong.push(`seed ${seed}: a wrong day`)
      else if (listed.some((id) => found.dayOf(id) === null)) wrong.push(`seed ${seed}: a row without a day`)
      else if (found.earlier && found.earlier.days.size !== listed.length)
        wrong.push(`seed ${seed}: ${found.earlier.days.size} of ${listed.length}`)
      if (scripted.mostInFlight() > 4) wrong.push(`seed ${seed}: ${scripted.mostInFlight()} at once`)
    }
    expect(wrong).toEqual([])
  })
})

describe.each(Object.entries({ ...honest, ...odd }))('a service that takes %s', (name, reads) => {
  test('never makes a day wrong, nor a list complete that is not, in lists that move', async () => {
    const wrong: string[] = []
    for (let seed = 0; seed < cases(150); seed += 1) {
      const random = randomFrom(seed, `moving ${name}`)
      const unrest = random.pick([
        { deletion: 0, arrival: 0, move: 0 },
        {
          deletion: random.below(3) / 30,
          // What comes later for a day that was read already cannot be found on two.
          arrival: name in honest ? random.below(3) / 30 : 0,
          move: random.below(6) / 10,
        },
      ])
      const undated = random.pick([0, 0, 0, 2])
      const scripted = service(random, { ...randomScript(random), reads, unrest, undated })
      try {
        scripted.listed()
      } catch {
        continue
      }
      const walk = options(random.between(2, 30))
      const found = await readDays(scripted.dated, walk)
      const cut = await readDays(scripted.dated, { ...walk, ...cutAfter(random.below(40)) })
      if (wrongDays(cut, scripted).length > 0) wrong.push(`seed ${seed}: a wrong day of a pass that was cut`)
      const { records, completeness } = await walkList(scripted.whole, { ...walk, earlier: found.earlier })
      const given = new Set(records.map(({ id }) => id))
      if (wrongDays(found, scripted).some((id) => given.has(id))) wrong.push(`seed ${seed}: a wrong day`)
      if (completeness === 'complete' && [...scripted.throughout()].some((id) => !given.has(id)))
        wrong.push(`seed ${seed}: called complete and is not`)
    }
    expect(wrong).toEqual([])
  })
})
