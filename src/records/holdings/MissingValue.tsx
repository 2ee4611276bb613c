import { VisuallyHidden } from '../../ui/inline.tsx'
import styles from './holdings.module.css'

/** "–" where nothing can be said, with the reason on hover and for those who listen. */
export function MissingValue({ why }: { why: string }) {
  return (
    <span className={styles.missing} title={why}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  )
}
