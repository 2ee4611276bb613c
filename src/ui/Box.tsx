import type { ReactNode } from 'react'
import styles from './Box.module.css'

/** What stands out from the page: how far something is, or what it came to. With a label it is a region. */
export function Box({ label, children }: { label?: string; children: ReactNode }) {
  return label === undefined ? (
    <div className={styles.box}>{children}</div>
  ) : (
    <section aria-label={label} className={styles.box}>
      {children}
    </section>
  )
}

/** What it says first of all. */
export function BoxTitle({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className={styles.title}>
      {icon}
      <span>{children}</span>
    </p>
  )
}

/** One thing more about it. */
export function BoxNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
