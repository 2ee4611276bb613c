import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { add, readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { collectTotals } from '../../files/totals.ts'
import { type TallyRow, tallyRows } from './tally-rows.ts'

type Counted = Readonly<Record<(typeof names)[number], string | null>>
const names = ['asset_id', 'network_id', 'transaction_type', 'status', 'amount', 'fee'] as const

function totalsOf(counted: readonly Counted[]) {
  const collector = collectTotals({
    by: ['asset_id', 'network_id', 'transaction_type', 'status'],
    sums: ['amount', 'fee'],
  })
  for (const one of counted) collector.add(one)
  return collector.totals()
}

function one(asset_id: string | null, transaction_type: string, status: string, amount: string): Counted {
  return { asset_id, network_id: 'N', transaction_type, status, amount, fee: '0.1' }
}

function brief({ kind, asset_id, transaction_type, status, rows, amount }: TallyRow) {
  return [kind, asset_id, transaction_type, status, rows, amount.sum, amount.unreadable]
}

const some = [
  one('ETH', 'withdraw', 'failed', '0.3'),
  one('ETH', 'deposit', 'completed', '2'),
  one('BTC', 'withdraw', 'completed', '1'),
  one('ETH', 'withdraw', 'completed', '0.000000000000000001'),
  one('ETH', 'withdraw', 'completed', 'plenty'),
  one(null, 'swap', 'lost', '5'),
]

describe('the lines of a tally', () => {
  it('are one per asset and network, the nameless last', () => {
    expect(tallyRows(totalsOf(some), 'asset').map(brief)).toEqual([
      ['single', 'BTC', undefined, undefined, 1, '1', 0],
      ['single', 'ETH', undefined, undefined, 4, '2.300000000000000001', 1],
      ['single', null, undefined, undefined, 1, '5', 0],
    ])
  })

  it('have their statuses under them, in the order of the enumeration', () => {
    expect(tallyRows(totalsOf(some), 'status').map(brief)).toEqual([
      ['single', 'BTC', undefined, 'completed', 1, '1', 0],
      ['group', 'ETH', undefined, undefined, 4, '2.300000000000000001', 1],
      ['member', 'ETH', undefined, 'completed', 3, '2.000000000000000001', 1],
      ['member', 'ETH', undefined, 'failed', 1, '0.3', 0],
      ['single', null, undefined, 'lost', 1, '5', 0],
    ])
  })

  it('have their types and statuses under them', () => {
    expect(tallyRows(totalsOf(some), 'type').map(brief)).toEqual([
      ['single', 'BTC', 'withdraw', 'completed', 1, '1', 0],
      ['group', 'ETH', undefined, undefined, 4, '2.300000000000000001', 1],
      ['member', 'ETH', 'withdraw', 'completed', 2, '0.000000000000000001', 1],
      ['member', 'ETH', 'withdraw', 'failed', 1, '0.3', 0],
      ['member', 'ETH', 'deposit', 'completed', 1, '2', 0],
      ['single', null, 'swap', 'lost', 1, '5', 0],
    ])
  })

  it('never add across networks', () => {
    const counted = [
      { ...one('ETH', 'deposit', 'completed', '1'), network_id: 'A' },
      { ...one('ETH', 'deposit', 'completed', '1'), network_id: 'B' },
    ]
    expect(tallyRows(totalsOf(counted), 'asset').map(({ amount }) => amount.sum)).toEqual(['1', '1'])
  })

  it('lose no row and no amount, whatever the ids, however they are told apart', () => {
    const id = fc.constantFrom('A', 'B', '__proto__', '["A","N"]', '', null)
    const counted = fc.record({
      asset_id: id,
      network_id: id,
      transaction_type: fc.constantFrom('withdraw', 'deposit', 'constructor', null),
      status: fc.constantFrom('completed', 'failed', 'odd', null),
      amount: fc.constantFrom('1', '0.5', '-3.25', '1e3', null),
      fee: fc.constantFrom('0', '0.01', null),
    })
    fc.assert(
      fc.property(
        fc.array(counted),
        fc.constantFrom('asset' as const, 'status' as const, 'type' as const),
        (all, detail) => {
          const rows = tallyRows(totalsOf(all), detail)
          const sumOf = (texts: readonly (string | null)[]) =>
            writeDecimal(texts.reduce((sum, text) => add(sum, readDecimal(text) ?? zero), zero))
          for (const without of ['group', 'member'] as const) {
            const lines = rows.filter(({ kind }) => kind !== without)
            expect(lines.reduce((sum, line) => sum + line.rows, 0)).toBe(all.length)
            expect(sumOf(lines.map(({ amount }) => amount.sum))).toBe(sumOf(all.map(({ amount }) => amount)))
            expect(sumOf(lines.map(({ fee }) => fee.sum))).toBe(sumOf(all.map(({ fee }) => fee)))
          }
          expect(new Set(rows.map((row) => row.id)).size).toBe(rows.length)
        },
      ),
    )
  })
})
