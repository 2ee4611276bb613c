import { DecimalText } from '../ui/DecimalText.tsx'
import styles from './Amount.module.css'
import { UntrustedText } from './UntrustedText.tsx'

/** An exact amount with its asset: full decimal text, and "–" (never 0) where the service sent none. */
export function Amount({
  value,
  asset,
  fractionWidth,
}: {
  value: string | null
  /** Asset id; left out where a column names it. */
  asset?: string | null
  /** Longest fraction of the column in digits, so that the points align. */
  fractionWidth?: number
}) {
  return (
    <span className={styles.amount}>
      <DecimalText value={value} {...(fractionWidth === undefined ? {} : { fractionWidth })} />
      {asset !== undefined && (
        <span className={styles.asset}>
          <UntrustedText text={asset} />
        </span>
      )}
    </span>
  )
}
