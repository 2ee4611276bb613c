/** Narrowest and widest that a column can be made, in CSS pixels. */
export const columnWidths = { min: 48, max: 960 } as const

/** The width that a key gives to a column; null for the product's own, undefined where the key means nothing here. */
export function widthByKey(
  key: string,
  { width, narrowest }: { width: number; narrowest: number },
): number | null | undefined {
  switch (key) {
    case 'ArrowRight':
      return clampWidth(width + step, narrowest)
    case 'ArrowLeft':
      return clampWidth(width - step, narrowest)
    case 'Home':
      return narrowest
    case 'Enter':
    case 'Delete':
      return null
    default:
      return undefined
  }
}

/** A width that a column may have, in whole pixels. */
export function clampWidth(width: number, narrowest: number): number {
  return Math.round(Math.min(columnWidths.max, Math.max(narrowest, columnWidths.min, width)))
}

const step = 16
