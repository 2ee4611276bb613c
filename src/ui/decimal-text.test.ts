import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { groupThousands, longestFraction, splitDecimal, splitTrailingZeros } from './decimal-text.ts'

const integers = fc.stringMatching(/^\d{1,78}$/)
const fractions = fc.stringMatching(/^\d{1,77}$/)
const decimals = fc
  .tuple(fc.constantFrom('', '-'), integers, fc.option(fractions))
  .map(([sign, integer, fraction]) => `${sign}${integer}${fraction === null ? '' : `.${fraction}`}`)

describe('splitDecimal', () => {
  it('gives parts that join to the text', () => {
    fc.assert(
      fc.property(decimals, (text) => {
        const parts = splitDecimal(text)
        expect(parts).not.toBeNull()
        const point = parts?.fraction === '' ? '' : '.'
        expect(`${parts?.sign}${parts?.integer}${point}${parts?.fraction}`).toBe(text)
      }),
    )
  })

  it.each([
    '',
    '-',
    '.5',
    '5.',
    '+1',
    '1e3',
    '1,000.00',
    ' 1',
    '1 ',
    '1\n',
    '٣',
    '1.2.3',
    'NaN',
    '9'.repeat(79),
  ])('refuses %j', (text) => {
    expect(splitDecimal(text)).toBeNull()
  })

  it('keeps zeros on both ends', () => {
    expect(splitDecimal('-000.1000')).toEqual({ sign: '-', integer: '000', fraction: '1000' })
  })
})

describe('groupThousands', () => {
  it.each([
    ['0', ['0']],
    ['123', ['123']],
    ['1234', ['1', '234']],
    ['1234567', ['1', '234', '567']],
  ])('groups %j', (integer, groups) => {
    expect(groupThousands(integer)).toEqual(groups)
  })
})

describe('longestFraction', () => {
  it('counts digits after the point and passes over what is no decimal', () => {
    expect(longestFraction(['1', '2.5', null, '0.12345678', '1.1e999999999', 'n/a'])).toBe(8)
    expect(longestFraction([])).toBe(0)
  })
})

describe('splitTrailingZeros', () => {
  it('parts the zeros that end a fraction', () => {
    expect(splitTrailingZeros('0500')).toEqual(['05', '00'])
    expect(splitTrailingZeros('000')).toEqual(['', '000'])
    expect(splitTrailingZeros('')).toEqual(['', ''])
  })
})
