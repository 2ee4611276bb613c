import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { Database } from '../database/database.ts'
import { openEither } from '../database/testing/databases.ts'
import { cases } from '../testing/cases.ts'
import { KeptSums } from './kept-sums.ts'
import { openStore, type Store } from './store.ts'
import { type MovementSum, movementSums } from './sums.ts'
import { lease, readWholeList, receivedList } from './testing/records.ts'

let database: Database
let store: Store
beforeAll(async () => {
  database = await openEither()
  store = await openStore(database)
})
afterAll(() => database.close())

const begin = Date.UTC(2026, 0, 30)
const hour = 3_600_000
const moment = fc.nat({ max: 40 * 24 }).map((hours) => begin + hours * hour)
const span = fc
  .tuple(moment, fc.oneof(fc.constantFrom(1, 24), fc.nat({ max: 60 * 24 })))
  .map(([from, hours]) => ({ from, before: from + (hours + 1) * hour }))
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
  .uniqueArray(fc.oneof(moment, fc.constantFrom(...[0, 1, 2, 3].map((month) => Date.UTC(2026, month)))), {
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

it('tells movements apart by any edges as adding up all of them does, also once records changed', async () => {
  let accounts = 0
  const kept = new KeptSums()
  await fc.assert(
    fc.asyncProperty(
      fc.array(item, { minLength: 1, maxLength: 40 }),
      fc.array(edgesOf, { minLength: 1, maxLength: 3 }),
      fc.constantFrom(null, 5),
      async (items, edgeLists, pieceRows) => {
        accounts += 1
        const reader = { kind: 'named', name: `kept ${accounts}` } as const
        const key = await store.account({ service: 'demo', reader, apiKey: 'key', accountId: null })
        const account = store.of(key)
        await readWholeList(
          account,
          receivedList(items.map((each, index) => ({ ...each, id: String(index) }))),
        )
        const isAlike = async () => {
          for (const edges of edgeLists)
            expect(together(await kept.movements(database, key, edges, pieceRows))).toEqual(
              together(await movementSums(database, key, { edges })),
            )
        }
        await isAlike()
        const spans = items.flatMap(({ span: found }, index) =>
          found ? [{ id: String(index), ...found }] : [],
        )
        const fence = await lease(account)
        for (const some of [spans.slice(0, 3), spans.slice(3)]) {
          await account.setDays(fence, some)
          await isAlike()
        }
        await account.tellDays(fence)
        await isAlike()
        const gone = [{ id: '0', occurrence: 1 }]
        await readWholeList(account, [], { gone })
        await isAlike()
      },
    ),
    { numRuns: cases(60) },
  )
})

it('reads no transaction again until records change, but of months that an edge divides', async () => {
  const reader = { kind: 'named', name: 'read once' } as const
  const key = await store.account({ service: 'demo', reader, apiKey: 'key', accountId: null })
  await readWholeList(store.of(key), receivedList([{ id: 'one' }, { id: 'two' }]))
  const day = { from: Date.UTC(2026, 4, 9), before: Date.UTC(2026, 4, 10) }
  const fence = await lease(store.of(key))
  await store.of(key).setDays(fence, [{ id: 'one', ...day }])
  await store.of(key).tellDays(fence)
  const kept = new KeptSums()
  const asked = async (...edges: readonly number[]) => {
    let count = 0
    const counting = {
      ...database,
      query: ((sql, parameters) => {
        if (/custody_store\.transaction/.test(sql)) count += 1
        return database.query(sql, parameters)
      }) as Database['query'],
    }
    await kept.movements(counting, key, edges, null)
    return count
  }
  expect(await asked(Date.UTC(2026, 4))).toBeGreaterThan(0)
  expect(await asked(Date.UTC(2026, 4), Date.UTC(2026, 5))).toBe(0)
  expect(await asked(Date.UTC(2026, 3, 20))).toBe(0)
  expect(await asked(Date.UTC(2026, 4, 20), Date.UTC(2026, 5))).toBe(1)
})

it('keeps nothing that an older rule made', async () => {
  const reader = { kind: 'named', name: 'older rule' } as const
  const key = await store.account({ service: 'demo', reader, apiKey: 'key', accountId: null })
  const own = { destination: { destination_type: 'vault', destination_id: 'V1' } }
  const details = { transaction_type: 'deposit', amount: '1', ...own }
  await readWholeList(store.of(key), receivedList([{ id: 'one', details }]))
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
