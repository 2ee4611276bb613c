import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Filter } from '../../contract/endpoints.ts'
import { ApiError, noFailure } from '../api-error.ts'
import { dayNumber, dayOf, dayStart, dayText, requestsForTime } from './day.ts'
import { type AskIds, createLedgerDates } from './ledger-dates.ts'

interface Entry {
  readonly id: string
  readonly at: number
  status: string
}

/** How a service reads the ends of a range of dates; both are included where it keeps to the specification. */
type Ends = (start: string | undefined, end: string | undefined) => readonly [from: number, to: number] | null

interface Ledger {
  entries: Entry[]
  ends?: Ends
  order?: (entries: Entry[]) => Entry[]
  /** The most that one answer has. */
  cap?: number
  ignoresId?: boolean
  /** Before each answer. */
  meanwhile?: () => void
}

const day = (text: string) => dayNumber(text) ?? Number.NaN
const today = day('2026-11-18')
const now = dayStart(today, 'utc') + 15 * 3_600_000

const asSpecified: Ends = (start, end) => [
  start === undefined
    ? Number.NEGATIVE_INFINITY
    : Date.parse(start.length === 10 ? `${start}T00:00:00Z` : start),
  end === undefined ? Number.POSITIVE_INFINITY : Date.parse(end.length === 10 ? `${end}T23:59:59.999Z` : end),
]

function refusing(form: RegExp): Ends {
  return (start, end) =>
    [start, end].some((text) => text && form.test(text)) ? null : asSpecified(start, end)
}

const onlyDays = refusing(/T/)
const onlyInstants = refusing(/^[^T]*$/)

/** Shifts the ends of whole days. */
function shifted(start: number, end: number): Ends {
  return (from, to) => {
    const [first, last] = asSpecified(from, to) ?? [0, 0]
    return [first + start * 86_400_000, last + end * 86_400_000]
  }
}

function newestFirst(entries: Entry[]): Entry[] {
  return [...entries].sort((a, b) => b.at - a.at || (a.id < b.id ? -1 : 1))
}

/** A ledger as a service has it, counting what it is asked. */
function serve(ledger: Ledger) {
  const received: Filter<'transactions'>[] = []
  const list = (filter: Filter<'transactions'>): Entry[] => {
    const ends = (ledger.ends ?? asSpecified)(filter.start_date, filter.end_date)
    if (!ends) throw new ApiError({ ...noFailure, kind: 'error-body', code: 'TXN-03', httpStatus: 400 })
    const [from, to] = ends
    return (ledger.order ?? newestFirst)(ledger.entries).filter(
      ({ id, at, status }) =>
        at >= from &&
        at <= to &&
        (ledger.ignoresId || filter.transaction_id === undefined || filter.transaction_id === id) &&
        (filter.status === undefined || filter.status === status),
    )
  }
  const ask: AskIds = async (filter, { limit, offset }, signal) => {
    signal.throwIfAborted()
    ledger.meanwhile?.()
    received.push(filter)
    const most = Math.min(limit, ledger.cap ?? limit)
    const ids = list(filter)
      .slice(offset, offset + most)
      .map(({ id }) => id)
    return { ids, isFull: ids.length >= limit, at: null }
  }
  return { ask, list, received }
}

const never = new AbortController().signal

function datesOf(ledger: Ledger, zone: 'utc' | 'local' = 'utc') {
  const service = serve(ledger)
  const dates = createLedgerDates({ ask: service.ask, zone, now: () => now })
  const find = (filter: Filter<'transactions'>, ids: readonly string[]) =>
    dates.find({ ids, filter, signal: never })
  const textOf = (id: string) => {
    const found = dates.dayOf(id)
    return typeof found === 'number' ? dayText(found) : found
  }
  return { ...service, dates, find, textOf }
}

/** Entries at these instants, in UTC. */
function entriesAt(...instants: readonly string[]): Entry[] {
  return instants.map((instant, index) => ({ id: `t${index}`, at: Date.parse(instant), status: 'completed' }))
}

/** So many entries a day, back from today. */
function daily(days: number, perDay: number): Entry[] {
  return Array.from({ length: days * perDay }, (_, index) => ({
    id: `t${index}`,
    at: dayStart(today - Math.floor(index / perDay), 'utc') + 43_200_000 - (index % perDay) * 60_000,
    status: 'completed',
  }))
}

afterEach(() => vi.unstubAllEnvs())

describe('a service that keeps to the specification', () => {
  it('gives the day to the last millisecond', async () => {
    const { find, textOf } = datesOf({
      entries: entriesAt(
        '2026-11-18T00:00:00.000Z',
        '2026-11-17T23:59:59.999Z',
        '2026-01-01T00:00:00.000Z',
        '2025-12-31T23:59:59.999Z',
        '2024-02-29T12:00:00.000Z',
      ),
    })
    await find({}, ['t0', 't1', 't2', 't3', 't4'])
    expect(['t0', 't1', 't2', 't3', 't4'].map(textOf)).toEqual([
      '2026-11-18',
      '2026-11-17',
      '2026-01-01',
      '2025-12-31',
      '2024-02-29',
    ])
  })

  it('is asked no more than it takes', async () => {
    const entries = daily(60, 100)
    const ids = entries.map(({ id }) => id)
    const { find, received } = datesOf({ entries })
    const asked = async (filter: Filter<'transactions'>, from: number) => {
      const before = received.length
      await find(filter, ids.slice(from, from + 50))
      return received.length - before
    }
    // The first page of a session: its day, and the four requests that show whether the service keeps to dates.
    expect(await asked({}, 0)).toBe(5)
    expect(await asked({}, 0)).toBe(0)
    expect(await asked({}, 50)).toBe(0)
    expect(await asked({}, 80)).toBeLessThanOrEqual(2)
    expect(await asked({}, 5_000)).toBeLessThanOrEqual(25)
    expect(await asked({ start_date: '2026-11-10', end_date: '2026-11-10' }, 800)).toBe(0)
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
    expect(received.length).toBeLessThanOrEqual(50 * 6)
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
    expect([textOf('t0'), dates.zone()]).toEqual(['2026-11-18', 'local'])
  })
})

