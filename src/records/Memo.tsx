import { FullIdentifier } from './Identifier.tsx'
import styles from './Memo.module.css'

/** A memo, prominent: a payment without it may be lost. */
export function Memo({ text }: { text: string }) {
  return (
    <strong className={styles.memo}>
      <FullIdentifier text={text} grouped={false} />
    </strong>
  )
}
