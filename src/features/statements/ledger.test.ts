import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Books, settleBooks } from '../../books/books.ts'
import { allFees, type Step, simulate, simulatedBooks, steps } from '../../books/testing/simulated-ledger.ts'
import { type Decimal, writeDecimal } from '../../contract/decimal.ts'
import { cases } from '../../testing/cases.ts'
import { readStatementQuery } from '../../url/statements.ts'
import { reportFile } from '../report/report-file.ts'
import { balanceAt, scopeOf } from './holding-lines.ts'
import { holdingLedger, movementsIn } from './ledger.ts'

const written = (amount: Decimal | null) => amount && writeDecimal(amount)

describe('whatever the ledger, the rule for fees and the period', () => {
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
          const books = simulatedBooks(ledger)
          const { settlement } = settleBooks(books)
          const period = { first: ledger.firstDay + from, last: ledger.firstDay + from + length }
          for (const holding of settlement.holdings) {
            const all = movementsIn(books, holding, settlement, period)
            const { first, count, undated } = all
            expect({ undated, count }).toEqual({ undated: 0, count: first.length })
            const days = holding.days.filter(
              ({ day }) => day !== null && day >= period.first && day <= period.last,
            )
            expect(new Set(first.map(({ day }) => day))).toEqual(new Set(days.map(({ day }) => day)))
            for (const [index, { day, balance }] of first.entries())
              if (first[index + 1]?.day !== day)
                expect(written(balance)).toBe(written(balanceAt(holding, day)))
            // Of many the first are kept, with the same balances, and all are counted.
            const some = movementsIn(books, holding, settlement, period, most)
            expect(some).toEqual({ ...all, first: first.slice(0, most) })
          }
        },
      ),
      { numRuns: cases(100) },
    )
  })
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
const period = { first: ledger.firstDay + 1, last: ledger.today }

function heldBy(books: Books, asset: string) {
  const { settlement } = settleBooks(books)
  const holding = settlement.holdings.find(({ key }) => key.vault_id === 'v1' && key.asset_id === asset)
  if (!holding) throw new Error(`v1 holds ${asset}.`)
  return { holding, settlement }
}

function movements(asset: string, books = simulatedBooks(ledger)) {
  const { holding, settlement } = heldBy(books, asset)
  return movementsIn(books, holding, settlement, period)
}

test('movements stand by day, what came in before what went out, each with its fee and with those of other assets', () => {
  expect(
    movements('ETH').first.map(({ day, transaction, amountIn, amountOut, fee, balance }) => [
      day - ledger.firstDay,
      transaction.transaction_type,
      transaction.asset_id,
      ...[amountIn, amountOut, fee, balance].map(written),
    ]),
  ).toEqual([
    [1, 'claim', 'ETH', '0.03', null, '0.002', '5.028'],
    [1, 'deposit', 'ETH', '0.4', null, null, '5.428'],
    [1, 'withdraw', 'ETH', null, '1', '0.007', '4.421'],
    [1, 'withdraw', 'USDC_ETH', null, null, '0.003', '4.418'],
    [2, 'rebalance', 'ETH', '0.05', '0.05', '0.001', '4.417'],
  ])
  expect(movements('USDC_ETH').first.map(({ fee }) => fee)).toEqual([null, null])
})

test('movements without a day are counted, and left out', () => {
  const transactions = ledger.transactions.map((each) =>
    each.transaction.transaction_id === 't1' ? { ...each, day: null } : each,
  )
  expect(movements('ETH', simulatedBooks({ ...ledger, transactions }))).toMatchObject({
    undated: 1,
    count: 4,
  })
})

test('there is no balance where today’s is not known', () => {
  const books = simulatedBooks(ledger)
  const { holding, settlement } = heldBy(books, 'ETH')
  const { first } = movementsIn(books, { ...holding, now: null }, settlement, period)
  expect(new Set(first.map(({ balance }) => balance))).toEqual(new Set([null]))
})

test('a ledger is a file, with the id and the hash of each transaction and every figure in the asset of the holding', async () => {
  const transactions = ledger.transactions.map(({ transaction, day }) => ({
    day,
    transaction: { ...transaction, txn_hash: `0x${transaction.transaction_id}` },
  }))
  const books = simulatedBooks({ ...ledger, transactions })
  const query = readStatementQuery({ period: '2022-01' }, '2022-01-10')
  const report = holdingLedger(scopeOf(books, query), heldBy(books, 'ETH').holding)
  const { content, written } = await reportFile(report, 'csv')
  expect(written).toMatchObject({
    name: expect.stringMatching(/^holding-ledger_2022-01_v1-ETH-ETH_[\dTZ-]+\.csv$/),
    completeness: 'complete',
  })
  const lines = (await content.text()).split('\r\n').map((line) => line.split(',').slice(0, 12).join())
  expect([lines[0], lines[1], lines[2], lines[6], lines.at(-2)]).toEqual([
    'line,recorded_on,transaction_id,txn_hash,transaction_type,asset_id,network_id,transaction_asset_id,amount_in,amount_out,fee,balance',
    'opening,2022-01-01,,,,ETH,ETH,,,,,0',
    'movement,2022-01-08,t0,0xt0,deposit,ETH,ETH,ETH,5,,,5',
    'movement,2022-01-09,t5,0xt5,withdraw,ETH,ETH,USDC_ETH,,,0.003,4.418',
    'closing,2022-01-10,,,,ETH,ETH,,,,,4.417',
  ])
})
