import type { ReactNode } from 'react'
import styles from './DescriptionList.module.css'

/** Terms and their values, one under the other: the fields of a record. Holds `DescriptionItem`s. */
export function DescriptionList({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={styles.frame}>
      <dl className={styles.list}>{children}</dl>
    </div>
  )
}

/**
 * One term and its value. `actions` (copy, open) show on hover and focus, and always where there is no hover;
 * `wide` puts the value under its term over the whole width.
 */
export function DescriptionItem({
  term,
  children,
  actions,
  wide = false,
}: {
  term: ReactNode
  children: ReactNode
  actions?: ReactNode
  wide?: boolean
}): ReactNode {
  return (
    <div className={styles.item} data-wide={wide || undefined}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.value}>
        <div className={styles.text}>{children}</div>
        {actions !== undefined && actions !== null && <div className={styles.actions}>{actions}</div>}
      </dd>
    </div>
  )
}
