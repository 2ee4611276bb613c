import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { SettledHolding, Settlement } from '../../books/settle.ts'
import { createTransactionTable } from '../../books/transaction-table.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { cases } from '../../testing/cases.ts'
import { type MovementScope, movementsOf } from './movements.ts'
import { balanceAt } from './statement.ts'
import { allFees, type SimulatedLedger, type Step, simulate, steps } from './testing/ledger.ts'
import { settled } from './testing/settled.ts'

/** What is known of a holding and its movements; `edit` changes the day on which one was recorded. */
function scopeOf(
  { transactions }: SimulatedLedger,
  settlement: Settlement,
  holding: SettledHolding,
  period: MovementScope['period'],
  edit: (id: string | null, day: number) => number | null = (_, day) => day,
): MovementScope {
  const booked = createTransactionTable()
  for (const { transaction, day } of transactions.toReversed())
    booked.add(transaction, edit(transaction.transaction_id, day))
  return { table: booked.table(), holding, settlement, period }
}

const written = (amount: Decimal | null) => amount && writeDecimal(amount)

describe('whatever the ledger, the rule for fees and the period', () => {
  test('the balance after the last movement of a day is that of its end, and no movement is missing', () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(...allFees),
        fc.integer({ min: -3, max: 60 }),
        fc.nat(60),
        (list, rule, from, length) => {
          const ledger = simulate(list, rule)
          const settlement = settled(ledger)
          const period = { first: ledger.firstDay + from, last: ledger.firstDay + from + length }
          for (const holding of settlement.holdings) {
            const { first, count, undated } = movementsOf(scopeOf(ledger, settlement, holding, period))
            expect({ undated, count }).toEqual({ undated: 0, count: first.length })
            const entries = holding.days.filter(
              ({ day }) => day !== null && day >= period.first && day <= period.last,
            )
            expect(new Set(first.map(({ day }) => day))).toEqual(new Set(entries.map(({ day }) => day)))
            for (const [index, { day, balance }] of first.entries())
              if (first[index + 1]?.day !== day)
                expect(written(balance)).toBe(written(balanceAt(holding, day)))
          }
        },
      ),
      { numRuns: cases(100) },
    )
  })

  test('of many the first are listed, with the same balances, and all are counted', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 5 }), (list, most) => {
        const ledger = simulate(list, 'sender')
        const settlement = settled(ledger)
        const period = { first: ledger.firstDay, last: ledger.today }
        for (const holding of settlement.holdings) {
          const scope = scopeOf(ledger, settlement, holding, period)
          const all = movementsOf(scope)
          const some = movementsOf(scope, most)
          expect(some).toEqual({ ...all, first: all.first.slice(0, most) })
        }
      }),
      { numRuns: cases(100) },
    )
  })
})

const step: Step = {
  type: 'deposit',
  status: 'completed',
  vault: 0,
  other: 1,
  network: 'ETH',
  asset: 0,
  amount: 0,
  fee: 0,
  later: 0,
}
const ledger = simulate(
  [
    { ...step, amount: 5000 },
    { ...step, type: 'withdraw', amount: 1000, fee: 7, later: 1 },
    { ...step, type: 'claim', amount: 30, fee: 2 },
    { ...step, amount: 400 },
    { ...step, asset: 1, amount: 9000 },
    { ...step, type: 'withdraw', asset: 1, amount: 9000, fee: 3 },
    { ...step, type: 'rebalance', other: 0, amount: 50, fee: 1, later: 1 },
  ],
  'sender',
)
const settlement = settled(ledger)
const period = { first: ledger.firstDay + 1, last: ledger.today }
const ether = scopeFor('ETH')
function scopeFor(asset: string, edit?: Parameters<typeof scopeOf>[4]): MovementScope {
  const holding = settlement.holdings.find(({ key }) => key.vault_id === 'v1' && key.asset_id === asset)
  if (!holding) throw new Error(`v1 holds ${asset}.`)
  return scopeOf(ledger, settlement, holding, period, edit)
}

describe('the movements of a holding', () => {
  test('stand by day, what came in before what went out, each with its fee and with those of other assets', () => {
    const { first } = movementsOf(ether)
    expect(
      first.map(({ day, transaction, amountIn, amountOut, fee, balance }) => [
        day - ledger.firstDay,
        transaction.transaction_type,
        transaction.asset_id,
        written(amountIn),
        written(amountOut),
        written(fee),
        written(balance),
      ]),
    ).toEqual([
      [1, 'claim', 'ETH', '0.03', null, '0.002', '5.028'],
      [1, 'deposit', 'ETH', '0.4', null, null, '5.428'],
      [1, 'withdraw', 'ETH', null, '1', '0.007', '4.421'],
      [1, 'withdraw', 'USDC_ETH', null, null, '0.003', '4.418'],
      [2, 'rebalance', 'ETH', '0.05', '0.05', '0.001', '4.417'],
    ])
    expect(movementsOf(scopeFor('USDC_ETH')).first.map(({ fee }) => fee)).toEqual([null, null])
  })

  test('that the statement has no day for are counted, and left out', () => {
    const scope = scopeFor('ETH', (id, day) => (id === 't1' ? null : day))
    const { undated, count } = movementsOf(scope)
    expect({ undated, count }).toEqual({ undated: 1, count: 4 })
  })

  test('have no balance where today’s is not known', () => {
    const { first } = movementsOf({ ...ether, holding: { ...ether.holding, now: null } })
    expect(new Set(first.map(({ balance }) => balance))).toEqual(new Set([null]))
  })
})
