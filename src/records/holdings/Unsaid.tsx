import { VisuallyHidden } from '../../ui/VisuallyHidden.tsx'
import styles from './holdings.module.css'

/** "–" where nothing can be said, with the reason on hover and for those who listen. */
export function Unsaid({ why }: { why: string }) {
  return (
    <span className={styles.unsaid} title={why}>
      <span aria-hidden>–</span>
      <VisuallyHidden>{why}</VisuallyHidden>
    </span>
  )
}
