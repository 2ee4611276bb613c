import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import { transactionStatuses, transactionTypes } from '../contract/enumerations.ts'
import type { Transaction } from '../contract/normal-records.ts'
import { openEither } from '../database/testing/databases.ts'
import { effectsOf } from '../ledger/effects.ts'
import { cases } from '../testing/cases.ts'
import { openStore } from './store.ts'
import { type MovementSum, movementSums } from './sums.ts'
import { readWholeLists, receivedList } from './testing/records.ts'

const database = await openEither()
const store = await openStore(database)

const digits = fc.bigInt({ min: 0n, max: 10n ** 78n })
const amount = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(digits, fc.nat({ max: 30 }))
      .map(([value, scale]) => writeDecimal({ digits: value, scale })),
  },
  { weight: 4, arbitrary: fc.constantFrom('1', '1.0', '25') },
  fc.constantFrom(null, '', '0', 'NaN', '1e3', '-0.5', '-0', '007.10'),
)
const party = fc.constantFrom('vault', 'external', 'whitelist', 'network', 'validator', 'something', null)
const item = fc.record({
  status: fc.constantFrom('completed', 'completed', 'completed', 'pending', 'failed', 'settled', null),
  details: fc.record({
    transaction_type: fc.constantFrom(...transactionTypes, 'gift', null),
    asset_id: fc.constantFrom('BTC', 'ETH', null),
    network_id: fc.constantFrom('BTC', 'ETH'),
    amount,
    fee: amount,
    source: fc.record({ source_type: party, source_id: fc.constantFrom('V1', 'V2', '', null) }),
    destination: fc.record({ destination_type: party, destination_id: fc.constantFrom('V1', 'V3', null) }),
    txn_hash: fc.constantFrom('h1', 'h2', '', null),
  }),
})

/** The vault at the other side of each withdrawal and deposit that are one movement. */
function otherSides(transactions: readonly Transaction[]): ReadonlyMap<Transaction, string> {
  const sides = transactions.flatMap((each) => {
    const { status, transaction_type: type, txn_hash, source, destination, asset_id, network_id } = each
    const amount = readDecimal(each.amount)
    const isOut = type === 'withdraw' && source.source_type === 'vault'
    const isIn = type === 'deposit' && destination.destination_type === 'vault'
    const vault = isOut ? source.source_id : isIn ? destination.destination_id : null
    if (status !== 'completed' || !txn_hash || !vault || asset_id === null || amount === null) return []
    return [
      { each, isOut, vault, name: JSON.stringify([txn_hash, asset_id, network_id, writeDecimal(amount)]) },
    ]
  })
  return new Map(
    sides.flatMap((side) => {
      const [one, other, ...more] = sides.filter(({ name }) => name === side.name)
      if (!one || !other || more.length > 0 || one.isOut === other.isOut) return []
      return [[side.each, side === one ? other.vault : one.vault] as const]
    }),
  )
}

type Entered = Pick<MovementSum, 'asset_id' | 'network_id' | 'status' | 'count' | 'feeCount'> &
  Parameters<typeof effectsOf>[0]

/** Sums by all that a movement is told by, and counts. */
function ledgerOf(entered: readonly Entered[]): ReadonlyMap<string, string> {
  const sums = new Map<string, { sum: typeof zero; count: number }>()
  const enter = (key: readonly (string | null)[], sum: typeof zero, count: number) => {
    const name = JSON.stringify(key)
    const before = sums.get(name) ?? { sum: zero, count: 0 }
    sums.set(name, { sum: add(before.sum, sum), count: before.count + count })
  }
  for (const each of entered) {
    const { asset_id, network_id, status, count, feeCount } = each
    if (status === 'failed') {
      for (const { vault_id, part, fee } of effectsOf(each).fees)
        enter(['failed', vault_id, asset_id, network_id, part], fee, feeCount)
      continue
    }
    if (status !== 'completed') {
      enter(['unknown', status, each.source.source_id, each.destination.destination_id], zero, count)
      continue
    }
    const { amounts, fees, fault } = effectsOf(each)
    for (const { vault_id, kind, counterpart, amount: moved } of amounts)
      enter([vault_id, asset_id, network_id, kind, counterpart], moved, count)
    for (const { vault_id, part, fee } of fees) enter([vault_id, asset_id, network_id, part], fee, feeCount)
    if (fault) enter(['fault', fault.kind, asset_id, network_id], zero, count)
  }
  // Fees of both signs may cancel out in a group.
  return new Map(
    [...sums].flatMap(([name, { sum, count }]) =>
      sum.digits === 0n && !/fault|unknown/.test(name) ? [] : [[name, `${writeDecimal(sum)} of ${count}`]],
    ),
  )
}

function isCounted({ status }: Transaction): boolean {
  return (
    status === 'completed' || status === 'failed' || !transactionStatuses.some((known) => known === status)
  )
}

it('adds up so that the effects of the sums are the sums of the effects', async () => {
  let accounts = 0
  await fc.assert(
    fc.asyncProperty(fc.array(item, { maxLength: 60 }), async (items) => {
      accounts += 1
      const reader = { kind: 'named', name: String(accounts) } as const
      const key = await store.account({ service: 'demo', reader, apiKey: 'key', accountId: null })
      const rows = receivedList(items.map((each, index) => ({ ...each, id: String(index) })))
      await readWholeLists(store.of(key), rows)
      const single = rows.map(({ transaction }) => transaction).filter(isCounted)
      const sides = otherSides(single)
      const expected = ledgerOf(
        single.map((each) => ({
          ...each,
          own_vault: sides.get(each) ?? null,
          count: 1,
          feeCount: (readDecimal(each.fee)?.digits ?? 0n) === 0n ? 0 : 1,
        })),
      )
      expect(ledgerOf(await store.of(key).movementSums())).toEqual(expected)
      expect(await movementSums(database, key, { pieceRows: 7 })).toHaveLength(
        (await movementSums(database, key)).length,
      )
      expect(ledgerOf(await movementSums(database, key, { pieceRows: 7 }))).toEqual(expected)
      const faulty = single.filter(
        (each) => each.status !== 'failed' && (each.status !== 'completed' || effectsOf(each).fault !== null),
      )
      const doubtful = await store.of(key).readMoment((moment) => moment.doubtful(items.length + 1))
      const ids = doubtful.map((text) => String(JSON.parse(text).transaction_id))
      expect(ids).toEqual(expect.arrayContaining(faulty.map(({ transaction_id }) => transaction_id)))
    }),
    { numRuns: cases(100) },
  )
})