describe('other services', () => {
  it('takes days where only they are taken, and says whose they are', async () => {
    vi.stubEnv('TZ', 'Europe/Vienna')
    const { find, textOf, dates } = datesOf(
      { entries: entriesAt('2026-11-17T23:30:00Z'), ends: onlyDays },
      'local',
    )
    await find({}, ['t0'])
    expect([textOf('t0'), dates.zone()]).toEqual(['2026-11-17', 'utc'])
    expect(await dates.findTime('t0', never)).toBeNull()
  })

  it('takes instants where only they are taken', async () => {
    const { find, textOf } = datesOf({ entries: entriesAt('2026-11-17T23:30:00Z'), ends: onlyInstants })
    await find({}, ['t0'])
    expect(textOf('t0')).toBe('2026-11-17')
  })

  it.each<readonly [string, Ledger['ends'], string]>([
    ['ignores dates', () => [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY], 'ignored'],
    ['begins a day early', shifted(-1, 0), 'ignored'],
    ['ends a day late', shifted(0, 1), 'ignored'],
    ['begins a day late', shifted(1, 0), 'nowhere'],
    ['ends a day early', shifted(0, -1), 'nowhere'],
    ['refuses dates', () => null, 'refused'],
  ])('gives no dates of one that %s', async (_, ends, why) => {
    for (const ignoresId of [false, true]) {
      const entries = daily(5, 20)
      const { find, textOf, dates } = datesOf({ entries, ignoresId, ...(ends && { ends }) })
      const ids = entries.slice(0, 50).map(({ id }) => id)
      await find({}, ids)
      expect([...new Set(ids.map(textOf))]).toEqual([null])
      expect(dates.off()).toBe(why)
    }
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

it('never gives a wrong day, whatever the ledger, its order, its pages, and what changes meanwhile', {
  timeout: 120_000,
}, async () => {
  let seed = 1
  const random = (below: number) => {
    seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((seed / 2 ** 32) * below)
  }
  const statuses = ['pending', 'completed', 'failed']
  let dated = 0
  let asked = 0
  for (let run = 0; run < 10_000; run++) {
    const count = 1 + random(25)
    const spread = [1, 5, 60, 1_000][random(4)] ?? 1
    const times = [0, 1, 43_200_000, 86_399_998, 86_399_999]
    const make = (index: number): Entry => ({
      id: `t${index}`,
      at: dayStart(today - random(spread), 'utc') + (times[random(8)] ?? random(86_400_000)),
      status: statuses[random(3)] ?? '',
    })
    const ledger: Ledger = { entries: Array.from({ length: count }, (_, index) => make(index)) }
    const orders = [
      newestFirst,
      (entries: Entry[]) => newestFirst(entries).reverse(),
      (entries: Entry[]) => [...entries].sort((a, b) => (a.id < b.id ? -1 : 1)),
      (entries: Entry[]) => [...entries].sort(() => random(2) - 0.5),
    ]
    ledger.order = orders[random(4)] ?? newestFirst
    ledger.ends = [asSpecified, asSpecified, onlyDays, onlyInstants][random(4)] ?? asSpecified
    ledger.cap = [1_000, 1_000, 10, 3][random(4)] ?? 1_000
    ledger.ignoresId = random(6) === 0
    let next = count
    ledger.meanwhile = () => {
      if (random(10) === 0) ledger.entries.push(make(next++))
      const changing = ledger.entries[random(ledger.entries.length * 3)]
      if (changing) changing.status = statuses[random(3)] ?? ''
    }
    const status = random(2) === 0 ? { status: statuses[random(3)] ?? '' } : {}
    const filter = { ...status, ...(random(5) === 0 && { end_date: dayText(today - random(spread)) }) }
    const service = datesOf(ledger)
    let rows: Entry[]
    try {
      rows = service.list(filter)
    } catch {
      continue
    }
    const from = random(rows.length)
    const page = rows.slice(from, from + 1 + random(8)).map(({ id }) => id)
    await service.find(filter, page)
    for (const { id, at } of ledger.entries) {
      const found = service.dates.dayOf(id)
      if (typeof found === 'number' && found !== dayOf(at, 'utc'))
        expect.fail(`run ${run}: ${id} is of ${dayText(dayOf(at, 'utc'))}, and was given ${dayText(found)}`)
    }
    asked += page.length
    dated += page.filter((id) => typeof service.dates.dayOf(id) === 'number').length
  }
  // Small answers and ids that are ignored leave some without a date; what is given is right.
  expect(dated / asked).toBeGreaterThan(0.9)
})
