import styles from './Mark.module.css'

/** The product's mark: the lines of a ledger. Decoration only. */
export function Mark() {
  return (
    <svg viewBox="0 0 20 20" className={styles.mark} aria-hidden="true">
      <rect x="1" y="1" width="18" height="18" rx="5" className={styles.door} />
      <path d="M6 6.5h8M6 10h8M6 13.5h4.5" className={styles.lines} />
    </svg>
  )
}
