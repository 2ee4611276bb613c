import type { ReactNode } from 'react'
import styles from './DataTable.module.css'

/** The header of one column. */
export function DataTableHeader({
  text,
  align = 'start',
  hint,
}: {
  text: ReactNode
  align: 'start' | 'end' | undefined
  hint: string | undefined
}): ReactNode {
  return (
    <th scope="col" className={styles.header} data-align={align} title={hint}>
      {text}
    </th>
  )
}
