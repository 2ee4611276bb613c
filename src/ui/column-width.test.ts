import fc from 'fast-check'
import { expect, test } from 'vitest'
import { clampWidth, columnWidths, widthByKey } from './column-width.ts'

test.each([
  ['ArrowRight', 116],
  ['ArrowLeft', 84],
  ['Home', 60],
  ['Enter', null],
  ['Delete', null],
  ['ArrowDown', undefined],
  ['a', undefined],
])('%s makes a column of 100 pixels %j', (key, expected) => {
  expect(widthByKey(key, { width: 100, narrowest: 60 })).toBe(expected)
})

test('a column is never narrower than it may be, nor wider', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true }), fc.integer({ min: 0, max: 400 }), (width, narrowest) => {
      const clamped = clampWidth(width, narrowest)
      expect(Number.isInteger(clamped)).toBe(true)
      expect(clamped).toBeGreaterThanOrEqual(Math.max(narrowest, columnWidths.min))
      expect(clamped).toBeLessThanOrEqual(columnWidths.max)
    }),
  )
})
