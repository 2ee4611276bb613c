import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { toBaseUnits, toDecimalText } from './decimals.ts'

test.each([
  [0n, 8, '0'],
  [1n, 18, '0.000000000000000001'],
  [100_000_000n, 8, '1'],
  [120_000_000n, 8, '1.2'],
  [1_000n, 0, '1000'],
  [10n ** 40n, 18, '10000000000000000000000'],
])('%i base units with %i decimals are %s', (baseUnits, decimals, text) => {
  expect(toDecimalText(baseUnits, decimals)).toBe(text)
  expect(toBaseUnits(text, decimals)).toBe(baseUnits)
})

test('every amount comes back from its text, which is canonical', () => {
  fc.assert(
    fc.property(
      fc.bigInt({ min: 0n, max: 10n ** 60n }),
      fc.integer({ min: 0, max: 18 }),
      (amount, decimals) => {
        const text = toDecimalText(amount, decimals)
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d*[1-9])?$/)
        expect(toBaseUnits(text, decimals)).toBe(amount)
      },
    ),
  )
})

test.each(['', '-1', '1e3', '1.', '.5', '1,5', '0.123'])('%j is no amount with two decimals', (text) => {
  expect(() => toBaseUnits(text, 2)).toThrow(RangeError)
})

test('an amount below zero has no text', () => {
  expect(() => toDecimalText(-1n, 2)).toThrow(RangeError)
})
