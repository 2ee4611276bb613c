import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, compare, perMille, readDecimal, subtract, writeDecimal, zero } from './decimal.ts'

const texts = fc
  .tuple(fc.bigInt({ min: -(10n ** 78n), max: 10n ** 78n }), fc.nat(40))
  .map(([digits, scale]) => writeDecimal({ digits, scale }))
const decimals = texts.map((text) => readDecimal(text) ?? zero)

describe('decimal text', () => {
  test('survives reading and writing', () => {
    fc.assert(
      fc.property(texts, (text) => {
        expect(writeDecimal(readDecimal(text) ?? zero)).toBe(text)
      }),
    )
  })

  test.each([
    ['1.50', '1.5'],
    ['0.000', '0'],
    ['-0', '0'],
    ['-0.10', '-0.1'],
    ['007', '7'],
    ['100', '100'],
    [`${'9'.repeat(60)}.${'9'.repeat(18)}`, `${'9'.repeat(60)}.${'9'.repeat(18)}`],
  ])('%s is written as %s', (text, written) => {
    expect(writeDecimal(readDecimal(text) ?? { digits: -1n, scale: 0 })).toBe(written)
  })

  test.each(['', ' ', '1,5', '1e3', '+1', '.5', '5.', '0x10', 'NaN', '١', '1 000', '--1', null])(
    '%j is no decimal',
    (text) => {
      expect(readDecimal(text)).toBeNull()
    },
  )
})

describe('sums', () => {
  test('what is added can be taken away again', () => {
    fc.assert(
      fc.property(decimals, decimals, (one, other) => {
        expect(compare(subtract(add(one, other), other), one)).toBe(0)
      }),
    )
  })

  test.each([
    ['0.1', '0.2', '0.3'],
    ['999999999999999999.999999999999999999', '0.000000000000000001', '1000000000000000000'],
    ['1', '-1.0', '0'],
  ])('%s + %s = %s', (one, other, sum) => {
    expect(writeDecimal(add(readDecimal(one) ?? zero, readDecimal(other) ?? zero))).toBe(sum)
  })
})

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
