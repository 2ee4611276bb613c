/**
 * Reading a list of which the specification promises no order, against services that order it in every way and change it while it
 * is read. What was there at every request must have been given, or the reading must not be called complete.
 */
import { describe, expect, test } from 'vitest'
import { randomFrom } from '../../server/demonstration/prng.ts'
import { cases } from '../../testing/cases.ts'
import type { WholeList } from './cross-check.ts'
import { type ListReadResult, readListRecords } from './read-list.ts'
import { createProfile } from './service-profile.ts'
import { given, nothingAsked, refusal, replayed } from './testing/answers.ts'

/** A record of the scripted service; `updated` counts up with each change of status. */
interface Item {
  readonly id: string
  readonly status: string
  readonly updated: number
  readonly amount: number
}

type Random = ReturnType<typeof randomFrom>
type Order = (one: Item, other: Item) => number

interface Unrest {
  /** Chances that a status changes, that a record is deleted, and that one is recorded. */
  readonly status: number
  readonly deletion: number
  readonly arrival: number
}

const calm: Unrest = { status: 0, deletion: 0, arrival: 0 }

interface Service {
  readonly list: WholeList<Item>
  items(): readonly Item[]
  throughout(): ReadonlySet<string>
  ever(): ReadonlySet<string>
}

/** What a service does with a start: null where it refuses it; else whether it heeds it. */
type Starts = (start: string) => null | boolean

/** A service whose list comes in some order. */
function service(
  random: Random,
  {
    count,
    order,
    unrest = calm,
    cap = Number.POSITIVE_INFINITY,
    shuffled = false,
    reversedAt = Number.POSITIVE_INFINITY,
    recent = () => true,
    starts = () => true,
    faults = 0,
  }: {
    readonly count: number
    readonly order: Order
    readonly unrest?: Unrest
    readonly cap?: number
    readonly shuffled?: boolean
    readonly reversedAt?: number
    /** What it lists where no start is given. */
    readonly recent?: (item: Item) => boolean
    readonly starts?: Starts
    readonly faults?: number
  },
): Service {
  let clock = 0
  const make = (): Item => ({
    id: `${random.hex(4)}-${clock++}`,
    status: random.pick(statuses),
    updated: random.below(count),
    amount: random.below(20),
  })
  const sorted = (items: readonly Item[]) =>
    items.toSorted((one, other) => order(one, other) || (one.id < other.id ? -1 : 1))
  let items = sorted(Array.from({ length: count }, make))
  let looked: typeof items | undefined
  let requests = 0
  let throughout: ReadonlySet<string> | undefined
  const ever = new Set<string>()
  const change = () => {
    if (items.length === 0) return
    const at = random.below(items.length)
    if (random.chance(unrest.deletion)) items = items.filter((_, index) => index !== at)
    else if (random.chance(unrest.status))
      items = sorted(
        items.map((item, index) =>
          index === at ? { ...item, status: random.pick(statuses), updated: count + clock++ } : item,
        ),
      )
    if (random.chance(unrest.arrival)) items = sorted([...items, make()])
  }
  const answer = (
    { limit, offset }: { readonly limit: number; readonly offset: number },
    status?: string,
    start?: string,
  ) => {
    const isHeeded = start === undefined ? false : starts(start)
    if (isHeeded === null) throw refusal('TXN-03')
    // A request that is not answered is made again.
    do if (requests++ > 0) change()
    while (random.chance(faults))
    if (looked !== items) {
      looked = items
      const ids = new Set(items.map(({ id }) => id))
      throughout = throughout ? new Set([...throughout].filter((id) => ids.has(id))) : ids
      for (const id of ids) ever.add(id)
    }
    const now = [...items]
    if (shuffled) shuffle(now, random)
    if (requests > reversedAt) now.reverse()
    const listed = now
      .filter((item) => (status ?? item.status) === item.status && (isHeeded || recent(item)))
      .slice(0, cap)
    const page = listed.slice(offset, offset + limit)
    return { records: page }
  }
  const listFrom = (start?: string): WholeList<Item> => ({
    read: (page) => given(() => answer(page, undefined, start)),
    identity: ({ id }) => id,
    crossFilters: [
      {
        name: 'status',
        values: statuses,
        valuesOf: ({ status }) => [status],
        read: (value, page) => given(() => answer(page, value, start)),
      },
    ],
    ...(start === undefined && { since: listFrom }),
  })
  return {
    list: listFrom(),
    items: () => items,
    throughout: () => throughout ?? new Set(),
    ever: () => ever,
  }
}

