import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './DataTable.module.css'
import { clipProperty } from './show-width.ts'
import type { CellLook, Column } from './table-column.ts'

/** One cell: its content, and its column's name for the card that the row becomes where there is no room. */
export function DataTableCell({
  column,
  first = false,
  look,
  mark,
  children,
}: {
  column: Pick<Column<never>, 'id' | 'header' | 'align' | 'narrowest' | 'card'> | undefined
  first?: boolean
  look?: CellLook | undefined
  /** Drawn beside the content, in the cell's padding. */
  mark?: ReactNode
  children: ReactNode
}): ReactNode {
  // The first cell says which row it is, to those who hear one cell at a time.
  const Cell = first ? 'th' : 'td'
  return (
    <Cell
      {...look}
      className={classes(styles.cell, look?.className)}
      scope={first ? 'row' : undefined}
      data-first={first || undefined}
      data-align={column?.align}
      data-label={column?.header}
      data-card={column?.card ?? (first ? 'title' : 'line')}
      {...(column?.narrowest !== undefined && clipping(column.id))}
    >
      {mark}
      {children}
    </Cell>
  )
}

/** By a property of the whole table, so that no cell is drawn again while a width is tried. */
function clipping(id: string) {
  return { 'data-clips': true, style: { '--clip': `var(${clipProperty(id)})` } }
}
