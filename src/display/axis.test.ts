import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readDecimal, zero } from '../contract/decimal.ts'
import { axisOf, heightOf, tickText } from './axis.ts'

const axis = (up: string, down: string, isCount = true) => {
  const made = axisOf(readDecimal(up) ?? zero, readDecimal(down) ?? zero, isCount)
  return [tickText(made, 1), made.up, made.down]
}

test.each([
  ['0', '0', true, ['1', 1, 1]],
  ['1', '0', true, ['1', 1, 1]],
  ['4', '1', true, ['2', 2, 1]],
  ['45', '51', true, ['20', 3, 3]],
  ['806', '970', true, ['500', 2, 2]],
  ['24000', '3', true, ['10k', 3, 1]],
  ['1', '0.5', false, ['0.5', 2, 1]],
  ['0.000000000000000001', '0', false, ['0.0000000000000000005', 2, 1]],
  ['123456789012345678901234567890', '0', false, ['50,000,000,000,000,000T', 3, 1]],
] as const)('for %s up and %s down a few round steps are enough', (up, down, isCount, expected) => {
  expect(axis(up, down, isCount)).toEqual(expected)
})

test('every bar has room, in its order, and what is more than nothing can be seen', () => {
  const counts = fc.bigInt({ min: 0n, max: 10n ** 40n }).map(String)
  fc.assert(
    fc.property(counts, counts, fc.boolean(), (one, other, isCount) => {
      const made = axisOf(readDecimal(one) ?? zero, readDecimal(other) ?? zero, isCount)
      expect(Math.max(made.up, made.down)).toBeLessThanOrEqual(3)
      const height = heightOf(one, made, made.up)
      expect(height).toBeLessThanOrEqual(1000)
      expect(height > 0).toBe(one !== '0')
      if (made.up === made.down && BigInt(one) <= BigInt(other))
        expect(height).toBeLessThanOrEqual(heightOf(other, made, made.down))
    }),
  )
})

test('an axis has one unit', () => {
  const texts = (most: string) => {
    const made = axisOf(readDecimal(most) ?? zero, zero, true)
    return [0, 1, 2, 3].map((steps) => tickText(made, steps))
  }
  expect(texts('1300')).toEqual(['0', '500', '1,000', '1,500'])
  expect(texts('3000')).toEqual(['0', '1k', '2k', '3k'])
})
