/** Ledgers of every kind: whatever their order, their pages, their reading of dates, and what changes meanwhile, no row is given another day than its own. */
import { describe, expect, it } from 'vitest'
import type { Filter } from '../../contract/endpoints.ts'
import { randomFrom } from '../../server/demonstration/prng.ts'
import { cases } from '../../testing/cases.ts'
import {
  asSpecified,
  datesOf,
  type Ends,
  honest,
  type Ledger,
  type LedgerEntry,
  never,
  newestFirst,
  odd,
  onlyDays,
  onlyInstants,
  serve,
  today,
} from '../testing/ledger.ts'
import { walkList } from '../walk/walk.ts'
import type { AskIds } from './date-filter.ts'
import { dayOf, dayStart, dayText } from './day.ts'
import { type DaysRead, readDays } from './windows.ts'

type Random = ReturnType<typeof randomFrom>

const day = 86_400_000
/** So late that yesterday is over in every time zone. */
const now = dayStart(today, 'utc') + 15 * 3_600_000
const statuses = ['pending', 'completed', 'failed'] as const

it('rows on screen', { timeout: 120_000 }, async () => {
  let dated = 0
  let asked = 0
  for (let run = 0; run < cases(10_000); run++) {
    const random = randomFrom(run, 'rows')
    const spread = random.pick([1, 5, 60, 1_000])
    const make = (index: number): LedgerEntry => ({
      id: `t${index}`,
      at:
        dayStart(today - random.below(spread), 'utc') +
        random.pick([0, 1, 43_200_000, day - 2, day - 1, random.below(day)]),
      status: random.pick(statuses),
    })
    let next = random.between(1, 25)
    const ledger: Ledger = {
      entries: Array.from({ length: next }, (_, index) => make(index)),
      order: random.pick([
        newestFirst,
        (entries: LedgerEntry[]) => newestFirst(entries).reverse(),
        (entries: LedgerEntry[]) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1)),
        (entries: LedgerEntry[]) => [...entries].sort(() => random.below(2) - 0.5),
      ]),
      ends: random.pick([asSpecified, asSpecified, onlyDays, onlyInstants]),
      cap: random.pick([1_000, 1_000, 10, 3]),
      ignoresId: random.chance(1 / 6),
      meanwhile: () => {
        if (random.chance(0.1)) ledger.entries.push(make(next++))
        const changing = ledger.entries[random.below(ledger.entries.length * 3)]
        if (changing) changing.status = random.pick(statuses)
      },
    }
    const filter = {
      ...(random.chance(0.5) && { status: random.pick(statuses) }),
      ...(random.chance(0.2) && { end_date: dayText(today - random.below(spread)) }),
    }
    const service = datesOf(ledger)
    const rows = service.list(filter) ?? []
    if (rows.length === 0) continue
    const from = random.below(rows.length)
    const page = rows.slice(from, from + random.between(1, 8)).map(({ id }) => id)
    await service.find(filter, page)
    for (const { id, at } of ledger.entries) {
      const found = service.dates.dayOf(id)
      if (typeof found === 'number' && found !== dayOf(at, 'utc'))
        expect.fail(`run ${run}: ${id} is of ${dayText(dayOf(at, 'utc'))}, and was given ${dayText(found)}`)
    }
    asked += page.length
    dated += page.filter((id) => typeof service.dates.dayOf(id) === 'number').length
  }
  // Small answers, ids that are ignored, and a first day with nothing before it leave some without a date; what is given is right.
  expect(dated / asked).toBeGreaterThan(0.87)
})

interface Unrest {
  /** Chances between two requests that a record leaves, that one comes, and that one goes to the head of the list. */
  readonly deletion: number
  readonly arrival: number
  readonly move: number
}

