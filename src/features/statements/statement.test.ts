import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Transaction, Vault } from '../../api/records.ts'
import { add, type Decimal, readDecimal, subtract, writeDecimal, zero } from '../../contract/decimal.ts'
import { balancesOf } from './balances.ts'
import { createBook } from './book.ts'
import { movementKinds } from './effects.ts'
import { type Settlement, settle } from './settle.ts'
import { balanceAt, type Line, proofOf, type StatementScope, statementOf } from './statement.ts'
import {
  allFees,
  assetsOf,
  type Fees,
  type SimulatedLedger,
  type Step,
  simulate,
  steps,
  text,
} from './testing/ledger.ts'

function settled({ transactions, vaults }: Pick<SimulatedLedger, 'transactions' | 'vaults'>): Settlement {
  const keeper = createBook()
  for (const { transaction, day } of transactions) keeper.enter(transaction, day)
  const balances = balancesOf(vaults)
  return settle(keeper.book(), balances, balances)
}

function scope(first: number, last: number, over: Partial<StatementScope> = {}): StatementScope {
  return { period: { first, last }, includes: () => true, isWhole: true, ...over }
}

function sumOf({ opening, movements }: Line): Decimal | null {
  return opening && movementKinds.reduce((sum, kind) => add(sum, movements[kind]), opening)
}

const written = (amount: Decimal | null) => amount && writeDecimal(amount)
const plain = (thousandths: bigint) => written(readDecimal(text(thousandths)))

const fees = fc.constantFrom(...allFees)

/** Steps that no other rule explains: of tokens, in two vaults, each with a fee of its own. */
const telling: readonly Step[] = (['deposit', 'withdraw', 'rebalance', 'stake'] as const).flatMap(
  (type, index) =>
    [0, 1].flatMap((vault) =>
      (['ETH', 'Q'] as const).map((network, at) => ({
        type,
        status: 'completed' as const,
        vault,
        other: 1 - vault,
        network,
        asset: 1,
        amount: 1000 + index + 10 * vault,
        fee: 7 ** (index + 1) + at + 3 * vault,
        later: 1,
      })),
    ),
)

describe('whatever the ledger and the rule for fees', () => {
  test('the balance at the end of every day is what a simulation had', () => {
    fc.assert(
      fc.property(steps, fees, (list, rule) => {
        const ledger = simulate([...telling, ...list], rule)
        const { holdings } = settled(ledger)
        for (const holding of holdings) {
          const { vault_id, asset_id } = holding.key
          expect(proofOf(holding, true).state).toBe('proved')
          for (let day = ledger.firstDay - 1; day <= ledger.today; day++)
            expect(written(balanceAt(holding, day))).toBe(
              plain(ledger.balanceAt(day, vault_id ?? '', asset_id ?? '')),
            )
        }
      }),
      { numRuns: 100 },
    )
  })

  test.each(allFees)('%s is found and named, with the asset of a network that is in no list', (rule) => {
    const { rule: found, networks, holdings } = settled(simulate(telling, rule))
    expect(found.id).toBe(rule)
    expect(holdings.every((holding) => proofOf(holding, true).state === 'proved')).toBe(true)
    if (rule === 'sender' || rule === 'receiver')
      expect(networks).toEqual([
        expect.objectContaining({ network_id: 'ETH', asset_id: 'ETH', isFound: false }),
        expect.objectContaining({ network_id: 'Q', asset_id: 'QQ', isFound: true }),
      ])
  })

  test('lines add up, periods join, and movements between the vaults of a statement cancel each other', () => {
    fc.assert(
      fc.property(steps, fees, fc.nat(60), fc.nat(60), (list, rule, from, length) => {
        const ledger = simulate([...telling, ...list], rule)
        const { holdings } = settled(ledger)
        const first = ledger.firstDay + from
        const last = first + length
        const statement = statementOf(holdings, scope(first, last))
        const next = statementOf(holdings, scope(last + 1, last + 30))
        for (const { lines, total, asset_id } of statement) {
          for (const line of [...lines, total]) expect(written(sumOf(line))).toBe(written(line.closing))
          expect(written(total.movements.from_own)).toBe(written(subtract(zero, total.movements.to_own)))
          expect(total.movements.from_own.digits).toBe(0n)
          for (const line of lines)
            for (const after of next.find((assets) => assets.asset_id === asset_id)?.lines ?? [])
              if (after.key.vault_id === line.key.vault_id)
                expect(written(after.opening)).toBe(written(line.closing))
        }
      }),
      { numRuns: 150 },
    )
  })

  test('movements to vaults outside of a statement stay in its total', () => {
    const ledger = simulate(telling, 'sender')
    const statement = statementOf(
      settled(ledger).holdings,
      scope(ledger.firstDay, ledger.today, { includes: ({ vault_id }) => vault_id === 'v1' }),
    )
    const token = statement.find(({ asset_id }) => asset_id === 'USDC_ETH')
    expect(written(token?.total.movements.to_own ?? null)).toBe('-1.002')
  })
})

