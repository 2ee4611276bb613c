import type { ReactNode } from 'react'
import styles from './DataTable.module.css'
import type { Column } from './table-column.ts'

/** One cell: its content, and its column's name for the card that the row becomes where there is no room. */
export function DataTableCell({
  column,
  first = false,
  children,
}: {
  column: Pick<Column<never>, 'header' | 'align'> | undefined
  first?: boolean
  children: ReactNode
}): ReactNode {
  return (
    <td
      className={styles.cell}
      data-first={first || undefined}
      data-align={column?.align}
      data-label={column?.header}
    >
      <div className={styles.content}>{children}</div>
    </td>
  )
}
