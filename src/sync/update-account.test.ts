/** An account is brought up to date in few requests, and what contradicts its rows is told. */
import { describe, expect, test } from 'vitest'
import { dayLength } from '../contract/day.ts'
import { writeDecimal } from '../contract/decimal.ts'
import { openEither } from '../database/testing/databases.ts'
import { randomFrom } from '../server/demonstration/prng.ts'
import { isWholeSet } from '../testing/cases.ts'
import { proveStoredBalances } from './prove-balances.ts'
import { refusal } from './service/testing/answers.ts'
import {
  type AccountLedger,
  type Deposit,
  ledgerNow,
  listedBy,
  listedIn,
  newestOnTop,
  readLedger,
} from './testing/account-ledger.ts'

const database = await openEither()

const orders: Readonly<Record<string, NonNullable<AccountLedger['order']>>> = {
  'the newest first': newestOnTop,
  'the oldest first': (all) => newestOnTop(all).reverse(),
  'by id': (all) => [...all].sort((a, b) => (a.id < b.id ? -1 : 1)),
}

let made = 0
function deposit(random: ReturnType<typeof randomFrom>, at: number): Deposit {
  made += 1
  const status = random.pick(['completed', 'completed', 'completed', 'pending', 'failed'])
  return { id: `${random.below(1000)}-${made}`, at, status, amount: 1 + random.below(100) }
}

function ledgerOf(count: number, status = 'completed'): AccountLedger {
  const random = randomFrom(1, 'ledger')
  return {
    deposits: Array.from({ length: count }, (_, index) => ({
      ...deposit(random, ledgerNow - index * 1000 - dayLength),
      status,
    })),
  }
}

test.each(Object.keys(orders))(
  'without news, %s: six requests, and nothing written but when',
  async (name) => {
    const ledger = { ...ledgerOf(300), order: orders[name] ?? newestOnTop }
    const { rows, service, update } = await readLedger(database, ledger)
    const [revision, before] = [await rows.revision(), await rows.state()]
    expect(await update()).toMatchObject({ requests: 6, contradiction: null, applied: { reading: null } })
    expect(service.asked).toHaveLength(6)
    expect(await rows.revision()).toBe(revision)
    expect((await rows.state()).asOf).not.toBe(before.asOf)
  },
)

test('what is open is followed by its status, and then by its id', async () => {
  const ledger = ledgerOf(300, 'pending')
  const { rows, update } = await readLedger(database, ledger)
  for (const each of ledger.deposits.slice(100, 110)) each.status = 'completed'
  const { applied, contradiction } = await update()
  expect([applied.changed, contradiction]).toEqual([10, null])
  expect(await listedIn(rows)).toEqual(listedBy(ledger))
})

test('of more that ended than are asked for by their ids, it is told that there are others', async () => {
  const ledger = ledgerOf(300, 'pending')
  const { update } = await readLedger(database, ledger)
  for (const each of ledger.deposits) each.status = 'completed'
  expect((await update()).contradiction).toMatch(/^2\d\d transactions that were in flight/)
})

test('of a service with many words of its own for a status, what is open is followed by few of them', async () => {
  const ledger = ledgerOf(300)
  for (const [index, each] of ledger.deposits.entries()) each.status = `step ${index % 20}`
  const { service, update } = await readLedger(database, ledger)
  await update()
  const statuses = service.asked.flatMap((target) =>
    new URL(target, 'http://x').searchParams.getAll('status'),
  )
  expect(new Set(statuses).size).toBe(8)
})

test('what is open is followed by the list where its own address denies it', async () => {
  const ledger = ledgerOf(20, 'pending')
  ledger.change = (target, body) => {
    if (target.startsWith('/transactions/')) throw refusal('TXN-04')
    return body
  }
  const { rows, update } = await readLedger(database, ledger)
  for (const each of ledger.deposits.slice(5, 7)) each.status = 'completed'
  expect(await update()).toMatchObject({ applied: { changed: 2 }, contradiction: null })
  expect(await listedIn(rows)).toEqual(listedBy(ledger))
})

