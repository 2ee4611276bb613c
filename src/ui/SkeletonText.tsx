import type { ReactNode } from 'react'
import styles from './SkeletonText.module.css'

/** A grey bar in place of one line of text that is still on its way. `width` is a CSS width; the default fills the line. */
export function SkeletonText({ width }: { width?: string }): ReactNode {
  return (
    <span aria-hidden="true" className={styles.bar} style={width === undefined ? undefined : { width }} />
  )
}
