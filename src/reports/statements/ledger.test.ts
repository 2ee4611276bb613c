import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayText } from '../../contract/day.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import {
  allFees,
  type Simulated,
  type Step,
  settled,
  simulate,
  steps,
} from '../../ledger/testing/simulated-ledger.ts'
import { cases } from '../../testing/cases.ts'
import { readStatementQuery } from '../../url/statements.ts'
import { fileTable } from '../report-file.ts'
import { simulatedBasis, simulatedScope } from '../testing/simulated-statements.ts'
import { balanceAt } from './holding-lines.ts'
import { ledgerOf, movementsKeeper } from './ledger.ts'

const written = (amount: Decimal | null) => amount && writeDecimal(amount)

function keptMovements({ transactions }: Simulated, ...of: Parameters<typeof movementsKeeper>) {
  const keeper = movementsKeeper(...of)
  for (const { transaction, day } of transactions.toReversed()) if (day !== null) keeper.add(transaction, day)
  return keeper.movements()
}

test('the balance after the last movement of a day is that of its end, and no movement is missing', () => {
  fc.assert(
    fc.property(
      steps,
      fc.constantFrom(...allFees),
      fc.integer({ min: -3, max: 60 }),
      fc.nat(60),
      fc.integer({ min: 1, max: 5 }),
      (list, rule, from, length, most) => {
        const ledger = simulate(list, rule)
        const balanceProof = settled(ledger)
        const period = { first: ledger.firstDay + from, last: ledger.firstDay + from + length }
        for (const holding of balanceProof.holdings) {
          const all = keptMovements(ledger, holding, balanceProof, period)
          const { first, count } = all
          expect(count).toBe(first.length)
          const days = holding.days.filter(
            ({ day }) => day !== null && day >= period.first && day <= period.last,
          )
          expect(new Set(first.map(({ day }) => day))).toEqual(new Set(days.map(({ day }) => day)))
          for (const [index, { day, balance }] of first.entries())
            if (first[index + 1]?.day !== day) expect(written(balance)).toBe(written(balanceAt(holding, day)))
          // Of many the first are kept, with the same balances, and all are counted.
          const some = keptMovements(ledger, holding, balanceProof, period, most)
          expect(some).toEqual({ ...all, first: first.slice(0, most) })
        }
      },
    ),
    { numRuns: cases(100) },
  )
})

const step: Step = {
  ...({ type: 'deposit', status: 'completed', network: 'ETH' } as const),
  ...{ vault: 0, other: 1, asset: 0, amount: 0, fee: 0, later: 0 },
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
const balanceProof = settled(ledger)
const period = { first: ledger.firstDay + 1, last: ledger.today }

function held(asset: string) {
  const holding = balanceProof.holdings.find(({ key }) => key.vault_id === 'v1' && key.asset_id === asset)
  if (!holding) throw new Error(`v1 holds ${asset}.`)
  return holding
}

test('movements stand by day, what came in before what went out, each with its fee and with those of other assets', () => {
  expect(
    keptMovements(ledger, held('ETH'), balanceProof, period).first.map(
      ({ day, transaction, kinds, amountIn, amountOut, fee, balance }) => [
        ...[day - ledger.firstDay, transaction.transaction_type, transaction.asset_id, kinds.join()],
        ...[amountIn, amountOut, fee, balance].map(written),
      ],
    ),
  ).toEqual([
    [1, 'claim', 'ETH', 'rewards,fees', '0.03', null, '0.002', '5.028'],
    [1, 'deposit', 'ETH', 'deposits', '0.4', null, null, '5.428'],
    [1, 'withdraw', 'ETH', 'withdrawals,fees', null, '1', '0.007', '4.421'],
    [1, 'withdraw', 'USDC_ETH', 'fees', null, null, '0.003', '4.418'],
    [2, 'rebalance', 'ETH', 'to_own,from_own,fees', '0.05', '0.05', '0.001', '4.417'],
  ])
  const { first } = keptMovements(ledger, held('USDC_ETH'), balanceProof, period)
  expect(first.map(({ fee }) => fee)).toEqual([null, null])
})

test('there is no balance where today’s is not known', () => {
  const { first } = keptMovements(ledger, { ...held('ETH'), now: null }, balanceProof, period)
  expect(new Set(first.map(({ balance }) => balance))).toEqual(new Set([null]))
})

test('a ledger is a file, with the id and the hash of each transaction and every figure in the asset of the holding', () => {
  const transactions = ledger.transactions.map(({ transaction, day }) => ({
    day,
    transaction: { ...transaction, txn_hash: `0x${transaction.transaction_id}` },
  }))
  const hashed = { ...ledger, transactions }
  const scope = simulatedScope(hashed, readStatementQuery({ period: '2022-01' }, '2022-01-10'))
  const movements = keptMovements(hashed, held('ETH'), balanceProof, scope.days)
  const { columns, rows } = fileTable(ledgerOf(scope, held('ETH'), simulatedBasis(hashed), movements))
  const names = columns.slice(0, 12).map(({ name }) => name)
  expect(names.join()).toBe(
    'line,recorded_on,transaction_id,txn_hash,transaction_type,asset_id,network_id,transaction_asset_id,amount_in,amount_out,fee,balance',
  )
  const lines = rows.map((row) => names.map((name) => row[name] ?? '').join())
  expect([lines[0], lines[1], lines[5], lines.at(-1)]).toEqual([
    'opening,2022-01-01,,,,ETH,ETH,,,,,0',
    'movement,2022-01-08,t0,0xt0,deposit,ETH,ETH,ETH,5,,,5',
    'movement,2022-01-09,t5,0xt5,withdraw,ETH,ETH,USDC_ETH,,,0.003,4.418',
    `closing,${dayText(ledger.today)},,,,ETH,ETH,,,,,4.417`,
  ])
})
