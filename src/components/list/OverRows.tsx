import type { ReactNode } from 'react'
import { useLostFocus } from '../../ui/use-lost-focus.ts'
import styles from './ListPage.module.css'

/** Lies over the first rows of a list, which stay where they are. */
export function OverRows({ isAsked, children }: { isAsked: boolean; children: ReactNode }) {
  const frame = useLostFocus<HTMLDivElement>(isAsked)
  return (
    <div className={styles.over} ref={frame} tabIndex={-1}>
      {children}
    </div>
  )
}
