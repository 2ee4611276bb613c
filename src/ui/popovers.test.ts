import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Alignment, place } from './popovers.tsx'

const viewport = { width: 1000, height: 800 }
const layer = { width: 200, height: 300 }
const anchorAt = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 30 })

describe('place', () => {
  test.each<[Alignment, number]>([
    ['start', 400],
    ['centre', 350],
    ['end', 300],
  ])('lines up with the %s of its anchor and stands under it', (alignment, left) => {
    const placed = place(anchorAt(400, 100), layer, viewport, alignment)
    expect(placed).toMatchObject({ left, top: 136 })
  })

  test('stands over an anchor that has no room below', () => {
    expect(place(anchorAt(400, 700), layer, viewport, 'start').top).toBe(394)
  })

  test('stays below, and scrolls, where there is even less room above', () => {
    const low = { width: 1000, height: 300 }
    expect(place(anchorAt(400, 40), layer, low, 'start')).toEqual({
      left: 400,
      top: 76,
      maxHeight: 216,
    })
  })

  test('moves in from the right edge', () => {
    expect(place(anchorAt(890, 100), layer, viewport, 'start').left).toBe(792)
  })

  test('starts at the left edge when it is wider than the viewport', () => {
    const wide = { width: 500, height: 100 }
    const phone = { width: 360, height: 800 }
    expect(place(anchorAt(200, 100), wide, phone, 'end').left).toBe(8)
  })

  test('never leaves the viewport, and never covers an anchor that leaves it room', () => {
    const length = (max: number) => fc.integer({ min: 0, max })
    fc.assert(
      fc.property(
        fc.record({ left: length(984), top: length(800), width: length(200), height: length(60) }),
        fc.record({ width: length(984), height: length(2000) }),
        fc.constantFrom<Alignment>('start', 'centre', 'end'),
        ({ left, top, width, height }, size, alignment) => {
          const anchor = { left, top, right: left + width, bottom: top + height }
          const placed = place(anchor, size, viewport, alignment)
          const shown = Math.min(size.height, placed.maxHeight)
          expect(placed.left).toBeGreaterThanOrEqual(8)
          expect(placed.left + size.width).toBeLessThanOrEqual(992)
          expect(placed.top).toBeGreaterThanOrEqual(8)
          expect(placed.top + shown).toBeLessThanOrEqual(792)
          expect(placed.top >= anchor.bottom || placed.top + shown <= anchor.top).toBe(true)
        },
      ),
    )
  })
})
