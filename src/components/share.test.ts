import fc from 'fast-check'
import { expect, test } from 'vitest'
import { perMille } from './share.ts'

test.each([
  ['1', '4', 250],
  ['0.000000000000000001', '0.000000000000000002', 500],
  ['0', '5', 0],
  ['5', '5.0', 1000],
  ['1', '3', 333],
  ['123456789012345678901234567890', '123456789012345678901234567890.5', 999],
  ['6', '5', null],
  ['-1', '5', null],
  ['1', '0', null],
  ['1e3', '5', null],
  [null, '5', null],
  ['1', null, null],
])('%s of %s is %s per mille', (part, whole, expected) => {
  expect(perMille(part, whole)).toBe(expected)
})

test('a part and the rest make up the whole, to the rounding', () => {
  const big = fc.bigInt({ min: 0n, max: 10n ** 60n })
  fc.assert(
    fc.property(big, big, (one, other) => {
      fc.pre(one + other > 0n)
      const whole = String(one + other)
      const sum = (perMille(String(one), whole) ?? -1) + (perMille(String(other), whole) ?? -1)
      expect([999, 1000]).toContain(sum)
    }),
  )
})
