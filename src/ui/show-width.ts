/** The inline styles that give a column its width, to put them back as they were. */
export interface ShownWidth {
  readonly header: string
  readonly column: string
  readonly clip: string
}

/** What gives a column its width now; null where the element is in no header of a table. */
export function shownWidth(within: Element, id: string): ShownWidth | null {
  const parts = partsOf(within)
  if (!parts) return null
  const { header, column, table } = parts
  return {
    header: header.style.getPropertyValue('--width'),
    column: column?.style.getPropertyValue('--chosen') ?? '',
    clip: table.style.getPropertyValue(clipProperty(id)),
  }
}

/** Gives a column a width while it is being tried, in the document alone: pixels, or what was there before. */
export function showWidth(within: Element, id: string, width: number | ShownWidth): void {
  const parts = partsOf(within)
  if (!parts) return
  const pixels = `${width}px`
  const styles = typeof width === 'number' ? { header: pixels, column: pixels, clip: pixels } : width
  parts.header.style.setProperty('--width', styles.header)
  parts.column?.style.setProperty('--chosen', styles.column)
  parts.table.style.setProperty(clipProperty(id), styles.clip)
}

/** The custom property of the table that says how wide a column's texts may be before they end in an ellipsis. */
export function clipProperty(id: string): `--${string}` {
  return `--clip-${id}`
}

function partsOf(within: Element) {
  const header = within.closest('th')
  const table = header?.closest('table')
  return header && table ? { header, table, column: table.querySelectorAll('col')[header.cellIndex] } : null
}
