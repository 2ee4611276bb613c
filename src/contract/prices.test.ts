import { expect, test } from 'vitest'
import { DayValues, writeValue } from './prices.ts'

const row = (asset_id: string, date: string, price: string) => ({ asset_id, date, price, currency: 'EUR' })
const rows = [
  row('BTC', '2026-01-02', '50000.123456789'),
  row('BTC', '2026-01-05', '60000'),
  row('ETH', '2026-01-04', '0.333'),
]
const held = (asset_id: string | null, amount: string | null) => ({ asset_id, held: amount })

test.each([
  ['2026-01-01', null],
  ['2026-01-02', '6172854692196035659740603565967887.50'],
  ['2026-01-04', '6172854692196035659740603565967887.50'],
  ['2026-01-05', '7407407340740740734074074073400000.00'],
])('a value on %s is that of the last price until then, exact before it is rounded', (day, value) => {
  const amount = '123456789012345678901234567890.000000000000000001'
  expect(new DayValues({ rows }, day).written(held('BTC', amount))).toBe(value)
})

test('a sum is rounded once, and tells which prices are older and which are missing', () => {
  const values = new DayValues({ rows }, '2026-01-31')
  const halves = [held('ETH', '0.5'), held('ETH', '0.5')]
  const assets = [
    held('BTC', '1'),
    ...halves,
    held('XRP', '1'),
    held('ADA', '0'),
    held('', '1'),
    held('BTC', 'much'),
  ]
  expect(assets.map((asset) => values.written(asset))).toEqual([
    '60000.00',
    '0.17',
    '0.17',
    null,
    null,
    null,
    null,
  ])
  expect(values.sumText(assets)).toBe('60,000.33 EUR')
  expect(values.sumText([held('XRP', '1'), held('BTC', 'much')])).toBe('unknown')
  expect(values.sumText([held('XRP', '0')])).toBe('0.00 EUR')
  expect(values.priceTexts(assets)).toEqual([
    'Prices are of 2026-01-05, the last before 2026-01-31, which has none; older ones: ETH of 2026-01-04.',
    'No price, so not in the sum: XRP, an asset without an id.',
    'No readable amount, so not in the sum: BTC.',
  ])
})

test.each([
  ['1.005', 'EUR', '1.01'],
  ['-1.005', 'EUR', '-1.01'],
  ['1.0049999', 'EUR', '1.00'],
  ['1.5', 'JPY', '2'],
  ['1.0049', 'KWD', '1.005'],
])('%s %s is %s', (amount, currency, text) => {
  const [integer = '', fraction = ''] = amount.split('.')
  expect(writeValue({ digits: BigInt(integer + fraction), scale: fraction.length }, currency)).toBe(text)
})
