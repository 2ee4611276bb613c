import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type DayRange, dayNumber, dayText } from '../../contract/day.ts'
import { readDecimal, writeDecimal, zero } from '../../contract/decimal.ts'
import { settled, simulate, steps, thousandthsText } from '../../ledger/testing/simulated-ledger.ts'
import { cases } from '../../testing/cases.ts'
import { balanceSeries } from './figures.ts'
import { balanceAt } from './holding-lines.ts'

const days = (first: string, last: string): DayRange => ({
  first: dayNumber(first) ?? 0,
  last: dayNumber(last) ?? 0,
})

describe('balances by day', () => {
  test('are those of the statement, for each day that has come', () => {
    fc.assert(
      fc.property(steps, fc.integer({ min: -3, max: 40 }), fc.nat(60), (list, from, length) => {
        const ledger = simulate(list, 'sender')
        const first = ledger.firstDay + from
        const period = { first, last: first + length }
        for (const holding of settled(ledger).holdings) {
          const series = balanceSeries([holding], period, ledger.today, true)
          const points = series?.points.map(({ day, balance }) => [day, balance]) ?? []
          const length = Math.max(0, Math.min(period.last, ledger.today) - first + 1)
          expect(points).toEqual(
            Array.from({ length }, (_, index) => [
              first + index,
              writeDecimal(balanceAt(holding, first + index) ?? zero),
            ]),
          )
        }
      }),
      { numRuns: cases(50) },
    )
  })

  test('of several vaults are the sums of theirs, day by day', () => {
    fc.assert(
      fc.property(steps, (list) => {
        const ledger = simulate(list, 'sender')
        const { holdings } = settled(ledger)
        const ether = holdings.filter(({ key }) => key.asset_id === 'ETH')
        const period = { first: ledger.firstDay, last: ledger.today }
        for (const { day, balance } of balanceSeries(ether, period, ledger.today, true)?.points ?? []) {
          const sum = ['v1', 'v2', 'v3'].reduce(
            (total, vault) => total + ledger.balanceAt(day, vault, 'ETH'),
            0n,
          )
          expect(balance).toBe(writeDecimal(readDecimal(thousandthsText(sum)) ?? zero))
        }
      }),
      { numRuns: cases(50) },
    )
  })

  const [holding] = settled(simulate([], 'sender')).holdings
  if (!holding) throw new Error('There are holdings.')
  const held = (now: string) => ({ ...holding, now: readDecimal(now) })

  test('that are not daily are those of the ends of months, and of the last day', () => {
    const quarter = days('2024-10-01', '2024-12-31')
    expect(balanceSeries([held('1')], quarter, 40_000, true)?.points).toHaveLength(92)
    const longer = days('2024-01-15', '2026-12-31')
    const series = balanceSeries([held('1')], longer, dayNumber('2025-03-02') ?? 0, false)
    expect(series?.unit).toBe('month')
    expect(series?.points.map(({ day }) => dayText(day)).filter((_, index) => index % 5 === 0)).toEqual([
      '2024-01-31',
      '2024-06-30',
      '2024-11-30',
    ])
    expect(series?.points.slice(-2).map(({ day }) => dayText(day))).toEqual(['2025-02-28', '2025-03-02'])
  })

  test('are none where today’s is not known', () => {
    expect(
      balanceSeries([held('1'), held('unreadable')], days('2026-01-01', '2026-01-31'), 40_000, true),
    ).toBe(null)
  })
})
