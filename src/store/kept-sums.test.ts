import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { Database } from '../database/database.ts'
import { openEither } from '../database/testing/databases.ts'
import { cases } from '../testing/cases.ts'
import type { AccountStore } from './account-store.ts'
import { KeptSums } from './kept-sums.ts'
import { openStore } from './store.ts'
import { type MovementSum, movementSums } from './sums.ts'
import {
  lease,
  namedAccount,
  readWholeLists,
  receivedList,
  updateOutcome,
  vaultsOutcome,
} from './testing/records.ts'

const database = await openEither()
const store = await openStore(database)

const begin = Date.UTC(2025, 11, 2)
const hour = 3_600_000
/** So does a year. */
const monthEnds = Date.UTC(2026, 0)
const moment = fc.nat({ max: 40 * 24 }).map((hours) => begin + hours * hour)
/** Some lie around the end of a month, on either side of it or on both. */
const span = fc.oneof(
  fc
    .tuple(moment, fc.oneof(fc.constantFrom(1, 24), fc.nat({ max: 60 * 24 })))
    .map(([from, hours]) => ({ from, before: from + (hours + 1) * hour })),
  fc
    .constantFrom([-20, 20], [-20, 0], [0, 20])
    .map(([from = 0, before = 0]) => ({ from: monthEnds + from * hour, before: monthEnds + before * hour })),
)
const item = fc.record({
  status: fc.constantFrom('completed', 'completed', 'completed', 'failed', 'settled'),
  span: fc.option(span, { freq: 8 }),
  details: fc.record({
    transaction_type: fc.constantFrom('deposit', 'withdraw', 'rebalance', 'gift'),
    asset_id: fc.constantFrom('BTC', 'ETH'),
    network_id: fc.constant('ETH'),
    amount: fc.constantFrom('1', '0.000000000000000001', '10000000000000000000', 'NaN', null),
    fee: fc.constantFrom('0.1', '0', null),
    source: fc.record({
      source_type: fc.constantFrom('vault', 'external'),
      source_id: fc.constantFrom('V1', 'V2'),
    }),
    destination: fc.record({
      destination_type: fc.constantFrom('vault', 'whitelist'),
      destination_id: fc.constantFrom('V1', 'V3'),
    }),
    txn_hash: fc.constantFrom('h1', 'h2', ''),
  }),
})
const edgesOf = fc
  .uniqueArray(fc.oneof(moment, fc.constantFrom(...[-1, 0, 1, 2].map((month) => Date.UTC(2026, month)))), {
    maxLength: 5,
  })
  .map((edges) => edges.sort((one, other) => one - other))

/** Of each group, whatever number of sums it is told by. */
function together(sums: readonly MovementSum[]): ReadonlyMap<string, unknown> {
  const groups = new Map<string, { amount: typeof zero; fee: typeof zero; count: number; feeCount: number }>()
  for (const sum of sums) {
    const { edgesBefore, status, transaction_type, asset_id, source, destination, own_vault } = sum
    const { amountForm, feeForm } = sum
    const name = JSON.stringify([
      ...[
        edgesBefore,
        status,
        transaction_type,
        asset_id,
        source,
        destination,
        own_vault,
        amountForm,
        feeForm,
      ],
    ])
    const before = groups.get(name) ?? { amount: zero, fee: zero, count: 0, feeCount: 0 }
    groups.set(name, {
      amount: add(before.amount, readDecimal(sum.amount) ?? zero),
      fee: add(before.fee, readDecimal(sum.fee) ?? zero),
      count: before.count + sum.count,
      feeCount: before.feeCount + sum.feeCount,
    })
  }
  return new Map(
    [...groups].map(([name, { amount, fee, ...counts }]) => [
      name,
      { amount: writeDecimal(amount), fee: writeDecimal(fee), ...counts },
    ]),
  )
}

const id = fc.constantFrom(...'abcdefghijkl')
/** Of movements between own vaults that are listed as a withdrawal and a deposit. */
const side = fc.record({
  span: fc.option(span, { freq: 8 }),
  details: fc
    .tuple(fc.constantFrom('withdraw', 'deposit'), fc.constantFrom('h1', 'h2'))
    .map(([transaction_type, txn_hash]) => ({
      ...{ transaction_type, txn_hash, amount: '1' },
      source: { source_type: 'vault', source_id: 'V1' },
      destination: { destination_type: 'vault', destination_id: 'V3' },
    })),
})
const received = fc.tuple(id, fc.oneof(item, side)).map(([name, fields]) => ({ ...fields, id: name }))
const some = fc.array(received, { maxLength: 3 })

