import type { ReactNode } from 'react'
import styles from './EmptyState.module.css'

/** A calm statement that there is nothing to show, why, and what can be done. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  small,
}: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Small print under it, such as the code. */
  small?: ReactNode
}) {
  return (
    <div className={styles.empty} role="status">
      {icon && (
        <div className={styles.icon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={styles.title}>{title}</p>
      {children && <div className={styles.body}>{children}</div>}
      {actions && (
        <div className={styles.actions} data-print="hide">
          {actions}
        </div>
      )}
      {small && <div className={styles.small}>{small}</div>}
    </div>
  )
}