/** A list of a service in any order, with any filter by dates. What no list by date has, it lists all the same. */
function anyList(
  random: Random,
  ends: Ends,
  unrest: Unrest = { deletion: 0, arrival: 0, move: 0 },
  undated = 0,
) {
  const depth = random.pick([1, 3, 40, 900])
  const days = new Map<string, string | null>()
  const make = (): LedgerEntry => {
    const start = dayStart(today - random.below(depth), 'utc')
    const edge = random.chance(0.5) ? start : start + day - 1
    const recorded = Math.min(now, random.chance(0.2) ? edge : start + random.below(day))
    const at = random.chance(undated) ? Number.NaN : recorded
    const id = `${days.size}`
    days.set(id, Number.isNaN(at) ? null : dayText(dayOf(at, 'utc')))
    return { id, at, status: '' }
  }
  const from = today - random.below(60)
  const filter: Filter<'transactions'> = random.pick([
    {},
    {},
    { end_date: new Date(now).toISOString() },
    { start_date: dayText(from) },
    { start_date: dayText(from), end_date: dayText(from + random.below(3)) },
    { start_date: dayText(from), end_date: dayText(from) },
    { start_date: new Date(dayStart(from, 'utc') + random.below(day)).toISOString() },
  ])
  const entries = Array.from({ length: random.below(random.pick([3, 40, 120])) }, make)
  let throughout: ReadonlySet<string> | undefined
  const meanwhile = () => {
    const at = random.below(entries.length)
    // The first request finds the list as it was made.
    if (throughout && random.chance(unrest.deletion)) entries.splice(at, 1)
    else if (throughout && random.chance(unrest.move)) entries.unshift(...entries.splice(at, 1))
    if (throughout && random.chance(unrest.arrival)) entries.splice(at, 0, make())
    const ids = new Set((service.list(filter) ?? []).map(({ id }) => id))
    throughout = throughout ? new Set([...throughout].filter((id) => ids.has(id))) : ids
  }
  const ledger: Ledger = { entries, ends, meanwhile, order: (all) => all, cap: random.pick([1e9, 1e9, 5, 9]) }
  const service = serve(ledger)
  let inFlight = 0
  let mostInFlight = 0
  const ask: AskIds = async (...asked) => {
    mostInFlight = Math.max(mostInFlight, ++inFlight)
    await Promise.resolve()
    inFlight -= 1
    return await service.ask(...asked)
  }
  const whole = {
    read: async (page: { readonly limit: number; readonly offset: number }, signal: AbortSignal) => {
      const { ids = [] } = (await ask(filter, page, signal)) ?? {}
      return { records: ids, timestamp: null, receivedAt: '' }
    },
    identity: (id: string | null) => id,
    crossFilters: [],
  }
  return {
    dated: { ask, filter, session: null },
    whole,
    listed: service.list(filter)?.map(({ id }) => id),
    mostInFlight: () => mostInFlight,
    throughout: () => throughout ?? new Set<string>(),
    areOfToday: () => [...days.values()].every((each) => each === dayText(today)),
    /** Ids with another day than their own. */
    wrongDays: (found: DaysRead) =>
      [...days].flatMap(([id, own]) => (found.dayOf(id) === null || found.dayOf(id) === own ? [] : id)),
  }
}

const options = (pageSize: number) => ({
  ...{ signal: never, pageSize, now: () => now },
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

describe.each(Object.entries(honest))('a service that takes %s', (name, ends) => {
  it('tells the day of every row, in lists that stay', async () => {
    const wrong: string[] = []
    for (let seed = 0; seed < cases(100); seed += 1) {
      const random = randomFrom(seed, name)
      const { listed, dated, ...list } = anyList(random, ends)
      // This service refuses such a filter, of which nothing is listed.
      if (listed === undefined) continue
      const found = await readDays(dated, options(random.between(2, 30)))
      // Days alone, all of them today's, are those of the request for all that anybody can tell.
      if (found.failure === 'request' && list.areOfToday()) continue
      if (found.failure !== null) wrong.push(`seed ${seed}: ${found.failure}`)
      else if (list.wrongDays(found).length > 0) wrong.push(`seed ${seed}: a wrong day`)
      else if (listed.some((id) => found.dayOf(id) === null)) wrong.push(`seed ${seed}: a row without a day`)
      else if (found.earlier && found.earlier.days.size !== listed.length)
        wrong.push(`seed ${seed}: ${found.earlier.days.size} of ${listed.length}`)
      if (list.mostInFlight() > 4) wrong.push(`seed ${seed}: ${list.mostInFlight()} at once`)
    }
    expect(wrong).toEqual([])
  })
})

describe.each(Object.entries({ ...honest, ...odd }))('a service that takes %s', (name, ends) => {
  it('never makes a day wrong, nor a list complete that is not, in lists that move', async () => {
    const wrong: string[] = []
    for (let seed = 0; seed < cases(150); seed += 1) {
      const random = randomFrom(seed, `moving ${name}`)
      const unrest = {
        deletion: random.below(3) / 30,
        // What comes later for a day that was read already cannot be found on two.
        arrival: name in honest ? random.below(3) / 30 : 0,
        move: random.below(6) / 10,
      }
      const list = anyList(
        random,
        ends,
        random.chance(0.5) ? unrest : undefined,
        random.pick([0, 0, 0, 0.02]),
      )
      if (list.listed === undefined) continue
      const walk = options(random.between(2, 30))
      const found = await readDays(list.dated, walk)
      const cut = await readDays(list.dated, { ...walk, ...cutAfter(random.below(40)) })
      if (list.wrongDays(cut).length > 0) wrong.push(`seed ${seed}: a wrong day of a pass that was cut`)
      const { records, completeness } = await walkList(list.whole, { ...walk, earlier: found.earlier })
      if (list.wrongDays(found).some((id) => records.includes(id))) wrong.push(`seed ${seed}: a wrong day`)
      if (completeness === 'complete' && [...list.throughout()].some((id) => !records.includes(id)))
        wrong.push(`seed ${seed}: called complete and is not`)
    }
    expect(wrong).toEqual([])
  })
})