/** What writes the records of an account, in one of the ways that there are. */
type Step = (account: AccountStore, fence: string, key: string) => Promise<unknown>

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(some, some, some).map(([first, last, changed]): Step => {
    const outcome = { first: receivedList(first), last: receivedList(last), changed: receivedList(changed) }
    return (account, fence) => account.applyUpdate(fence, updateOutcome(outcome))
  }),
  id.map((name): Step => {
    const gone = [{ id: name, occurrence: 1 }]
    return (account, fence) => account.applyUpdate(fence, updateOutcome({ gone }))
  }),
  // Records without an id, and several of one.
  fc.array(fc.tuple(fc.option(received), item), { minLength: 6, maxLength: 14 }).map((items): Step => {
    const list = receivedList(items.map(([named, nameless]) => named ?? { ...nameless, id: null }))
    return (account) => readWholeLists(account, list)
  }),
  ...[1, 6].map((maxLength) =>
    fc.array(fc.tuple(id, span), { minLength: 1, maxLength }).map((spans): Step => {
      const named = spans.map(([name, found]) => ({ id: name, ...found }))
      return (account, fence) => account.setDays(fence, named)
    }),
  ),
  moment.map((latest): Step => {
    const options = { limit: 3, isOfDatedAlone: false }
    return (account, fence) => account.endSpans(fence, latest, options)
  }),
  fc.constantFrom<Step>(
    (account, fence) => account.tellDays(fence),
    (account, fence) => account.clearDays(fence),
    async (account, fence) => account.widenToDays(fence, { moments: (await account.state()).moments }),
    (_account, _fence, key) => writeAsBefore(key),
  ),
)

/** As a version of this program that has no `written_at`, and may run beside. */
async function writeAsBefore(key: string): Promise<void> {
  await database.query(
    `update custody_store.transaction set amount = amount + 7, changed_in = first_seen where account = $1 and id = 'a'`,
    [key],
  )
  await database.query(
    `update custody_store.account set revision = revision + 1, state = (state::jsonb - 'writes')::text where account = $1`,
    [key],
  )
}

