import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Filter } from '../../contract/endpoints.ts'
import { ApiError, noFailure } from '../api-error.ts'
import {
  asSpecified,
  cutToDays,
  daily,
  datesOf,
  entriesAt,
  never,
  now,
  onlyDays,
  today,
} from '../testing/ledger.ts'
import { dayOf, dayStart, dayText, requestsForTime } from './day.ts'

afterEach(() => vi.unstubAllEnvs())

describe('a service that keeps to the specification', () => {
  it('is asked no more than it takes', async () => {
    const entries = daily(60, 100)
    const ids = entries.map(({ id }) => id)
    const { find, received } = datesOf({ entries })
    const asked = async (filter: Filter<'transactions'>, from: number) => {
      const before = received.length
      await find(filter, ids.slice(from, from + 50))
      return received.length - before
    }
    // The first page of a session: the requests that show how the service takes dates, and whether it keeps to them.
    expect(await asked({}, 0)).toBe(9)
    expect(await asked({}, 0)).toBe(0)
    expect(await asked({}, 50)).toBe(0)
    expect(await asked({}, 80)).toBeLessThanOrEqual(2)
    expect(await asked({}, 5_000)).toBeLessThanOrEqual(25)
    expect(await asked({ start_date: '2026-11-10', end_date: '2026-11-10' }, 800)).toBe(1)
  })

  it('is asked once for what was recorded meanwhile', async () => {
    const ledger = { entries: daily(3, 100) }
    const { find, textOf, received } = datesOf(ledger)
    const ids = ledger.entries.slice(0, 50).map(({ id }) => id)
    await find({}, ids)
    ledger.entries.push({ id: 'new', at: now, status: 'pending' })
    const before = received.length
    await find({}, ['new', ...ids.slice(0, 49)])
    expect([textOf('new'), received.length - before]).toEqual(['2026-11-18', 1])
  })

  it('keeps its dates where one transaction has none', async () => {
    const { find, textOf, dates } = datesOf({ entries: daily(3, 10) })
    await find({ transaction_id: 'unknown' }, ['unknown'])
    await find({}, ['t0'])
    expect([textOf('unknown'), textOf('t0'), dates.off()]).toEqual(['not-found', '2026-11-18', null])
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
    expect(received.length).toBeLessThanOrEqual(10 + 50 * 6)
  })

  it('finds the second of a transaction, with as many requests as are said before', async () => {
    const { find, dates, received } = datesOf({ entries: entriesAt('2026-11-17T14:03:21.250Z') })
    await find({}, ['t0'])
    const before = received.length
    const steps = vi.fn()
    expect(await dates.findTime('t0', never, steps)).toEqual({
      from: Date.parse('2026-11-17T14:03:21.000Z'),
      to: Date.parse('2026-11-17T14:03:21.999Z'),
    })
    expect(received.length - before).toBeLessThanOrEqual(requestsForTime)
    expect(steps).toHaveBeenCalled()
  })

  it("gives the reader's own days where they are asked for", async () => {
    vi.stubEnv('TZ', 'Europe/Vienna')
    const { find, textOf, dates } = datesOf({ entries: entriesAt('2026-11-17T23:30:00Z') }, 'local')
    await find({}, ['t0'])
    expect([textOf('t0'), dates.whose()]).toEqual(['2026-11-18', 'local'])
  })
})

describe('other services', () => {
  it.each([
    ['only days are taken', onlyDays],
    ['an instant is taken for its day', cutToDays(asSpecified)],
  ])('finds the service’s own days and no time where %s', async (_, ends) => {
    vi.stubEnv('TZ', 'Europe/Vienna')
    const entries = entriesAt('2026-11-17T00:00:00.250Z', '2026-11-16T23:30:00Z')
    const { find, textOf, dates } = datesOf({ entries, ends }, 'local')
    await find({}, ['t0', 't1'])
    expect([textOf('t0'), textOf('t1'), dates.whose()]).toEqual(['2026-11-17', '2026-11-16', 'service'])
    for (const id of ['t0', 't1']) expect(await dates.findTime(id, never)).toBeNull()
  })

  it('gives no date to a transaction on two days, nor to one on none, and dates to the others', async () => {
    const entries = daily(3, 4)
    const twice = entries[2]
    if (!twice) throw new Error('no entries')
    const ledger = { entries: [...entries, { ...twice, at: twice.at - 86_400_000 }] }
    const { find, textOf } = datesOf(ledger)
    await find({}, [...entries.map(({ id }) => id), 'unknown'])
    expect(textOf('t2')).toBe('contradicted')
    expect(textOf('unknown')).toBe('not-found')
    expect(textOf('t5')).toBe('2026-11-17')
  })

  it('tries again what failed', async () => {
    let fails = true
    const { find, textOf } = datesOf({
      entries: entriesAt('2026-11-17T12:00:00Z'),
      meanwhile: () => {
        if (fails) throw new ApiError({ ...noFailure, kind: 'unreachable' })
      },
    })
    await expect(find({}, ['t0'])).rejects.toThrow()
    expect(textOf('t0')).toBe('failed')
    fails = false
    await find({}, ['t0'])
    expect(textOf('t0')).toBe('2026-11-17')
  })

  it('reads a day of more transactions than an answer holds', async () => {
    const entries = Array.from({ length: 1_500 }, (_, index) => ({
      id: `t${index}`,
      at: dayStart(today - 40, 'utc') + index * 1000,
      status: 'completed',
    }))
    const { find, textOf } = datesOf({
      entries: [...entries, ...daily(30, 2).map((e) => ({ ...e, id: `d${e.id}` }))],
    })
    const ids = ['t0', 't700', 't1499']
    await find({}, ids)
    expect(ids.map(textOf)).toEqual(Array(3).fill(dayText(today - 40)))
  })
})
