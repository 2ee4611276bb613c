import type { ReactNode } from 'react'
import styles from './reading.module.css'

/** What a reading came to: the sentence, and what else is to be known of it. */
export function ReadingSummary({ sentence, children }: { sentence: ReactNode; children?: ReactNode }) {
  return (
    <section aria-label="Result" className={styles.box}>
      <p className={styles.sentence}>{sentence}</p>
      {children}
    </section>
  )
}

/** One thing more about it. */
export function ReadingNote({ children }: { children: ReactNode }) {
  return <p className={styles.note}>{children}</p>
}
