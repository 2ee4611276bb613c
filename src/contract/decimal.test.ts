import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { add, compare, perMille, readDecimal, splitDecimal, subtract, writeDecimal, zero } from './decimal.ts'

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

  const notDecimals = [
    '',
    ' ',
    '-',
    '1,5',
    '1e3',
    '+1',
    '.5',
    '5.',
    '0x10',
    'NaN',
    '١',
    '1 000',
    '--1',
    '1\n',
  ]
  test.each([...notDecimals, '1.2.3', '9'.repeat(201)])('%j is no decimal', (text) => {
    expect(readDecimal(text)).toBeNull()
  })

  test('is shown by the digits that it is added up by', () => {
    fc.assert(
      fc.property(texts, fc.nat(200), (text, zeros) => {
        const written = text.includes('.') ? text : `${text}.${'0'.repeat(zeros)}`.replace(/\.$/, '')
        const { sign = '', integer = '', fraction = '' } = splitDecimal(written) ?? {}
        expect(`${sign}${integer}${fraction === '' ? '' : `.${fraction}`}`).toBe(written)
        expect(readDecimal(written)).toEqual({
          digits: BigInt(sign + integer + fraction),
          scale: fraction.length,
        })
      }),
    )
    // More digits than the contract has, as a sum may have.
    const long = '9'.repeat(100)
    expect([splitDecimal(long)?.integer, readDecimal(long)?.digits]).toEqual([long, BigInt(long)])
    expect(splitDecimal('-000.1000')).toEqual({ sign: '-', integer: '000', fraction: '1000' })
    expect(splitDecimal('-0.00')).toEqual({ sign: '', integer: '0', fraction: '00' })
  })
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
