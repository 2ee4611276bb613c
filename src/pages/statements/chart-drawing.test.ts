import { expect, test } from 'vitest'
import { dayNumber, dayText } from '../../contract/day.ts'
import { readDecimal, zero } from '../../contract/decimal.ts'
import { tickText } from '../../display/axis.ts'
import { axisFor, dateMarks, placeOf } from './chart-drawing.ts'

const points = (...balances: string[]) =>
  balances.map((text, day) => ({ day, balance: readDecimal(text) ?? zero }))

test.each([
  [['0', '0'], '1', 1, 0],
  [['12', '100'], '50', 2, 0],
  [['5', '-2'], '2', 3, 1],
  [['-5', '-2'], '2', 1, 3],
])('the axis of %j has steps of %s, %i up and %i down', (balances, step, up, down) => {
  const axis = axisFor(points(...balances))
  expect([tickText(axis, 1), axis.up, axis.down]).toEqual([step, up, down])
})

test('what changes little has an axis from near its lowest balance', () => {
  const all = points('81866.016', '82400.5', '81250')
  const axis = axisFor(all)
  expect([axis.from, tickText(axis, axis.from ?? 0), tickText(axis, (axis.from ?? 0) + 1), axis.up]).toEqual([
    162,
    '81,000',
    '81,500',
    3,
  ])
  expect(all.map(({ balance }) => placeOf(balance, axis))).toEqual([1.731, 2.799, 0.498])
})

test('balances are drawn in their order, and dust is more than nothing', () => {
  const all = points('-4', '-0.000001', '0', '0.000000000000000001', '7', '9')
  const axis = axisFor(all)
  const places = all.map(({ balance }) => placeOf(balance, axis))
  expect(places).toEqual([...places].sort((one, other) => one - other))
  expect(new Set(places).size).toBe(all.length)
  expect(placeOf(zero, axis)).toBe(0)
})

test.each([
  ['2026-03-05', '2026-03-05', '2026-03-05'],
  ['2026-02-01', '2026-02-28', '2026-02-01 2026-02-08 2026-02-15 2026-02-22'],
  [
    '2026-01-01',
    '2026-03-31',
    '2026-01-01 2026-01-15 2026-01-29 2026-02-12 2026-02-26 2026-03-12 2026-03-26',
  ],
  ['2025-11-15', '2026-03-14', '2025-12-01 2026-01-01 2026-02-01 2026-03-01'],
  [
    '2024-05-01',
    '2026-02-28',
    '2024-07-01 2024-10-01 2025-01-01 2025-04-01 2025-07-01 2025-10-01 2026-01-01',
  ],
  [
    '2019-05-01',
    '2026-02-28',
    '2020-01-01 2021-01-01 2022-01-01 2023-01-01 2024-01-01 2025-01-01 2026-01-01',
  ],
])('from %s to %s the dates %s are named', (first, last, expected) => {
  expect(
    dateMarks({ first: dayNumber(first) ?? 0, last: dayNumber(last) ?? 0 })
      .map(({ day }) => dayText(day))
      .join(' '),
  ).toBe(expected)
})
