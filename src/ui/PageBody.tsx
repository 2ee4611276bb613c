import type { ReactNode } from 'react'
import styles from './PageBody.module.css'

/** What stands under a page's head, part under part; what lies over its beginning is placed within it. */
export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div className={styles.body} data-print="flow">
      {children}
    </div>
  )
}
