import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { nextRow } from './row-focus.ts'

describe('nextRow', () => {
  it.each([
    ['ArrowDown', 0, 3, 1],
    ['j', 1, 3, 2],
    ['ArrowDown', 2, 3, 2],
    ['ArrowUp', 2, 3, 1],
    ['k', 1, 3, 0],
    ['ArrowUp', 0, 3, 0],
    ['Home', 2, 3, 0],
    ['End', 0, 3, 2],
    ['ArrowDown', -1, 3, 0],
    ['ArrowUp', -1, 3, 0],
    ['Enter', 1, 3, null],
    ['J', 1, 3, null],
    ['ArrowDown', -1, 0, null],
    ['End', -1, 0, null],
  ])('%s from row %d of %d', (key, current, count, expected) => {
    expect(nextRow(key, current, count)).toBe(expected)
  })

  it('never leaves the rows, and down undoes up between the ends', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1000 }), fc.nat(), (count, any) => {
        const current = any % count
        for (const key of ['ArrowDown', 'ArrowUp', 'j', 'k', 'Home', 'End']) {
          const next = nextRow(key, current, count)
          expect(next).toBeGreaterThanOrEqual(0)
          expect(next).toBeLessThan(count)
        }
        if (current > 0)
          expect(nextRow('ArrowDown', nextRow('ArrowUp', current, count) ?? -1, count)).toBe(current)
      }),
    )
  })
})
