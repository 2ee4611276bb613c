import type { ReactNode } from 'react'
import styles from './DataTable.module.css'
import type { Column } from './table-column.ts'

/** One cell: its content, and its column's name for the card that the row becomes where there is no room. */
export function DataTableCell({
  column,
  first = false,
  mark,
  children,
}: {
  column: Pick<Column<never>, 'header' | 'align'> | undefined
  first?: boolean
  /** Drawn beside the content, in the cell's padding. */
  mark?: ReactNode
  children: ReactNode
}): ReactNode {
  return (
    <td
      className={styles.cell}
      data-first={first || undefined}
      data-align={column?.align}
      data-label={column?.header}
    >
      {mark}
      <span className={styles.content}>{children}</span>
    </td>
  )
}
