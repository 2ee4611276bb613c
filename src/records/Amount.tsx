import { DecimalText } from '../ui/DecimalText.tsx'
import { splitDecimal } from '../ui/decimal-text.ts'
import styles from './Amount.module.css'
import { UntrustedText } from './UntrustedText.tsx'

/** An exact amount with its asset: full decimal text, "–" (never 0) where the service sent none, as it came where it is no decimal. */
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
    <span className={styles.amount} data-aligned={fractionWidth !== undefined || undefined}>
      {value !== null && splitDecimal(value) === null ? (
        <UntrustedText text={value} />
      ) : (
        <DecimalText value={value} {...(fractionWidth === undefined ? {} : { fractionWidth })} />
      )}
      {asset !== undefined && (
        <span className={styles.asset}>
          <UntrustedText text={asset} />
        </span>
      )}
    </span>
  )
}
