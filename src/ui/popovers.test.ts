import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Alignment, place } from './popovers.tsx'

const viewport = { width: 1000, height: 800 }
const layer = { width: 200, height: 300 }
const anchorAt = (left: number, top: number) => ({ left, top, right: left + 100, bottom: top + 30 })

test.each([
  ['under the start of its anchor', anchorAt(400, 100), layer, viewport, 'start', { left: 400, top: 136 }],
  ['under its centre', anchorAt(400, 100), layer, viewport, 'centre', { left: 350, top: 136 }],
  ['under its end', anchorAt(400, 100), layer, viewport, 'end', { left: 300, top: 136 }],
  [
    'over an anchor without room below',
    anchorAt(400, 700),
    layer,
    viewport,
    'start',
    { left: 400, top: 394 },
  ],
  [
    'below, to be scrolled, where there is even less room above',
    ...([anchorAt(400, 40), layer, { width: 1000, height: 300 }, 'start'] as const),
    { left: 400, top: 76, maxHeight: 216 },
  ],
  [
    'from the left edge where it is wider than the viewport',
    ...([anchorAt(200, 100), { width: 500, height: 100 }, { width: 360, height: 800 }, 'end'] as const),
    { left: 8 },
  ],
] as const)('a layer is %s', (_where, anchor, size, window, alignment, expected) => {
  expect(place(anchor, size, window, alignment)).toMatchObject(expected)
})

test('it never leaves the viewport, and never covers an anchor that leaves it room', () => {
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
