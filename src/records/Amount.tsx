import type { ReactNode } from 'react'
import { decimalContent, decimalLook } from '../ui/DecimalText.tsx'
import { splitDecimal } from '../ui/decimal-text.ts'
import type { Column } from '../ui/table-column.ts'
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
}): ReactNode {
  const amount = <span {...decimalLook(value, fractionWidth)}>{amountContent(value)}</span>
  if (asset === undefined) return amount
  return (
    <span className={styles.amount} data-aligned={fractionWidth !== undefined || undefined}>
      {amount}
      <span className={styles.asset}>
        <UntrustedText text={asset} />
      </span>
    </span>
  )
}

/** A column of amounts whose asset stands elsewhere, their points under each other: the cells themselves are the amounts. */
export function amountCells<R>(
  value: (row: R) => string | null,
  fractionWidth: number,
): Pick<Column<R>, 'cell' | 'look' | 'align' | 'sortBy'> {
  return {
    align: 'end',
    sortBy: value,
    cell: (row) => amountContent(value(row)),
    look: (row) => decimalLook(value(row), fractionWidth),
  }
}

function amountContent(value: string | null): ReactNode {
  return value !== null && splitDecimal(value) === null ? (
    <UntrustedText text={value} />
  ) : (
    decimalContent(value)
  )
}
