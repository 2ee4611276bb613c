import type { CSSProperties, ReactNode } from 'react'
import styles from './DataTable.module.css'
import cards from './DataTableCards.module.css'
import { classes } from './inline.tsx'
import { clipProperty } from './show-width.ts'
import type { CellLook, Column } from './table-column.ts'

/**
 * One cell: its content, and its column's name for the card that the row becomes where there is no room. A function and no component, since
 * a page has a thousand of them.
 */
export function tableCell(
  column: Pick<Column<never>, 'id' | 'header' | 'align' | 'narrowest' | 'card'>,
  content: ReactNode,
  look: CellLook | undefined,
  isFirst: boolean,
): ReactNode {
  // The first cell says which row it is, to those who hear one cell at a time.
  const Cell = isFirst ? 'th' : 'td'
  const place = column.card ?? (isFirst ? 'title' : 'line')
  return (
    <Cell
      key={column.id}
      {...look}
      className={classes(styles.cell, isFirst && styles.first, cards.cell, cards[place], look?.className)}
      scope={isFirst ? 'row' : undefined}
      data-align={column.align}
      data-label={column.header}
      {...(column.narrowest !== undefined && clipping(column.id))}
    >
      {content}
    </Cell>
  )
}

/** By a property of the whole table, so that no cell is drawn again while a width is tried. The same object for all cells of a column. */
function clipping(id: string) {
  const known = clips.get(id)
  if (known) return known
  const clip: Clip = { 'data-clips': true, style: { '--clip': `var(${clipProperty(id)})` } }
  clips.set(id, clip)
  return clip
}

interface Clip {
  readonly 'data-clips': true
  readonly style: CSSProperties
}

const clips = new Map<string, Clip>()
