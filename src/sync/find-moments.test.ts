/** Services of every kind: no transaction lies on the wrong side of a moment, and little is asked. */
import { describe, expect, test } from 'vitest'
import { dayLength } from '../contract/day.ts'
import { openEither } from '../database/testing/databases.ts'
import { randomFrom } from '../server/demonstration/prng.ts'
import { isWholeSet } from '../testing/cases.ts'
import { findDays } from './find-days.ts'
import { findMoments } from './find-moments.ts'
import { openMoments } from './open-moments.ts'
import {
  bothEnds,
  daily,
  type Ends,
  honest,
  localTime,
  odd,
  onlyDays,
  shifted,
  today,
} from './service/testing/dated-ledger.ts'
import {
  type AccountLedger,
  type Deposit,
  ledgerNow,
  newestOnTop,
  readLedger,
} from './testing/account-ledger.ts'

const database = await openEither()

const hour = 3_600_000
const seeds = isWholeSet ? 30 : 1
/** Of those that are odd, a few stand for all in the quick set. */
const services = Object.entries({ ...honest, ...odd }).filter(
  ([name], index) => isWholeSet || Object.hasOwn(honest, name) || index % 5 === 0,
)

async function openMomentsOf(ledger: AccountLedger) {
  const read = await readLedger(database, ledger)
  const { rows, fence, service } = read
  /** Returns how many requests that took. */
  const find = async (moments: readonly number[], mostRequests = 1000, isQuick = false) => {
    const before = service.asked.length
    for (let steps = 0, isComplete = false; !isComplete; steps += 1) {
      if (steps > 500) throw new Error('The search does not end.')
      const step = findMoments(rows, fence, moments, { mostRequests, isQuick })
      isComplete = (await service.run(step)).isComplete
    }
    return service.asked.length - before
  }
  const missing = async (moments: readonly number[]) =>
    openMoments(moments, await rows.straddlingSpans(moments), await rows.state()).missing
  return { ...read, find, missing }
}

function deposit(id: string, at: number): Deposit {
  return { id, at, status: 'completed', amount: 1 }
}

function deposits(days: number, perDay: number): Deposit[] {
  return daily(days, perDay).map(({ id, at }, index) =>
    deposit(id, Math.min(ledgerNow, at + ((index * 7) % 23) * hour - 11 * hour)),
  )
}

/** Midnight in Hong Kong at the beginning of the day. */
function hongKong(day: number): number {
  return day * dayLength - 8 * hour
}

/** Transactions that lie on the wrong side of a moment, or on either. */
function misplaced(
  ledger: AccountLedger,
  spans: ReadonlyMap<string, { from: number; before: number }>,
  moments: readonly number[],
) {
  const wrong: string[] = []
  const undecided: string[] = []
  for (const { id, at } of ledger.deposits) {
    const { from, before } = spans.get(id) ?? { from: -Infinity, before: Infinity }
    if (at < from || at >= before) wrong.push(`${id} of ${at} in ${from}–${before}`)
    if (moments.some((moment) => from < moment && moment < before)) undecided.push(id)
  }
  return { wrong, undecided }
}

type Random = ReturnType<typeof randomFrom>

function anyLedger(random: Random, ends: Ends): AccountLedger {
  const depth = random.pick([1, 3, 40, 400])
  const undated = random.pick([0, 0, 0.05])
  const count = 1 + random.below(random.pick([3, 40, 80]))
  return {
    deposits: Array.from({ length: count }, (_, index) => {
      const start = (today - random.below(depth)) * dayLength
      const around = 16 * hour + random.below(60_000) - 30_000
      const part = random.pick([0, 16 * hour, 16 * hour - 1, around, dayLength - 1, random.below(dayLength)])
      const at = Math.min(ledgerNow, start + part)
      return deposit(`t${index}`, random.chance(undated) ? Number.NaN : at)
    }),
    ends,
    order: random.pick([newestOnTop, (all) => newestOnTop(all).reverse(), (all) => all]),
    cap: random.pick([1000, 1000, 7]),
  }
}

