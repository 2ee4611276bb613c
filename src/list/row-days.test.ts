import { afterEach, describe, expect, it, vi } from 'vitest'
import { booksOf } from '../books/testing/made-books.ts'
import { ApiError, noFailure } from '../contract/api-error.ts'
import { dayLength, dayOf, dayStart, dayText } from '../contract/day.ts'
import type { Filter } from '../contract/endpoints.ts'
import { randomFrom } from '../server/demonstration/prng.ts'
import {
  asSpecified,
  cutToDays,
  daily,
  entriesAt,
  type Ledger,
  type LedgerEntry,
  newestFirst,
  onlyDays,
  onlyInstants,
  today,
} from '../sync/service/testing/dated-ledger.ts'
import { cases } from '../testing/cases.ts'
import { rowDays } from './row-days.ts'
import { datesOf } from './testing/row-dates.ts'

afterEach(() => vi.unstubAllEnvs())

describe('without books, a service that keeps to the specification', () => {
  it('is asked little, and nothing twice', async () => {
    const entries = daily(60, 100)
    const ids = entries.map(({ id }) => id)
    const { find, received } = datesOf({ entries })
    const asked = async (filter: Filter<'transactions'>, from: number) => {
      const before = received.length
      await find(filter, ids.slice(from, from + 50))
      return received.length - before
    }
    // The first page of a session: with the requests that show how the service takes dates, and whether it keeps to them.
    expect(await asked({}, 0)).toBeLessThanOrEqual(12)
    expect(await asked({}, 0)).toBe(0)
    expect(await asked({}, 80)).toBeLessThanOrEqual(12)
    expect(await asked({}, 5_000)).toBeLessThanOrEqual(25)
  })

  it('is asked about once for each day of a page that lies scattered over years, and for the search', async () => {
    const entries = Array.from({ length: 50 }, (_, index) => ({
      id: `t${index}`,
      at: dayStart(today - index * 15 - (index % 7), 'utc') + 1,
      status: 'completed',
    }))
    const { find, textOf, received } = datesOf({ entries })
    await find(
      { status: 'completed' },
      entries.map(({ id }) => id),
    )
    for (const { id, at } of entries) expect(textOf(id)).toBe(dayText(dayOf(at, 'utc')))
    expect(received.length).toBeLessThanOrEqual(10 + 50 * 7.5)
  })

  it("gives the reader's own days where they are asked for", async () => {
    vi.stubEnv('TZ', 'Europe/Vienna')
    const { find, textOf, about } = datesOf({ entries: entriesAt('2026-11-17T23:30:00Z') }, 'local')
    await find({}, ['t0'])
    expect([textOf('t0'), about()]).toEqual([
      '2026-11-18',
      expect.objectContaining({ whose: 'local', formOfLinks: 'instant', off: null }),
    ])
  })
})

describe('without books, other services', () => {
  it.each([
    ['only days are taken', onlyDays],
    ['an instant is taken for its day', cutToDays(asSpecified)],
  ])('give the service’s own days where %s', async (_, ends) => {
    vi.stubEnv('TZ', 'Europe/Vienna')
    const entries = entriesAt('2026-11-17T00:00:00.250Z', '2026-11-16T23:30:00Z')
    const { find, textOf, about } = datesOf({ entries, ends }, 'local')
    await find({}, ['t0', 't1'])
    expect([textOf('t0'), textOf('t1'), about()?.whose]).toEqual(['2026-11-17', '2026-11-16', 'service'])
  })

  it('are asked again where they failed', async () => {
    let fails = true
    const { find, textOf } = datesOf({
      entries: entriesAt('2026-11-17T12:00:00Z'),
      meanwhile: () => {
        if (fails) throw new ApiError({ ...noFailure, kind: 'unreachable' })
      },
    })
    await expect(find({}, ['t0'])).rejects.toThrow()
    fails = false
    await find({}, ['t0'])
    expect(textOf('t0')).toBe('2026-11-17')
  })

  it('have a day of more transactions than an answer holds', async () => {
    const entries = Array.from({ length: 1_500 }, (_, index) => ({
      id: `t${index}`,
      at: dayStart(today - 40, 'utc') + index * 1000,
      status: 'completed',
    }))
    const { find, textOf } = datesOf({
      entries: [...entries, ...daily(30, 2).map((entry) => ({ ...entry, id: `d${entry.id}` }))],
    })
    const ids = ['t0', 't700', 't1499']
    await find({}, ids)
    expect(ids.map(textOf)).toEqual(Array(3).fill(dayText(today - 40)))
  })
})

describe('of books', () => {
  const books = booksOf([
    [{ transaction_id: 'a' }, '2026-11-01'],
    [{ transaction_id: 'undated' }, null],
  ])
  const divide = async () => books

  it('rows have the days of their spans, and what the books do not have is left out', async () => {
    const found = await rowDays(books, { ids: ['a', 'undated', 'unknown'], zone: 'utc' }, { divide })
    expect([...found.days].map(([id, day]) => [id, day && dayText(day)])).toEqual([
      ['a', '2026-11-01'],
      ['undated', null],
    ])
    expect(found).toMatchObject({ whose: 'utc', formOfLinks: 'day', off: null })
  })

  it('rows have none where the dates of the service cannot be relied on', async () => {
    const others = booksOf([[{ transaction_id: 'a' }, '2026-11-01']], { days: { failure: 'ignored' } })
    const found = await rowDays(others, { ids: ['a'], zone: 'utc' }, { divide: async () => others })
    expect([found.days.get('a'), found.off]).toEqual([null, 'ignored'])
  })
})

const statuses = ['pending', 'completed', 'failed'] as const

it('without books, ledgers of every kind give no row another day than its own', {
  timeout: 120_000,
}, async () => {
  let dated = 0
  let asked = 0
  for (let run = 0; run < cases(5_000); run++) {
    const random = randomFrom(run, 'rows')
    const spread = random.pick([1, 5, 60, 1_000])
    const make = (index: number): LedgerEntry => ({
      id: `t${index}`,
      at:
        dayStart(today - random.below(spread), 'utc') +
        random.pick([0, 1, 43_200_000, dayLength - 2, dayLength - 1, random.below(dayLength)]),
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
      const found = service.days.get(id) ?? null
      if (found !== null && found !== dayOf(at, 'utc'))
        expect.fail(`run ${run}: ${id} is of ${dayText(dayOf(at, 'utc'))}, and was given ${dayText(found)}`)
    }
    asked += page.length
    dated += page.filter((id) => service.textOf(id) !== null).length
  }
  // Small answers, ids that are ignored, and a first day with nothing before it leave some without a date; what is given is right.
  expect(dated / asked).toBeGreaterThan(0.87)
})