it('tells movements apart by any edges as adding up all of them does, whatever was written since', async () => {
  let accounts = 0
  const kept = new KeptSums()
  await fc.assert(
    fc.asyncProperty(
      fc.array(received, { minLength: 1, maxLength: 30 }),
      fc.array(fc.tuple(step, fc.boolean()), { maxLength: 12 }),
      fc.array(edgesOf, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(null, 5),
      async (items, steps, edgeLists, pieceRows) => {
        accounts += 1
        const key = await namedAccount(store, `kept ${accounts}`)
        const account = store.of(key)
        await readWholeLists(account, receivedList(items))
        const spans = items.flatMap(({ id: name, span: found }) => (found ? [{ id: name, ...found }] : []))
        await account.setDays(await lease(account), spans)
        for (const [write, isAsked] of steps) {
          await write(account, await lease(account), key)
          if (!isAsked) continue
          for (const edges of edgeLists)
            expect(together(await kept.movements(database, key, edges, pieceRows))).toEqual(
              together(await movementSums(database, key, { edges })),
            )
        }
      },
    ),
    { numRuns: cases(60) },
  )
})

it('reads only months that an edge divides, and those of what was written since', async () => {
  const key = await namedAccount(store, 'read once')
  const account = store.of(key)
  const months = { one: Date.UTC(2026, 3), two: Date.UTC(2026, 4), three: Date.UTC(2026, 5) }
  const ids = Object.keys(months)
  await readWholeLists(account, receivedList(ids.map((name) => ({ id: name }))))
  const spans = Object.entries(months).map(([name, month]) => ({
    ...{ id: name, from: month + 9 * 24 * hour, before: month + 10 * 24 * hour },
  }))
  await account.setDays(await lease(account), spans)
  await account.tellDays(await lease(account))
  const kept = new KeptSums()
  /** The beginnings of the spans of which it adds up; null for all. */
  const added = async (...edges: readonly number[]) => {
    const begun: (string | null)[] = []
    const watching = {
      ...database,
      query: ((sql, parameters) => {
        const isAdded = /amount_sum/.test(sql) && !/then 0 else 1 end = 1/.test(sql)
        if (isAdded) begun.push(/recorded_from >= /.test(sql) ? (parameters?.[1] ?? null) : null)
        return database.query(sql, parameters)
      }) as Database['query'],
    }
    await kept.movements(watching, key, edges, null)
    return begun
  }
  const { one, two, three } = months
  expect(await added(one)).toEqual([null])
  expect(await added(one, two)).toEqual([])
  expect(await added(two + 20 * 24 * hour, three)).toEqual([String(two)])
  await account.applyUpdate(
    await lease(account),
    updateOutcome({ changed: receivedList([{ id: 'two', status: 'failed' }]) }),
  )
  expect(await added(one, three)).toEqual([String(two)])
  await account.applyUpdate(
    await lease(account),
    updateOutcome({ lists: { vaults: vaultsOutcome({ vault_id: 'V1' }) } }),
  )
  expect(await added(one, three)).toEqual([])
  await account.clearDays(await lease(account))
  expect(await added(one)).toEqual([null])
})

it('tells what no edge divides by years together', async () => {
  const key = await namedAccount(store, 'years')
  const account = store.of(key)
  const months = [Date.UTC(2025, 3), Date.UTC(2025, 4), Date.UTC(2026, 3), Date.UTC(2026, 4)]
  const destination = { destination_type: 'vault', destination_id: 'V1' }
  const details = { transaction_type: 'deposit', amount: '1.5', fee: '0.1', destination }
  await readWholeLists(account, receivedList(months.map((month) => ({ id: String(month), details }))))
  const spans = months.map((from) => ({ id: String(from), from, before: from + 24 * hour }))
  await account.setDays(await lease(account), spans)
  const kept = new KeptSums()
  const told = async (...edges: readonly number[]) =>
    (await kept.movements(database, key, edges, null))
      .map(({ edgesBefore, amount, fee, count, feeCount }) => [edgesBefore, amount, fee, count, feeCount])
      .sort()
  const [one, two] = [
    ['1.5', '0.1', 1, 1],
    ['3', '0.2', 2, 2],
  ]
  expect(await told()).toEqual([
    [0, ...two],
    [0, ...two],
  ])
  expect(await told(Date.UTC(2026, 4))).toEqual([
    [0, ...one],
    [0, ...two],
    [1, ...one],
  ])
  const changed = receivedList([{ id: String(months[1]), details: { ...details, amount: '2.5' } }])
  await account.applyUpdate(await lease(account), updateOutcome({ changed }))
  expect(await told(Date.UTC(2026, 0))).toEqual([
    [0, '4', '0.2', 2, 2],
    [1, ...two],
  ])
})

it('keeps what was added up last, however many sums that are, and lets go of other accounts for it', async () => {
  const accounts = [await namedAccount(store, 'many sums'), await namedAccount(store, 'more sums')]
  for (const key of accounts)
    await readWholeLists(store.of(key), receivedList([{ id: 'one' }, { id: 'two' }]))
  const kept = new KeptSums(1)
  const added: string[] = []
  const watching = {
    ...database,
    query: ((sql, parameters) => {
      if (/amount_sum/.test(sql)) added.push(parameters?.[0] ?? '')
      return database.query(sql, parameters)
    }) as Database['query'],
  }
  const [one = '', other = ''] = accounts
  for (const key of [one, one, other, other, one]) await kept.movements(watching, key, [], null)
  expect(added).toEqual([one, other, one])
})

it('counts once what turns out to lie after the end of a month', async () => {
  const key = await namedAccount(store, 'month end')
  const account = store.of(key)
  await readWholeLists(account, receivedList([{ id: 'one' }]))
  const kept = new KeptSums()
  const placesIn = async (from: number) => {
    await account.setDays(await lease(account), [{ id: 'one', from, before: monthEnds + 20 * hour }])
    const sums = await kept.movements(database, key, [monthEnds], null)
    return sums.map(({ edgesBefore, count }) => [edgesBefore, count])
  }
  expect(await placesIn(monthEnds - 20 * hour)).toEqual([[null, 1]])
  expect(await placesIn(monthEnds)).toEqual([[1, 1]])
})

it('adds up all again where a standby takes over that lacks what was kept', async () => {
  const key = await namedAccount(store, 'standby')
  const account = store.of(key)
  const changed = async (id: string, amount: string) =>
    account.applyUpdate(
      await lease(account),
      updateOutcome({ changed: receivedList([{ id, details: { amount } }]) }),
    )
  await readWholeLists(account, receivedList([{ id: 'one' }, { id: 'two' }]))
  await changed('one', '2')
  const tables = ['account', 'reading', 'transaction']
  for (const table of tables)
    await database.script(`create table standby_${table} as select * from custody_store.${table}`)
  await changed('one', '3')
  const kept = new KeptSums()
  expect(await kept.movements(database, key, [], null)).toMatchObject([{ amount: '4.5' }])
  for (const table of tables)
    await database.script(
      `delete from custody_store.${table}; insert into custody_store.${table} select * from standby_${table}; drop table standby_${table}`,
    )
  await changed('two', '5')
  expect(await kept.movements(database, key, [], null)).toMatchObject([{ amount: '7' }])
})

it('keeps nothing that an older rule made', async () => {
  const key = await namedAccount(store, 'older rule')
  const own = { destination: { destination_type: 'vault', destination_id: 'V1' } }
  const details = { transaction_type: 'deposit', amount: '1', ...own }
  await readWholeLists(store.of(key), receivedList([{ id: 'one', details }]))
  await database.query(
    'update custody_store.transaction set rule = rule - 1, amount = 2 where account = $1',
    [key],
  )
  const kept = new KeptSums()
  const amounts = async () => (await kept.movements(database, key, [], null)).map(({ amount }) => amount)
  expect(await amounts()).toEqual(['2'])
  await store.renewRows()
  expect(await amounts()).toEqual(['1'])
})