describe.each(services)('a service that takes %s', (name, ends) => {
  test('never puts a transaction on the wrong side, and each on its own where dates are true', async () => {
    for (let seed = 0; seed < seeds; seed += 1) {
      const random = randomFrom(seed, `moments ${name}`)
      const ledger = anyLedger(random, ends)
      const { rows, spans, find, findAllDays } = await openMomentsOf(ledger)
      const some = () => Array.from({ length: random.below(5) }, () => today - random.below(30))
      const zoned = some().map((day) => hongKong(day) + random.pick([0, 0, 7_000, -19_000]))
      const days = some().map((day) => day * dayLength)
      if (random.chance(0.5)) await findAllDays()
      await find(days, random.pick([3, 1000]))
      await find(zoned, random.pick([3, 1000]))
      await findAllDays()
      const { dates, moments } = await rows.state()
      // A service that takes days alone has a date for each day, and no moment within.
      const asked = dates?.form === 'instant' && !moments.isContradictory ? [...days, ...zoned] : days
      const { wrong, undecided } = misplaced(ledger, await spans(), asked)
      if (dates?.failure === null) expect([name, seed, wrong]).toEqual([name, seed, []])
      else expect([...(await spans()).values()].some(({ from }) => Number.isFinite(from))).toBe(false)
      const isDated = (id: string) => !Number.isNaN(ledger.deposits.find((each) => each.id === id)?.at)
      if (name in honest && dates?.failure === null) expect(undecided.filter(isDated)).toEqual([])
    }
  })
})

describe('what is asked', () => {
  test('for a month in Hong Kong whose days are known: two lists a moment, and nothing again', async () => {
    const ledger: AccountLedger = { deposits: deposits(90, 4) }
    const { spans, find, findAllDays, missing } = await openMomentsOf(ledger)
    await findAllDays()
    const month = [hongKong(today - 60), hongKong(today - 30)]
    expect(await missing(month)).toBe(8)
    expect(await find(month)).toBe(4)
    expect(misplaced(ledger, await spans(), month)).toEqual({ wrong: [], undecided: [] })
    expect([await missing(month), await find(month)]).toEqual([0, 0])
  })

  test('for every day in Hong Kong: a list a day', async () => {
    const ledger: AccountLedger = { deposits: deposits(60, 4) }
    const { spans, find, findAllDays } = await openMomentsOf(ledger)
    await findAllDays()
    const all = Array.from({ length: 59 }, (_, index) => hongKong(today - index))
    expect(await find(all)).toBeLessThanOrEqual(60)
    expect(misplaced(ledger, await spans(), all)).toEqual({ wrong: [], undecided: [] })
  })

  test('for last month, before its days are known: its pages, and not years of days', async () => {
    const ledger: AccountLedger = { deposits: deposits(1500, 1) }
    const { spans, find } = await openMomentsOf(ledger)
    const month = [(today - 60) * dayLength, (today - 30) * dayLength]
    // The tests of the filter of dates, three windows, and a second page.
    expect(await find(month)).toBeLessThanOrEqual(16)
    expect(misplaced(ledger, await spans(), month)).toEqual({ wrong: [], undecided: [] })
  })

  test('for last month, where requests take no time: all days, and nothing twice', async () => {
    const ledger: AccountLedger = { deposits: deposits(90, 2) }
    const { rows, find, findAllDays, service } = await openMomentsOf(ledger)
    await find(
      [today - 60, today - 30].map((day) => day * dayLength),
      20,
      true,
    )
    expect((await rows.undated(0)).rows).toBe(0)
    service.asked.length = 0
    await findAllDays()
    expect(service.asked).toEqual([])
  })

  test('what no list by date has is asked for once, by lists and not by itself', async () => {
    const some = deposits(40, 3).map((each, index) => (index % 2 === 0 ? { ...each, at: Number.NaN } : each))
    const ledger: AccountLedger = { deposits: some }
    const { spans, find, missing } = await openMomentsOf(ledger)
    const moments = [today - 20, today - 10].map((day) => day * dayLength)
    expect(await find(moments)).toBeLessThanOrEqual(30)
    const { wrong, undecided } = misplaced(ledger, await spans(), moments)
    expect([wrong, undecided]).toEqual([[], some.filter(({ at }) => Number.isNaN(at)).map(({ id }) => id)])
    expect([await missing(moments), await find(moments)]).toEqual([0, 0])
  })
})

test('two reports of different moments do not undo each other, and what arrives is asked for alone', async () => {
  const ledger: AccountLedger = { deposits: deposits(30, 12) }
  const { spans, find, findAllDays, update, missing } = await openMomentsOf(ledger)
  await findAllDays()
  const one = [today - 20, today - 5, today].map(hongKong)
  const other = [today - 20, today - 5, today].map((day) => day * dayLength + 5 * hour + 30 * 60_000)
  await find(one)
  await find(other)
  expect(misplaced(ledger, await spans(), [...one, ...other])).toEqual({ wrong: [], undecided: [] })
  expect(await find([...one, ...other])).toBe(0)
  ledger.deposits.unshift(deposit('new', today * dayLength + 6 * hour))
  await update()
  expect([await missing(one), await missing(other)]).toEqual([0, 1])
  expect(await find([...one, ...other])).toBe(2)
  expect(misplaced(ledger, await spans(), [...one, ...other])).toEqual({ wrong: [], undecided: [] })
})

