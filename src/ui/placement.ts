/** A rectangle in the viewport, in CSS pixels: what `getBoundingClientRect` gives. */
interface Rectangle {
  readonly left: number
  readonly top: number
  readonly right: number
  readonly bottom: number
}

/** A width and a height, in CSS pixels. */
interface Size {
  readonly width: number
  readonly height: number
}

/** Where a layer goes, and how high it may be before it has to scroll. */
interface Placement {
  readonly left: number
  readonly top: number
  readonly maxHeight: number
}

/** Which edge of its anchor a layer lines up with. */
export type Alignment = 'start' | 'centre' | 'end'

/**
 * Places a layer under its anchor, or over it where only that side has the room, and never outside the viewport.
 * CSS anchor positioning would do this, but not every browser in use has it.
 */
export function place(
  anchor: Rectangle,
  layer: Size,
  viewport: Size,
  { alignment, gap }: { alignment: Alignment; gap: number },
): Placement {
  const below = viewport.height - margin - (anchor.bottom + gap)
  const above = anchor.top - gap - margin
  const under = layer.height <= below || below >= above
  const maxHeight = Math.max(0, Math.min(under ? below : above, viewport.height - 2 * margin))
  const height = Math.min(layer.height, maxHeight)
  return {
    left: within(lineUp(anchor, layer.width, alignment), layer.width, viewport.width),
    top: within(under ? anchor.bottom + gap : anchor.top - gap - height, height, viewport.height),
    maxHeight,
  }
}

/** Kept free between a layer and the edge of the viewport. */
const margin = 8

function lineUp(anchor: Rectangle, width: number, alignment: Alignment): number {
  if (alignment === 'start') return anchor.left
  if (alignment === 'end') return anchor.right - width
  return (anchor.left + anchor.right - width) / 2
}

// What is wider than the viewport starts at its edge: the beginning is what one reads first.
function within(start: number, length: number, available: number): number {
  return Math.max(margin, Math.min(start, available - margin - length))
}