test.each(isWholeSet ? [2, 40] : [2])(
  'of %i that arrive between others, in a list by id, each finds its place',
  async (count) => {
    const ledger = { ...ledgerOf(isWholeSet ? 3000 : 1200), order: orders['by id'] ?? newestOnTop }
    const { rows, service, update } = await readLedger(database, ledger)
    const random = randomFrom(count, 'between')
    for (let index = 0; index < count; index += 1) ledger.deposits.push(deposit(random, ledgerNow))
    expect(await update()).toMatchObject({ applied: { added: count }, contradiction: null })
    expect(service.asked.length).toBeLessThanOrEqual(40)
    expect(await listedIn(rows)).toEqual(listedBy(ledger))
    expect(await update()).toMatchObject({ applied: { reading: null }, contradiction: null })
  },
)

test('one that two updates miss among the first of the list, and the service denies, is gone; one that it drops once is not', async () => {
  const ledger = ledgerOf(300)
  const { rows, update } = await readLedger(database, ledger)
  const told = async () =>
    (await rows.changesTold({ kinds: ['transaction'] }, 9)).map(({ id, event }) => `${id} ${event}`)
  const [lost, dropped] = [ledger.deposits[3], ledger.deposits[7]]
  if (!lost || !dropped) throw new Error('too few deposits')
  const all = ledger.deposits
  ledger.deposits = all.filter((one) => one !== dropped)
  expect((await update()).contradiction).not.toBeNull()
  ledger.deposits = all.filter((one) => one !== lost)
  await update()
  expect(await told()).toEqual([])
  const { applied } = await update()
  expect(applied).toMatchObject({ gone: 1 })
  expect(await told()).toEqual([`${lost.id} gone`])
  expect((await update()).contradiction).toBeNull()
  expect(await rows.size()).toBe(299)
})

test('an account without transactions gets its first ones', async () => {
  const ledger: AccountLedger = { deposits: [] }
  const { rows, update } = await readLedger(database, ledger)
  expect((await update()).requests).toBeLessThanOrEqual(6)
  ledger.deposits.push(...ledgerOf(120).deposits)
  expect(await update()).toMatchObject({ applied: { added: 120 }, contradiction: null })
  expect(await listedIn(rows)).toEqual(listedBy(ledger))
})

test.each<readonly [string, (ledger: AccountLedger) => object, RegExp]>([
  [
    'a final transaction that changed',
    ({ deposits }) => Object.assign(deposits[0] ?? {}, { amount: 1000 }),
    /as completed, with amount \d+ and then 1000/,
  ],
  ['a departure', ({ deposits }) => deposits.splice(100, 1), /an update cannot follow/],
])('%s is told, kept, and asks for a whole reading', async (_, happen, sentence) => {
  const ledger = ledgerOf(300)
  const { rows, update, readWhole } = await readLedger(database, ledger)
  happen(ledger)
  expect((await update()).contradiction).toMatch(sentence)
  const { lists } = await rows.state()
  expect(lists.transactions).toMatchObject({
    completeness: 'partial',
    doubts: expect.arrayContaining([expect.stringMatching(sentence)]),
  })
  await readWhole()
  expect(await update()).toMatchObject({ contradiction: null })
  expect((await rows.state()).lists.transactions).toMatchObject({ completeness: 'complete', doubts: [] })
  expect(await listedIn(rows)).toEqual(listedBy(ledger))
})

test('a balance that two updates agree on, and nothing explains, is told, and asks for a whole reading', async () => {
  const ledger = ledgerOf(300)
  const { rows, update, readWhole } = await readLedger(database, ledger)
  ledger.surplus = 1
  expect(await update()).toMatchObject({ contradiction: null })
  expect(await rows.unsettledBalances()).toMatchObject([{ remainders: { before: '0', after: '1' } }])
  const sentence = /^The balance of BTC in Vault differs by 1 from .* and differed by 0 before\.$/
  expect((await update()).contradiction).toMatch(sentence)
  expect((await rows.state()).lists.transactions).toMatchObject({ completeness: 'partial' })
  expect(await rows.unsettledBalances()).toEqual([])
  await readWhole()
  expect(await update()).toMatchObject({ requests: 6, contradiction: null })
  expect((await rows.state()).lists.transactions).toMatchObject({ completeness: 'complete', doubts: [] })
})

