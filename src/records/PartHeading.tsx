import type { ReactNode } from 'react'
import styles from './PartHeading.module.css'

/** Heads one part of a record: an end of a transaction, an address of a whitelist, the fields beside the specification. */
export function PartHeading({
  level: Heading = 'h3',
  children,
}: {
  level?: 'h2' | 'h3'
  children: ReactNode
}) {
  return <Heading className={styles.heading}>{children}</Heading>
}
