import { afterEach, describe, expect, it, vi } from 'vitest'
import { ApiError, noFailure } from '../api/api-error.ts'
import {
  asSpecified,
  cutToDays,
  daily,
  entriesAt,
  onlyDays,
  today,
} from '../books/reading/testing/dated-ledger.ts'
import { booksOf } from '../books/testing/made-books.ts'
import { dayOf, dayStart, dayText } from '../contract/day.ts'
import type { Filter } from '../contract/endpoints.ts'
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

  it('gives days to all but the one that no list by date has', async () => {
    const { find, textOf, days } = datesOf({
      entries: [...daily(3, 10), { id: 'x', at: Number.NaN, status: '' }],
    })
    await find({}, ['x', 't0', 'unknown', 't29'])
    expect([textOf('t0'), textOf('t29')]).toEqual(['2026-11-18', '2026-11-16'])
    expect([days.get('x'), days.get('unknown')]).toEqual([null, null])
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

  it('give no days once one transaction is on two', async () => {
    const entries = daily(3, 4)
    const [twice] = entries.slice(2)
    if (!twice) throw new Error('no entries')
    const { find, about } = datesOf({ entries: [...entries, { ...twice, at: twice.at - 86_400_000 }] })
    await find(
      {},
      entries.map(({ id }) => id),
    )
    expect(about()?.off).toBe('ignored')
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