function shuffle(items: Item[], random: Random): void {
  for (let at = items.length - 1; at > 0; at -= 1) items.push(...items.splice(random.below(at + 1), 1))
}

/** All open: what is final does not change. */
const statuses = ['pending', 'processing', 'confirming'] as const
const orders: Readonly<Record<string, Order>> = {
  'by last update, newest first': (one, other) => other.updated - one.updated,
  'by last update, oldest first': (one, other) => one.updated - other.updated,
  'by amount': (one, other) => one.amount - other.amount,
  'by status': (one, other) => (one.status < other.status ? -1 : one.status > other.status ? 1 : 0),
  'by id': () => 0,
}

/** What a service lists where no start is given. */
const recents: Readonly<Record<string, (item: Item) => boolean>> = {
  'the last weeks alone': ({ updated }) => updated > 90,
  'nothing at all': () => false,
  'all but one': ({ id }) => !id.endsWith('-7'),
}
const read = (list: WholeList<Item>, pageSize: number, now = 0): ListReadResult<Item> =>
  replayed(readListRecords(list), nothingAsked, () => now, createProfile({ mostRows: pageSize, turns: {} }))

function wrongWith(
  { records, completeness }: ListReadResult<Item>,
  { throughout, ever }: Service,
): string | null {
  const given = new Set(records.map(({ id }) => id))
  if (given.size < records.length) return 'a record was given twice'
  if ([...given].some((id) => !ever().has(id))) return 'a record was given that was never there'
  const isMissing = [...throughout()].some((id) => !given.has(id))
  return completeness === 'complete' && isMissing ? 'it is called complete and is not' : null
}

describe.each(Object.entries(orders))('ordered %s', (name, order) => {
  test('in runs with status changes, deletions, arrivals and faults nothing is missed in silence', () => {
    const wrong: string[] = []
    let missed = 0
    for (let seed = 0; seed < cases(400); seed += 1) {
      const random = randomFrom(seed, name)
      const unrest = {
        status: random.below(3) / 10,
        deletion: random.below(3) / 30,
        arrival: random.below(2) / 20,
      }
      const shuffled = random.chance(0.1)
      const reversedAt = random.chance(0.1) ? random.below(10) : Number.POSITIVE_INFINITY
      const faults = random.pick([0, 0.1, 0.5])
      const recent = random.chance(0.2) ? random.pick(Object.values(recents)) : () => true
      const scripted = service(random, {
        count: random.below(60),
        order,
        unrest,
        shuffled,
        reversedAt,
        faults,
        recent,
      })
      const found = read(scripted.list, random.between(2, 20))
      const problem = wrongWith(found, scripted)
      if (problem !== null) wrong.push(`seed ${seed}: ${problem}`)
      if (found.completeness !== 'complete') missed += 1
    }
    expect(wrong).toEqual([])
    // Otherwise the changes did not reach the reading.
    expect(missed).toBeGreaterThan(cases(400) / 10)
  })

  test('a list that moves once is read until it is known, and is complete', () => {
    let complete = 0
    for (let seed = 0; seed < cases(100); seed += 1) {
      const random = randomFrom(seed, name)
      const scripted = service(random, { count: 40, order, unrest: { ...calm, status: 0.03 } })
      const found = read(scripted.list, 10)
      expect(wrongWith(found, scripted)).toBe(null)
      complete += found.completeness === 'complete' ? 1 : 0
    }
    // Calling everything partial would prove nothing.
    expect(complete).toBeGreaterThan(cases(100) * 0.8)
  })
})