test('a balance that a deposit not yet listed fills up is read four times, and settled by that deposit alone', async () => {
  const ledger = { ...ledgerOf(20), surplus: -100 }
  const { rows, service, update } = await readLedger(database, ledger)
  ledger.surplus = 0
  await update()
  expect(service.asked.filter((target) => target.startsWith('/vaults'))).toHaveLength(1 + 4)
  const unsettled = [{ remainders: { before: '-100', after: '0' } }]
  expect(await rows.unsettledBalances()).toMatchObject(unsettled)
  ledger.deposits.push({ id: 'late', at: ledgerNow, status: 'completed', amount: 100 })
  ledger.surplus = -100
  expect(await update()).toMatchObject({ contradiction: null })
  expect(await rows.unsettledBalances()).toEqual([])
  const { balances } = proveStoredBalances(await rows.movementSums(), await rows.vaultHoldings())
  expect([...balances.values()].map(({ remainder }) => writeDecimal(remainder))).toEqual(['-100'])
})

test('a service without dates, and one that refuses vaults, are updated too', async () => {
  const ledger: AccountLedger = { ...ledgerOf(60), ends: () => null }
  ledger.change = (target, body) => {
    if (target.startsWith('/vaults')) throw refusal('ERR-02')
    return body
  }
  const { rows, update } = await readLedger(database, ledger)
  ledger.deposits.push(deposit(randomFrom(1, 'new'), ledgerNow))
  expect(await update()).toMatchObject({ applied: { added: 1 }, contradiction: null })
  expect(await listedIn(rows)).toEqual(listedBy(ledger))
})

describe.each(Object.entries(orders))('listed %s', (name, order) => {
  test('whatever arrives, moves on and leaves, the store has it after the next update, or a whole reading that this asks for', async () => {
    for (let seed = 0; seed < (isWholeSet ? 60 : 2); seed += 1) {
      const random = randomFrom(seed, `update ${name}`)
      const ledger: AccountLedger = { deposits: [], order, cap: random.pick([1000, 1000, 7]) }
      const arrive = () => ledger.deposits.push(deposit(random, service.clock.now))
      const moveOn = () => {
        const open = ledger.deposits.filter(({ status }) => status === 'pending')
        if (open.length > 0) random.pick(open).status = random.pick(['completed', 'failed'])
      }
      const count = random.below(random.pick([3, 60, 150]))
      for (let index = 0; index < count; index += 1)
        ledger.deposits.push(deposit(random, ledgerNow - dayLength - index * 60_000))
      const { rows, service, update, readWhole } = await readLedger(database, ledger)
      for (let round = 0; round < 3; round += 1) {
        const isLeaving = random.chance(0.3)
        if (isLeaving) ledger.deposits.splice(random.below(ledger.deposits.length), 1)
        else for (let each = random.below(5); each > 0; each -= 1) arrive()
        for (let each = random.below(5); each > 0; each -= 1) moveOn()
        ledger.meanwhile = () => {
          if (!isLeaving && random.chance(0.02)) arrive()
          if (random.chance(0.05)) moveOn()
        }
        const during = await update()
        delete ledger.meanwhile
        const after = await update()
        const isWanted = during.contradiction !== null || after.contradiction !== null
        if (isWanted) await readWhole()
        expect(await listedIn(rows), `seed ${seed}, round ${round}`).toEqual(listedBy(ledger))
        const { lists } = await rows.state()
        if (!isLeaving) expect([during.contradiction, after.contradiction]).toEqual([null, null])
        if (!isWanted) expect(lists.transactions).toMatchObject({ completeness: 'complete' })
      }
    }
  })
})
