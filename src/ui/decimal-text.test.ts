import { describe, expect, it } from 'vitest'
import { longestFraction, splitTrailingZeros } from './decimal-text.ts'

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