describe('3,500 records, of which only some come', () => {
  const read3500 = (seed: number, options: Partial<Parameters<typeof service>[1]>) => {
    const scripted = service(randomFrom(seed, 'large'), {
      count: 3500,
      order: (one, other) => other.updated - one.updated,
      ...options,
    })
    const found = read(scripted.list, 1000)
    return { found, missing: scripted.throughout().size - found.rows }
  }

  test('the order turns round midway: the passes that follow find the rest', () => {
    const { found, missing } = read3500(1, { reversedAt: 2 })
    expect(found).toMatchObject({ completeness: 'complete', rows: 3500 })
    expect(missing).toBe(0)
  })

  test('a cap at 2,000 is found out by another filter', () => {
    const { found } = read3500(2, { cap: 2000 })
    expect(found).toMatchObject({
      completeness: 'partial',
      rows: 2000,
      doubts: [
        expect.stringMatching(/^The service ended the list after 2,000 records, but has more with status /),
      ],
    })
  })
})

test('a service that loses a record at each border of its pages loses others in the second pass', () => {
  const all = Array.from({ length: 60 }, (_, index) => `row ${index}`)
  const list: WholeList<string> = {
    // As with ties in the order, which each page breaks its own way.
    read: ({ limit, offset }) =>
      given(() => {
        const page = all.slice(offset, offset + limit)
        const tied = [...page.slice(0, 1), ...page.slice(2)]
        return { records: offset === 0 ? page : tied }
      }),
    identity: (row) => row,
    crossFilters: [],
  }
  const found = replayed(
    readListRecords(list),
    nothingAsked,
    () => 0,
    createProfile({ mostRows: 20, turns: {} }),
  )
  expect(found.rows < all.length && found.completeness === 'complete').toBe(false)
})

describe('a service that lists less where no start is given', () => {
  const ofRecent = (recent: (item: Item) => boolean, starts: Starts) =>
    service(randomFrom(1, 'recent'), { count: 160, order: () => 0, recent, starts })

  test.each(Object.entries(recents))('%s, is read with one', (_, recent) => {
    expect(read(ofRecent(recent, () => true).list, 50)).toMatchObject({
      completeness: 'complete',
      rows: 160,
      since: '1970-01-01T00:00:00.000Z',
    })
  })

  test.each<readonly [string, Starts, string]>([
    ['no instants', (start) => (start.includes('T') ? null : true), '1970-01-01'],
    ['nothing before 2009', (start) => (start < '2009' ? null : true), '2009-01-01T00:00:00.000Z'],
  ])('and takes %s, is read with what it takes', (_, starts, since) => {
    const found = read(ofRecent(() => false, starts).list, 50)
    expect(found).toMatchObject({ completeness: 'complete', rows: 160, since })
  })

  test('and takes a year at the most, is not read whole, and that is said', () => {
    const now = Date.UTC(2026, 10, 23)
    const recent = ({ updated }: Item) => updated > 90
    const { list } = ofRecent(recent, (start) => (start < '2025-11-20' ? null : true))
    expect(read(list, 50, now)).toMatchObject({
      completeness: 'partial',
      doubts: [expect.stringMatching(/more records from 2025-11-23 on than without a start date/)],
    })
  })

  test.each<readonly [string, Starts]>([
    ['refuses all', () => null],
    ['heeds none', () => false],
    ['lists the same with one', () => true],
  ])('where it %s, a whole list is complete', (_, starts) => {
    const found = read(ofRecent(() => true, starts).list, 50)
    expect(found).toMatchObject({ completeness: 'complete', rows: 160, since: null, passes: 2 })
  })
})

test.each([100, 128, 250, 1000])('a list of exactly %i that no filter tells apart is doubted', (count) => {
  const { list } = service(randomFrom(5, 'round'), { count, order: () => 0 })
  expect(read({ ...list, crossFilters: [] }, 1000)).toMatchObject({
    completeness: 'partial',
    isUnchecked: true,
    doubts: [expect.stringMatching(/no other filter could show/)],
  })
})