test('a service of days alone, nine hours ahead, is asked for its days, and for no moment within one', async () => {
  const ledger: AccountLedger = { deposits: deposits(20, 3), ends: bothEnds(onlyDays, localTime(9)) }
  const { rows, spans, find, missing } = await openMomentsOf(ledger)
  const days = [(today - 5) * dayLength, (today - 10) * dayLength]
  await find([...days, hongKong(today - 5)])
  expect((await rows.state()).dates).toMatchObject({ form: 'day', days: 'service', failure: null })
  // Its days are those of its own zone.
  const moved = { deposits: ledger.deposits.map((each) => ({ ...each, at: each.at + 9 * hour })) }
  expect(misplaced(moved, await spans(), days)).toEqual({ wrong: [], undecided: [] })
  expect([await missing([hongKong(today - 5)]), await find([hongKong(today - 5)])]).toEqual([0, 0])
})

test('where days had no page before moments dated everything, the search ends', async () => {
  const old = Array.from({ length: 3 }, (_, index) =>
    deposit(`t${index}`, (today - 900 - index) * dayLength + hour),
  )
  const { rows, fence, service, find, findAllDays, missing } = await openMomentsOf({ deposits: old })
  await service.run(findDays(rows, fence, { mostRequests: 5 }))
  await find(Array.from({ length: 5 }, (_, index) => (today - 903 + index) * dayLength))
  await findAllDays()
  expect((await rows.state()).dates).toMatchObject({ longestPage: 0, askedFrom: expect.any(Number) })
  await find([hongKong(today - 900)])
  expect(await missing([hongKong(today - 900)])).toBe(0)
})

test('a transaction less than a millisecond before a moment lies before it', async () => {
  const moment = hongKong(today - 2)
  const ledger: AccountLedger = {
    deposits: [-0.5, 0, -90_000_000].map((later, index) => deposit(`t${index}`, moment + later)),
  }
  const { spans, find, findAllDays } = await openMomentsOf(ledger)
  await findAllDays()
  await find([moment])
  expect(misplaced(ledger, await spans(), [moment])).toEqual({ wrong: [], undecided: [] })
})

test('what is listed by now lies before a moment that has not come yet, and no service is asked', async () => {
  const ledger: AccountLedger = { deposits: deposits(3, 2) }
  const { find, findAllDays, missing, service } = await openMomentsOf(ledger)
  await findAllDays()
  const tonight = hongKong(today + 1) + 4 * hour
  expect(await missing([tonight])).toBeGreaterThan(0)
  service.asked.length = 0
  expect([await find([tonight]), await missing([tonight])]).toEqual([0, 0])
})

test('one that moved within its list while that was read is found by its id', async () => {
  const ledger: AccountLedger = { deposits: deposits(3, 4), order: (all) => all, cap: 2 }
  const { spans, find, findAllDays } = await openMomentsOf(ledger)
  await findAllDays()
  const moment = hongKong(today - 1)
  ledger.meanwhile = () => void ledger.deposits.unshift(...ledger.deposits.splice(3, 1))
  await find([moment])
  expect(misplaced(ledger, await spans(), [moment]).undecided).toEqual([])
})

describe('a service whose answers contradict each other', () => {
  /** Each end of a window that is no whole day comes an hour late. */
  const lateWithinDays: Ends = (from, to) => {
    const isWhole = (text?: string) =>
      text === undefined || /^\d{4}-\d\d-\d\d(T00:00:00.000Z|T23:59:59.999Z|$)/.test(text)
    return shifted(0, isWhole(to) ? 0 : hour)(from, to)
  }

  test('about moments within days keeps its days, and is asked for no such moment again', async () => {
    const ledger: AccountLedger = { deposits: deposits(30, 12) }
    const { rows, spans, find, findAllDays, missing } = await openMomentsOf(ledger)
    await findAllDays()
    const before = await spans()
    await find([hongKong(today - 20)])
    ledger.ends = lateWithinDays
    await find([hongKong(today - 10), (today - 10) * dayLength + 9 * hour])
    expect((await rows.state()).moments.isContradictory).toBe(true)
    expect((await rows.state()).dates).toMatchObject({ failure: null })
    expect(await spans()).toEqual(before)
    expect([await missing([hongKong(today - 3)]), await find([hongKong(today - 3)])]).toEqual([0, 0])
  })

  test('about days has no dates at all', async () => {
    const ledger: AccountLedger = { deposits: deposits(30, 4) }
    const { rows, fence, service, spans, find } = await openMomentsOf(ledger)
    await service.run(findDays(rows, fence, { mostRequests: 1 }))
    ledger.ends = shifted(0, dayLength)
    await find([(today - 10) * dayLength])
    expect((await rows.state()).dates).toMatchObject({ failure: 'ignored' })
    expect([...(await spans()).values()].every(({ from }) => from === -Infinity)).toBe(true)
  })
})
