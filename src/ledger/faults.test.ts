import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, type Decimal, readDecimal, writeDecimal, zero } from '../contract/decimal.ts'
import type { Transaction, Vault } from '../contract/normal-records.ts'
import { whyUnproved } from '../reports/statements/holding-lines.ts'
import { normaliseVault } from '../sync/service/normalise.ts'
import { cases } from '../testing/cases.ts'
import { balancesOf } from './balances.ts'
import { createMovementLedger, holdingName } from './movement-ledger.ts'
import { type BalanceProof, proveBalances } from './prove-balances.ts'
import { allFees, type Step, settled, simulate, steps, telling } from './testing/simulated-ledger.ts'

const written = (amount: Decimal | null) => amount && writeDecimal(amount)

describe('what does not add up', () => {
  const ledger = simulate(telling, 'sender')
  const unproved = ({ holdings }: BalanceProof) =>
    holdings
      .map((holding) => ({ ...holding.key, reasons: whyUnproved(holding, true) }))
      .filter(({ reasons }) => reasons.length > 0)

  test('a digit that changed anywhere is what stays unexplained', () => {
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom(...allFees),
        fc.nat(),
        fc.integer({ min: 1, max: 9 }),
        (list, rule, at, more) => {
          const whole = simulate([...telling, ...list], rule)
          const completed = whole.transactions.filter(
            ({ transaction }) =>
              transaction.status === 'completed' && transaction.transaction_type === 'deposit',
          )
          const victim = completed[at % completed.length]?.transaction.transaction_id
          const { holdings } = settled({
            vaults: whole.vaults,
            transactions: whole.transactions.map(({ day, transaction }) => {
              if (transaction.transaction_id !== victim) return { day, transaction }
              const amount = add(readDecimal(transaction.amount) ?? zero, { digits: BigInt(more), scale: 5 })
              return { day, transaction: { ...transaction, amount: writeDecimal(amount) } }
            }),
          })
          const left = holdings.filter(({ remainder }) => remainder?.digits !== 0n)
          expect(left.map(({ remainder }) => written(remainder))).toEqual([`-0.0000${more}`])
        },
      ),
      { numRuns: cases(150) },
    )
  })

  test('an unknown type, an unknown status and a missing vault are told', () => {
    const keeper = createMovementLedger()
    const [first] = ledger.transactions
    if (!first) throw new Error('There are transactions.')
    const enter = (edit: Partial<Transaction>) => keeper.enter({ ...first.transaction, ...edit }, first.day)
    enter({ transaction_type: 'airdrop' })
    enter({ status: 'settled' })
    enter({ transaction_type: 'withdraw' })
    expect(keeper.book().faults.map(({ fault }) => fault.kind)).toEqual([
      'unknown-type',
      'unknown-status',
      'no-vault',
    ])
    expect(keeper.book().holdings).toEqual([])
  })

  test('what is in flight moves nothing', () => {
    const keeper = createMovementLedger()
    for (const { transaction, day } of ledger.transactions)
      keeper.enter({ ...transaction, status: 'pending' }, day)
    expect(keeper.book()).toMatchObject({ holdings: [] })
  })

  test('a transaction without a day leaves its holding unproved', () => {
    const transactions = ledger.transactions.map((each, index) =>
      index === 0 ? { ...each, day: null } : each,
    )
    expect(
      unproved(settled({ ...ledger, transactions })).map(({ asset_id, reasons }) => [asset_id, reasons]),
    ).toEqual([['USDC_ETH', ['No date was found for 1 amount or fee.']]])
  })

  test('a balance that is no decimal, and a vault that is not listed', () => {
    const [first, second] = ledger.vaults
    if (!first || !second) throw new Error('There are vaults.')
    const broken: Vault = {
      ...first,
      assets: first.assets.map((held) => ({
        ...held,
        balances: { ...held.balances, available_balance: '1e3', claimable_balance: null },
      })),
    }
    const { holdings } = settled({ ...ledger, vaults: [broken, second] })
    const proofOfHolding = (vault_id: string, asset_id: string) => {
      const holding = holdings.find(({ key }) => key.vault_id === vault_id && key.asset_id === asset_id)
      return holding && { reasons: whyUnproved(holding, true) }
    }
    expect(proofOfHolding('v1', 'USDC_ETH')).toEqual({
      reasons: ['1e3: not a decimal number.'],
    })
    const gone = settled({ ...ledger, vaults: [first] }).holdings.find(
      ({ key }) => key.vault_id === 'v2' && key.asset_id === 'USDC_ETH',
    )
    expect(gone).toMatchObject({ vault: null, remainder: { digits: 11n, scale: 3 } })
  })

  test('a vault without a list of what it holds has no balance, and one with an empty list holds nothing', () => {
    const [first, second] = ledger.vaults
    if (!first || !second) throw new Error('There are vaults.')
    const { assets: _, ...about } = second.received as Record<string, unknown>
    const remaindersOf = (...vaults: readonly Vault[]) =>
      settled({ ...ledger, vaults }).holdings.map(({ key, remainder }) => [key.vault_id, remainder !== null])
    const isKnown = (of: readonly (readonly unknown[])[], id: string) =>
      new Set(of.filter(([vault]) => vault === id).map(([, known]) => known))
    const without = remaindersOf(first, normaliseVault(about))
    expect([isKnown(without, 'v1'), isKnown(without, 'v2')]).toEqual([new Set([true]), new Set([false])])
    const empty = normaliseVault({ ...about, assets: [] })
    expect(isKnown(remaindersOf(first, empty), 'v2')).toEqual(new Set([true]))
    // A service that gives no balances with any vault.
    expect(isKnown(remaindersOf({ ...first, assets: [] }, empty), 'v2')).toEqual(new Set([false]))
  })

  test('a balance that no transaction explains any more is not proved, and both figures are told', () => {
    const keeper = createMovementLedger()
    for (const { transaction, day } of ledger.transactions) keeper.enter(transaction, day)
    const more = simulate([...telling, ...telling.slice(0, 1)], 'sender')
    const book = keeper.book()
    const explained = balancesOf(ledger.vaults)
    const changed = balancesOf(more.vaults)
    const [unexplained] = proveBalances(book, changed).holdings.filter(
      ({ remainder }) => remainder?.digits !== 0n,
    )
    if (!unexplained) throw new Error('The balance is explained.')
    const { key } = unexplained
    const change = (from: string, to: string) => {
      const [before, after] = [readDecimal(from) ?? zero, readDecimal(to) ?? zero]
      return new Map([
        [
          holdingName(key),
          {
            before: { balance: before, readAt: '2022-01-16T03:04:05.000Z' },
            after: { balance: after, readAt: '2022-01-16T03:04:06.000Z' },
          },
        ],
      ])
    }
    const [holding, ...others] = unproved(proveBalances(book, changed, change('0.009', '1.009')))
    expect(others).toEqual([])
    expect(holding?.reasons).toEqual([
      'Its balance went from 0.009 at 2022-01-16 03:04:05 UTC to 1.009 at 2022-01-16 03:04:06 UTC, and no transaction explains that.',
      '1 is not explained by transactions.',
    ])
    expect(unproved(proveBalances(book, explained, change('9.009', '0.009')))).toEqual([
      {
        ...key,
        reasons: [
          'Its balance went from 9.009 at 2022-01-16 03:04:05 UTC to 0.009 at 2022-01-16 03:04:06 UTC. Another reading has to show that its transactions explain that.',
        ],
      },
    ])
    expect(unproved(proveBalances(book, explained, change('0.009', '0.009')))).toMatchObject([
      { reasons: [expect.stringMatching(/^Its balance was still 0.009 at .* after transactions/)] },
    ])
  })

  test('a holding that ends a day below zero', () => {
    const step = { status: 'completed', vault: 0, other: 0, network: 'BTC', asset: 0, fee: 0 } as const
    const late: readonly Step[] = [
      { ...step, type: 'withdraw', amount: 5000, later: 0 },
      { ...step, type: 'deposit', amount: 6000, later: 2 },
    ]
    const simulated = simulate(late, 'sender')
    const holding = settled(simulated).holdings.find(
      ({ key }) => key.asset_id === 'BTC' && key.vault_id === 'v1',
    )
    expect(holding?.belowZero).toEqual({ day: simulated.firstDay, balance: { digits: -5000n, scale: 3 } })
  })

  test('a fee whose asset nobody knows is left out, and named', () => {
    const odd = simulate(telling, 'sender')
    const vaults = odd.vaults.map((vault) => ({
      ...vault,
      assets: vault.assets.map((held) =>
        held.network_id === 'Q' ? { ...held, balances: { ...held.balances, available_balance: '99' } } : held,
      ),
    }))
    expect(settled({ ...odd, vaults }).networks).toContainEqual(
      expect.objectContaining({ network_id: 'Q', asset_id: null }),
    )
  })
})