describe('what does not add up', () => {
  const ledger = simulate(telling, 'sender')
  const _changed = (edit: (transaction: Transaction) => Transaction) =>
    settled({
      ...ledger,
      transactions: ledger.transactions.map(({ transaction, day }) => ({
        day,
        transaction: edit(transaction),
      })),
    })
  const unproved = ({ holdings }: Settlement) =>
    holdings
      .map((holding) => ({ ...holding.key, proof: proofOf(holding, true) }))
      .filter(({ proof }) => proof.state === 'unproved')

  test('a digit that changed anywhere is what stays unexplained', () => {
    fc.assert(
      fc.property(steps, fees, fc.nat(), fc.integer({ min: 1, max: 9 }), (list, rule, at, more) => {
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
      }),
      { numRuns: 150 },
    )
  })

  test('a transaction that is missing leaves exactly its amount', () => {
    const without = settled({
      ...ledger,
      transactions: ledger.transactions.filter(({ transaction }) => transaction.transaction_id !== 't0'),
    })
    expect(unproved(without)).toEqual([
      {
        vault_id: 'v1',
        asset_id: 'USDC_ETH',
        network_id: 'ETH',
        proof: {
          state: 'unproved',
          entries: expect.any(Number),
          reasons: [{ kind: 'unexplained', remainder: { digits: 1000n, scale: 3 } }],
        },
      },
    ])
  })

  test('an amount that is no decimal is told, and not taken for zero', () => {
    const keeper = createBook()
    for (const { transaction, day } of ledger.transactions)
      keeper.enter(transaction.transaction_id === 't0' ? { ...transaction, amount: '1e3' } : transaction, day)
    expect(keeper.book().faults).toEqual([
      { transaction_id: 't0', fault: { kind: 'unreadable-amount', value: '1e3' } },
    ])
  })

  test('an unknown type, an unknown status and a missing vault are told', () => {
    const keeper = createBook()
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

  test('what is in flight moves nothing, and is listed', () => {
    const keeper = createBook()
    for (const { transaction, day } of ledger.transactions)
      keeper.enter({ ...transaction, status: 'pending' }, day)
    expect(keeper.book().inFlight).toHaveLength(telling.length)
    expect(keeper.book()).toMatchObject({ holdings: [], completed: 0 })
  })

  test('a transaction without a day leaves its holding unproved', () => {
    const keeper = createBook()
    for (const [index, { transaction, day }] of ledger.transactions.entries())
      keeper.enter(transaction, index === 0 ? null : day)
    const balances = balancesOf(ledger.vaults)
    expect(
      unproved(settle(keeper.book(), balances, balances)).map(({ asset_id, proof }) => [asset_id, proof]),
    ).toEqual([
      [
        'USDC_ETH',
        { state: 'unproved', entries: expect.any(Number), reasons: [{ kind: 'undated', entries: 1 }] },
      ],
    ])
  })

  test('a balance that is no decimal, and a vault that is not listed', () => {
    const [first, second] = ledger.vaults
    if (!first || !second) throw new Error('There are vaults.')
    const broken: Vault = {
      ...first,
      assets: first.assets.map((held) => ({
        ...held,
        balances: { ...held.balances, available_balance: 'n/a', claimable_balance: null },
      })),
    }
    const { holdings } = settled({ ...ledger, vaults: [broken, second] })
    const proofOfHolding = (vault_id: string, asset_id: string) => {
      const holding = holdings.find(({ key }) => key.vault_id === vault_id && key.asset_id === asset_id)
      return holding && { proof: proofOf(holding, true), vault: holding.vault?.vault_id }
    }
    expect(proofOfHolding('v1', 'USDC_ETH')).toMatchObject({
      proof: { reasons: [{ kind: 'unreadable-balance' }] },
    })
    const gone = settled({ ...ledger, vaults: [first] }).holdings.find(
      ({ key }) => key.vault_id === 'v2' && key.asset_id === 'USDC_ETH',
    )
    expect(gone).toMatchObject({ vault: null, remainder: { digits: 11n, scale: 3 } })
  })

  test('a balance that changed while it was read counts as it stood where that explains it', () => {
    const keeper = createBook()
    for (const { transaction, day } of ledger.transactions) keeper.enter(transaction, day)
    const later = simulate([...telling, ...telling.slice(0, 1)], 'sender')
    const before = balancesOf(ledger.vaults)
    const after = balancesOf(later.vaults)
    expect(unproved(settle(keeper.book(), before, after))).toEqual([])
    expect(unproved(settle(keeper.book(), after, after))).toHaveLength(1)
    const other = balancesOf(simulate(telling.slice(1), 'sender').vaults)
    expect(unproved(settle(keeper.book(), other, after))[0]?.proof).toMatchObject({
      reasons: [{ kind: 'changed' }, { kind: 'unexplained' }],
    })
  })

  test('a holding that ends a day below zero', () => {
    const late: readonly Step[] = [
      {
        type: 'withdraw',
        status: 'completed',
        vault: 0,
        other: 0,
        network: 'BTC',
        asset: 0,
        amount: 5000,
        fee: 0,
        later: 0,
      },
      {
        type: 'deposit',
        status: 'completed',
        vault: 0,
        other: 0,
        network: 'BTC',
        asset: 0,
        amount: 6000,
        fee: 0,
        later: 2,
      },
    ]
    const simulated = simulate(late, 'sender')
    const holding = settled(simulated).holdings.find(
      ({ key }) => key.asset_id === 'BTC' && key.vault_id === 'v1',
    )
    expect(holding?.belowZero).toEqual({ day: simulated.firstDay, balance: { digits: -5000n, scale: 3 } })
  })

  test('a fee whose asset nobody knows is left out, and named', () => {
    const fees: readonly Fees[] = ['sender']
    expect(Object.keys(assetsOf)).toContain('Q')
    for (const rule of fees) {
      const odd = simulate(telling, rule)
      const vaults = odd.vaults.map((vault) => ({
        ...vault,
        assets: vault.assets.map((held) =>
          held.network_id === 'Q'
            ? { ...held, balances: { ...held.balances, available_balance: '99' } }
            : held,
        ),
      }))
      expect(settled({ ...odd, vaults }).networks).toContainEqual(
        expect.objectContaining({ network_id: 'Q', asset_id: null }),
      )
    }
  })
})
