import type { ReactNode } from 'react'
import styles from './VisuallyHidden.module.css'

/** Text for those who listen: read aloud, not drawn, and left out of what a reader selects and copies. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles.hidden}>{children}</span>
}
