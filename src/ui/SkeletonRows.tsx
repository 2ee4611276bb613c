import type { ReactNode } from 'react'
import styles from './DataTable.module.css'
import { SkeletonText } from './inline.tsx'
import { tableCell } from './table-cell.tsx'
import type { Column } from './table-column.ts'

/** Rows in their final shape, with nothing in them yet. */
export function SkeletonRows({
  columns,
  count,
}: {
  columns: readonly Pick<Column<never>, 'id' | 'header' | 'align' | 'narrowest' | 'card'>[]
  count: number
}): ReactNode {
  return (
    <tbody className={styles.body} aria-hidden="true">
      {Array.from({ length: count }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: these rows are their places
        <tr key={row} className={styles.row}>
          {columns.map((column, place) =>
            tableCell(
              column,
              <SkeletonText width={widths[(row + place * 2) % widths.length] ?? '70%'} />,
              undefined,
              place === 0,
            ),
          )}
        </tr>
      ))}
    </tbody>
  )
}

// Texts differ in length; bars of one length would look like a pattern.
const widths = [
  'min(72%, 8rem)',
  'min(58%, 7rem)',
  'min(84%, 9.5rem)',
  'min(64%, 6.5rem)',
  'min(78%, 8.5rem)',
]
