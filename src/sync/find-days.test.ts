/** Services of every kind: no transaction gets a wrong day, and little is asked. */
import { describe, expect, test } from 'vitest'
import { dayLength, dayOf } from '../contract/day.ts'
import { openEither } from '../database/testing/databases.ts'
import { randomFrom } from '../server/demonstration/prng.ts'
import { isWholeSet } from '../testing/cases.ts'
import { findDays } from './find-days.ts'
import { daily, type Ends, honest, odd, today } from './service/testing/dated-ledger.ts'
import {
  type AccountLedger,
  type Deposit,
  ledgerNow,
  newestOnTop,
  readLedger,
} from './testing/account-ledger.ts'

const database = await openEither()

const seeds = isWholeSet ? 40 : 1
/** Of those that are odd, a few stand for all in the quick set. */
const services = Object.entries({ ...honest, ...odd }).filter(
  ([name], index) => isWholeSet || Object.hasOwn(honest, name) || index % 4 === 0,
)

function deposits(days: number, perDay: number): Deposit[] {
  return daily(days, perDay).map((entry) => ({ ...entry, amount: 1 }))
}

type Random = ReturnType<typeof randomFrom>

function anyDeposit(random: Random, id: string, depth: number): Deposit {
  const start = (today - random.below(depth)) * dayLength
  const part = random.pick([0, 1, dayLength - 2, dayLength - 1, random.below(dayLength)])
  return { id, at: Math.min(ledgerNow, start + part), status: 'completed', amount: 1 }
}

function anyLedger(random: Random, ends: Ends): AccountLedger {
  const depth = random.pick([1, 3, 40, 400])
  const undated = random.pick([0, 0, 0.05])
  const count = 1 + random.below(random.pick([3, 40, 80]))
  return {
    deposits: Array.from({ length: count }, (_, index) => {
      const each = anyDeposit(random, `t${index}`, depth)
      return random.chance(undated) ? { ...each, at: Number.NaN } : each
    }),
    ends,
    order: random.pick([newestOnTop, (all) => newestOnTop(all).reverse(), (all) => all]),
    cap: random.pick([1000, 1000, 7]),
  }
}

/** The UTC day on which the transaction was recorded; null where the service lists it on none. */
function ownDay({ at }: Deposit): number | null {
  return Number.isNaN(at) ? null : dayOf(at)
}

