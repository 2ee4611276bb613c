/** Services of every kind: no transaction is put on the wrong side of a moment, and little is asked. */
import { describe, expect, test } from 'vitest'
import { dayLength, dayStart } from '../../contract/day.ts'
import { randomFrom } from '../../server/demonstration/prng.ts'
import { dayEdges } from '../../settlement/edges.ts'
import { testDateFilter } from '../../sync/service/date-filter.ts'
import { normaliseTransaction } from '../../sync/service/normalise.ts'
import {
  daily,
  honest,
  type Ledger,
  type LedgerEntry,
  newestFirst,
  odd,
  serve,
  today,
} from '../../sync/service/testing/dated-ledger.ts'
import { cases } from '../../testing/cases.ts'
import type { Books } from '../books.ts'
import { allDays, dividedBooks } from '../edges.ts'
import { datedBooks } from '../testing/made-books.ts'
import { anyTime, createTransactionTable, type Edge, eachRow } from '../transaction-table.ts'
import { readEdges } from './read-edges.ts'

const now = dayStart(today, 'utc') + 15 * 3_600_000
const clock = () => now

function booksOf({ read }: ReturnType<typeof serve>, entries: readonly LedgerEntry[]): Books {
  const filter = read(testDateFilter(), clock)
  const booked = createTransactionTable(entries.length > 1000 ? 4096 : 4)
  const none = normaliseTransaction({})
  for (const { id, status } of entries) booked.add({ ...none, transaction_id: id, status }, anyTime)
  const books = datedBooks([], {
    ended: new Date(now).toISOString(),
    days: {
      failure: filter?.off ?? null,
      form: filter?.form ?? 'day',
      whose: filter?.days ?? 'service',
    },
  })
  return { ...books, transactions: { ...books.transactions, table: booked.table() } }
}

function daysIn(books: Books, edges: readonly Edge[]): ReadonlyMap<string, number | null> {
  const days = new Map<string, number | null>()
  eachRow(dividedBooks(books, edges).transactions.table, ({ transaction_id }, day) =>
    days.set(transaction_id ?? '', day),
  )
  return days
}

/** The last day before the next edge. */
function dayBy(edges: readonly Edge[], at: number): number {
  const next = edges.find((edge) => edge.at > at)
  return next ? next.day - 1 : Math.max(today, edges.at(-1)?.day ?? today)
}

function anyLedger(random: ReturnType<typeof randomFrom>, ends: Ledger['ends'], undated: number) {
  const depth = random.pick([1, 3, 40, 400])
  const entries = Array.from({ length: 1 + random.below(random.pick([3, 40, 120])) }, (_, index) => {
    const start = dayStart(today - random.below(depth), 'utc')
    const at = Math.min(
      now,
      start + random.pick([0, 1, dayLength - 2, dayLength - 1, random.below(dayLength)]),
    )
    return { id: `t${index}`, at: random.chance(undated) ? Number.NaN : at, status: '' }
  })
  const ledger: Ledger = {
    entries,
    ...(ends && { ends }),
    order: random.pick([newestFirst, (all) => newestFirst(all).reverse(), (all) => all]),
    cap: random.pick([1000, 1000, 7]),
  }
  const days = (most: number) =>
    dayEdges(Array.from({ length: random.below(most) }, () => today - random.below(depth + 2)))
  return { ledger, edges: days(6), others: days(40) }
}

describe.each(Object.entries({ ...honest, ...odd }))('a service that takes %s', (name, ends) => {
  test('never puts a transaction on the wrong side, and every one on a side where dates are true', () => {
    const wrong: string[] = []
    for (let seed = 0; seed < cases(200); seed += 1) {
      const random = randomFrom(seed, `edges ${name}`)
      const undated = random.pick([0, 0, 0.05])
      const { ledger, edges, others } = anyLedger(random, ends, undated)
      const service = serve(ledger)
      const before = booksOf(service, ledger.entries)
      // What was found out for other edges stays.
      const earlier = service.read(readEdges(before, others), clock)
      const after = service.read(readEdges(earlier, edges), clock)
      if (after.transactions.days.failure !== null) continue
      const days = daysIn(after, edges)
      for (const { id, at } of ledger.entries) {
        const day = days.get(id) ?? null
        if (day !== null && day !== dayBy(edges, at)) wrong.push(`seed ${seed}: ${id} on ${day}`)
        if (day === null && !Number.isNaN(at) && name in honest) wrong.push(`seed ${seed}: ${id} on no side`)
      }
    }
    expect(wrong).toEqual([])
  })
})

