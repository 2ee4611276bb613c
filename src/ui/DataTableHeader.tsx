import type { ReactNode } from 'react'
import styles from './DataTable.module.css'
import { Tooltip } from './Tooltip.tsx'

/** The header of one column, with a few words about it where it has a hint. */
export function DataTableHeader({
  text,
  align,
  hint,
}: {
  text: string | undefined
  align: 'start' | 'end' | undefined
  hint: string | undefined
}): ReactNode {
  return (
    // Named by its text alone: an open tooltip is within it.
    <th scope="col" className={styles.header} data-align={align} aria-label={hint && text}>
      {hint ? (
        <Tooltip text={hint}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the hint is for the keyboard too */}
          <span className={styles.hint} tabIndex={0}>
            {text}
          </span>
        </Tooltip>
      ) : (
        text
      )}
    </th>
  )
}