describe.each(services)('a service that takes %s', (name, ends) => {
  test('never makes a day wrong, and gives every transaction its own where dates are true', async () => {
    const wrong: string[] = []
    for (let seed = 0; seed < seeds; seed += 1) {
      const random = randomFrom(seed, `days ${name}`)
      const ledger = anyLedger(random, ends)
      const { rows, days, findAllDays } = await readLedger(database, ledger)
      await findAllDays(random.pick([7, 60, 1000]))
      const { dates } = await rows.state()
      const found = await days()
      const isOff = dates !== null && dates.failure !== null
      for (const each of ledger.deposits) {
        const [day, own] = [found.get(each.id) ?? null, ownDay(each)]
        if (day !== null && (isOff || day !== own))
          wrong.push(`seed ${seed}: ${each.id} on ${day}, not ${own}`)
        // Days alone, all of them today's, are those of the request for all that anybody can tell.
        if (day === null && own !== null && name in honest && !isOff)
          wrong.push(`seed ${seed}: ${each.id} on none`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('nor where transactions arrive on any date, and leave, while it is asked', async () => {
    const wrong: string[] = []
    for (let seed = 0; seed < seeds; seed += 1) {
      const random = randomFrom(seed, `moving days ${name}`)
      const ledger = anyLedger(random, ends)
      const { days, findAllDays, update } = await readLedger(database, ledger)
      const own = new Map(ledger.deposits.map((each) => [each.id, ownDay(each)]))
      ledger.meanwhile = () => {
        if (random.chance(0.2)) ledger.deposits.splice(random.below(ledger.deposits.length), 1)
        if (!random.chance(0.2)) return
        const each = anyDeposit(random, `new${own.size}`, 400)
        own.set(each.id, ownDay(each))
        ledger.deposits.push(each)
      }
      await findAllDays(random.pick([7, 60]))
      await update()
      await findAllDays()
      // Of one that left, nobody can tell that a service lists it on another day, too.
      const isJudged = (id: string) => name in honest || ledger.deposits.some((each) => each.id === id)
      for (const [id, day] of await days())
        if (day !== null && day !== own.get(id) && isJudged(id)) wrong.push(`seed ${seed}: ${id} on ${day}`)
    }
    expect(wrong).toEqual([])
  })
})

test('what arrives while the last are sought gets its day by the next step', async () => {
  const ledger = { deposits: deposits(3, 2) }
  const { rows, fence, service, days, readWhole } = await readLedger(database, ledger)
  let arrived = false
  const besideReading: typeof rows = {
    ...rows,
    async undated(most) {
      const undated = await rows.undated(most)
      if (!arrived && undated.rows === 0) {
        arrived = true
        ledger.deposits.push(...deposits(2, 1).map((each) => ({ ...each, id: `late ${each.id}` })))
        await readWhole()
      }
      return undated
    },
  }
  for (let steps = 0; steps < 3; steps += 1)
    await service.run(findDays(besideReading, fence, { mostRequests: 1000 }))
  expect(arrived).toBe(true)
  expect([...(await days())].filter(([, day]) => day === null)).toEqual([])
})

describe('what is asked', () => {
  test('of months, each day once, and nothing a second time', async () => {
    const count = isWholeSet ? 426 : 90
    const { days, findAllDays, service, rows } = await readLedger(database, { deposits: deposits(count, 2) })
    await findAllDays(40)
    expect(service.asked.length).toBeLessThanOrEqual(count + 24)
    expect([...(await days()).values()]).not.toContain(null)
    expect((await rows.state()).dates).toMatchObject({ isComplete: true, undated: 0, doubts: [] })
    service.asked.length = 0
    await findAllDays()
    expect(service.asked).toEqual([])
  })

  test('of ten years with a transaction a month, no day by itself', async () => {
    const some = deposits(3650, 1).filter((_, index) => index % 30 === 0)
    const { days, findAllDays, service } = await readLedger(database, { deposits: some })
    await findAllDays()
    expect(service.asked.length).toBeLessThanOrEqual(1200)
    expect([...(await days()).values()]).not.toContain(null)
  })

  test('of many that are on no date, and of ids that are not heeded, little', async () => {
    for (const ignoresId of [false, true]) {
      const some = deposits(40, 3).map((each, index) =>
        index % 2 === 0 ? { ...each, at: Number.NaN } : each,
      )
      const { days, findAllDays, service } = await readLedger(database, { deposits: some, ignoresId })
      await findAllDays()
      expect(service.asked.length).toBeLessThanOrEqual(100)
      const found = await days()
      for (const each of some) expect(found.get(each.id)).toBe(ownDay(each))
    }
  })
})

test('a transaction less than a millisecond before midnight lies before it', async () => {
  const midnight = (today - 2) * dayLength
  const some = [-0.5, 0, -90_000_000].map((later, index) => ({
    ...{ id: `t${index}`, at: midnight + later, status: 'completed', amount: 1 },
  }))
  const { days, findAllDays } = await readLedger(database, { deposits: some })
  await findAllDays()
  expect(await days()).toEqual(
    new Map([
      ['t0', today - 3],
      ['t1', today - 2],
      ['t2', today - 4],
    ]),
  )
})

test('a new transaction gets its day with the update that finds it, one of an old date too', async () => {
  const ledger: AccountLedger = { deposits: deposits(40, 2), order: (all) => all }
  const { days, findAllDays, update } = await readLedger(database, ledger)
  await findAllDays()
  const at = [ledgerNow, ledgerNow - dayLength, ledgerNow - 30 * dayLength, ledgerNow - 300 * dayLength]
  for (const [index, each] of at.entries())
    ledger.deposits.push({ id: `new${index}`, at: each, status: 'completed', amount: 1 })
  expect(await update()).toMatchObject({ applied: { added: 4 }, contradiction: null })
  const found = await days()
  for (const each of ledger.deposits) expect([each.id, found.get(each.id)]).toEqual([each.id, ownDay(each)])
})

test('one id of several transactions takes the days of no other', async () => {
  const some = deposits(6, 1).map((each, index) => (index % 2 === 0 ? { ...each, id: 'same' } : each))
  const { days, findAllDays } = await readLedger(database, { deposits: some })
  await findAllDays()
  const found = await days()
  for (const each of some) expect(found.get(each.id)).toBe(each.id === 'same' ? null : ownDay(each))
})

test('transactions that share an id have the day that lists all of them', async () => {
  const some = deposits(6, 3).map((each, index) => (index < 6 || index > 8 ? each : { ...each, id: 'same' }))
  const { rows, findAllDays } = await readLedger(database, { deposits: some })
  await findAllDays()
  const day = (today - 2) * dayLength
  const spans = await rows.straddlingSpans([day + 1])
  expect(spans).toEqual([{ from: day, before: day + dayLength, rows: 3 }])
})

test('a transaction that has the id of one with a day does not take that day', async () => {
  const ledger: AccountLedger = { deposits: deposits(6, 1) }
  const { rows, service, readWhole, findAllDays } = await readLedger(database, ledger)
  await findAllDays()
  ledger.deposits.push({ id: 't3', at: ledgerNow, status: 'completed', amount: 2 })
  service.clock.now += 15_000
  await readWhole()
  await findAllDays()
  expect((await rows.undated(0)).rows).toBe(2)
})

test('a step raises the revision once, also for days of one that was broken off', async () => {
  // More than are written at once come within five answers.
  const ledger: AccountLedger = { deposits: deposits(20, 170) }
  const { rows, fence, service } = await readLedger(database, ledger)
  const step = () => service.run(findDays(rows, fence, { mostRequests: 10 }))
  /** Whether the revision is another one after the last answer; never before. */
  const raises = async (reading: () => Promise<unknown>, onAnswer = () => {}) => {
    const before = await rows.revision()
    ledger.meanwhile = async () => {
      expect(await rows.revision()).toBe(before)
      onAnswer()
    }
    await reading()
    return (await rows.revision()) !== before
  }
  const undated = (await rows.undated(0)).rows
  expect(await raises(step)).toBe(true)
  const afterStep = (await rows.undated(0)).rows
  expect(afterStep).toBeLessThan(undated - 3)
  let answers = 0
  const end = () => {
    answers += 1
    if (answers > 5) throw new Error('The program ended.')
  }
  expect(await raises(() => expect(step()).rejects.toThrow('The program ended.'), end)).toBe(false)
  expect((await rows.undated(0)).rows).toBeLessThan(afterStep)
  expect(await raises(step)).toBe(true)
  while (!(await step()).isComplete);
  expect(await raises(step)).toBe(false)
})

test('amounts that are others in answers filtered by date are told', async () => {
  const ledger: AccountLedger = { deposits: deposits(3, 1) }
  ledger.change = (target, body) =>
    target.includes('start_date')
      ? JSON.parse(JSON.stringify(body).replaceAll('"amount":"1"', '"amount":"2"'))
      : body
  const { rows, findAllDays } = await readLedger(database, ledger)
  await findAllDays()
  expect((await rows.state()).dates?.doubts[0]).toBe(
    'In an answer filtered by date: The service listed t0 as completed, with amount 1 and then 2.',
  )
})