describe('what is asked', () => {
  test('for a month, its pages and those of what came after, and nothing a second time', () => {
    const ledger: Ledger = { entries: daily(400, 3) }
    const service = serve(ledger)
    const before = booksOf(service, ledger.entries)
    const edges = dayEdges([today - 60, today - 30])
    const asked = service.received.length
    const after = service.read(readEdges(before, edges), clock)
    expect(service.received.length - asked).toBeLessThanOrEqual(8)
    expect([...daysIn(after, edges).values()].filter((day) => day === today - 31)).toHaveLength(90)
    const again = service.received.length
    // The same books, so that what was made of them is still theirs.
    expect(service.read(readEdges(after, edges), clock)).toBe(after)
    expect(service.received).toHaveLength(again)
  })

  test('a transaction less than a millisecond before an edge lies before it', () => {
    const edges = dayEdges([today - 1, today])
    const midnight = dayStart(today, 'utc')
    const entries = [-0.5, 0, -90_000_000].map((later, index) => ({
      ...{ id: `t${index}`, at: midnight + later, status: '' },
    }))
    const service = serve({ entries })
    const after = service.read(readEdges(booksOf(service, entries), edges), clock)
    expect([...daysIn(after, edges).values()]).toEqual([today - 1, today, today - 2])
  })

  test('what no list by date has stays without a day, and the others have theirs', () => {
    const entries = [...daily(40, 1), { id: 'undated', at: Number.NaN, status: '' }]
    const service = serve({ entries })
    const edges = dayEdges([today - 10])
    const after = service.read(readEdges(booksOf(service, entries), edges), clock)
    const days = daysIn(after, edges)
    expect(days.get('undated')).toBeNull()
    expect([...days.values()].filter((day) => day === null)).toHaveLength(1)
  })

  test('nor does one without a day cost a question for each day of twenty years', () => {
    const entries = [...daily(10, 1), { id: 'undated', at: Number.NaN, status: '' }]
    const service = serve({ entries })
    const before = booksOf(service, entries)
    const asked = service.received.length
    service.read(readEdges(before, allDays(before)), clock)
    expect(service.received.length - asked).toBeLessThanOrEqual(250)
  })

  test.each([
    ['newest first', newestFirst],
    ['oldest first', (all: LedgerEntry[]) => newestFirst(all).reverse()],
  ])('for the days of a page of 25,000, %s, few requests, and none again', (_, order) => {
    const entries = order(daily(1000, 25))
    const service = serve({ entries, order: (all) => all })
    const fresh = booksOf(service, entries)
    const edges = allDays(fresh)
    const find = (books: Books, offset: number) => {
      const page = entries.slice(offset, offset + 50)
      const asked = service.received.length
      const wanted = new Set(page.map(({ id }) => id))
      const read = service.read(readEdges(books, edges, wanted), clock)
      const days = daysIn(read, edges)
      expect(page.map(({ id }) => days.get(id))).toEqual(page.map(({ at }) => dayBy(edges, at)))
      return { read, requests: service.received.length - asked }
    }
    const told: (number | null)[] = []
    const wanted = new Set(entries.slice(0, 50).map(({ id }) => id))
    service.read(
      readEdges(fresh, edges, wanted, (...placed) => void told.push(...placed)),
      clock,
    )
    expect(told.slice(0, 2)).toEqual([0, 50])
    expect(told.slice(-2)).toEqual([50, 50])
    const far = find(fresh, 20_000)
    expect(far.requests).toBeLessThanOrEqual(40)
    expect(find(far.read, 20_000).requests).toBe(0)
    expect(find(fresh, 0).requests).toBeLessThanOrEqual(40)
  })

  test('for the days of some, little where they have none, or where an id is not heeded', () => {
    for (const ignoresId of [false, true]) {
      const entries = daily(40, 3).map((entry, index) => (index < 20 ? { ...entry, at: Number.NaN } : entry))
      const service = serve({ entries, ignoresId })
      const before = booksOf(service, entries)
      const edges = allDays(before)
      const asked = service.received.length
      const wanted = new Set(entries.slice(0, 30).map(({ id }) => id))
      const read = service.read(readEdges(before, edges, wanted), clock)
      const days = daysIn(read, edges)
      for (const { id, at } of entries.slice(0, 30))
        expect(days.get(id)).toBe(Number.isNaN(at) ? null : dayBy(edges, at))
      expect(service.received.length - asked).toBeLessThanOrEqual(ignoresId ? 250 : 100)
    }
  })
})
