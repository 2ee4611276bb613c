import fc from 'fast-check'
import { expect, it } from 'vitest'
import { add, subtract, writeDecimal, zero } from '../contract/decimal.ts'
import { transactionTypes } from '../contract/enumerations.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { cases } from '../testing/cases.ts'
import { balancesOf } from './balances.ts'
import { feeRules, isOutgoing } from './effects.ts'
import { createMovementLedger, holdingName } from './movement-ledger.ts'
import { movementsOf, stakedIn } from './movements.ts'
import { proveBalances } from './prove-balances.ts'

const amount = fc.constantFrom('1', '0.1', '250.000000000000000001', '0', 'NaN', '', null, '-3')
const party = fc.constantFrom('vault', 'vault', 'external', 'whitelist', null)
const item = fc.record({
  status: fc.constantFrom('completed', 'completed', 'pending', 'failed', 'settled'),
  transaction: fc.record({
    transaction_type: fc.constantFrom(...transactionTypes, 'gift'),
    asset_id: fc.constantFrom('ETH', 'USDC_ETH', 'TON', null),
    network_id: fc.constantFrom('ETH', 'TON', 'Q', null),
    amount,
    // Fees that cancel out are no fees to `proveBalances`.
    fee: fc.constantFrom('0.01', '2', '0', 'NaN', '', null),
    source: fc.record({ source_type: party, source_id: fc.constantFrom('V1', 'V2', null) }),
    destination: fc.record({ destination_type: party, destination_id: fc.constantFrom('V1', 'V3', null) }),
  }),
})
const payment = fc.record({
  rule: fc.constantFrom(...feeRules),
  networks: fc.constantFrom(
    [],
    [
      { network_id: 'ETH', asset_id: 'ETH', isFound: false },
      { network_id: 'Q', asset_id: 'QQ', isFound: true },
      { network_id: 'TON', asset_id: null, isFound: false },
    ],
  ),
})

it('movements of transactions add up to those of a statement, whoever pays the fees', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 40 }), payment, (items, paid) => {
      const transactions = items.map(normaliseTransaction)
      const keeper = createMovementLedger()
      for (const transaction of transactions) keeper.enter(transaction, 1)
      const stated = new Map<string, typeof zero>()
      for (const { key, days } of proveBalances(keeper.book(), balancesOf([]), undefined, paid).holdings)
        for (const { kind, counterpart, sum } of days.flatMap(({ entries }) => entries)) {
          const name = JSON.stringify([holdingName(key), kind, counterpart])
          const before = stated.get(name) ?? zero
          stated.set(name, isOutgoing(kind) ? subtract(before, sum) : add(before, sum))
        }
      const moved = new Map<string, typeof zero>()
      for (const { key, kind, counterpart, amount: one } of transactions.flatMap((each) =>
        movementsOf(each, paid),
      )) {
        const name = JSON.stringify([holdingName(key), kind, counterpart])
        moved.set(name, add(moved.get(name) ?? zero, one))
      }
      const texts = (sums: typeof moved) =>
        [...sums].map(([name, sum]) => `${name} ${writeDecimal(sum)}`).sort()
      expect(texts(moved)).toEqual(texts(stated))
    }),
    { numRuns: cases(1000) },
  )
})

it('a stake stays within its holding', () => {
  const staked = (type: string, source_type: string) => {
    const own = {
      source: { source_type, source_id: 'V1' },
      destination: { destination_type: 'vault', destination_id: 'V2' },
    }
    const of = { transaction_type: type, asset_id: 'ETH', network_id: 'ETH', amount: '32', ...own }
    const movement = stakedIn(normaliseTransaction({ status: 'completed', transaction: of }))
    return movement && [movement.key.vault_id, movement.kind, writeDecimal(movement.staked)]
  }
  expect(staked('stake', 'vault')).toEqual(['V1', 'stake', '32'])
  expect(staked('unstake', 'validator')).toEqual(['V2', 'unstake', '-32'])
  expect(staked('withdraw', 'vault')).toBeNull()
})
