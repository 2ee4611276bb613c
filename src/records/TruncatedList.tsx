import styles from './TruncatedList.module.css'
import { UntrustedText } from './UntrustedText.tsx'

const shown = 4

/** The first few of a list of names on one line, and how many more there are. */
export function TruncatedList({ items }: { items: readonly (string | null)[] }) {
  const distinct = [...new Set(items)]
  const more = distinct.length - shown
  return (
    <span className={styles.glance}>
      {distinct.slice(0, shown).map((item) => (
        <span key={item} className={styles.item}>
          <UntrustedText text={item} />
        </span>
      ))}
      {more > 0 && <span className={styles.more}>and {more} more</span>}
    </span>
  )
}
