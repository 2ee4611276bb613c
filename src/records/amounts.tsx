import type { ReactNode } from 'react'
import type { CellLook, Column, RowData } from '../ui/data-table.ts'
import { groupThousands, splitDecimal, splitTrailingZeros } from '../ui/decimal-text.ts'
import { VisuallyHidden } from '../ui/inline.tsx'
import { sortedBy } from '../ui/sort-key.ts'
import styles from './records.module.css'
import { UntrustedText } from './text.tsx'

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
export function amountCells<R extends RowData>(
  value: (row: R) => string | null,
  fractionWidth: number,
): Pick<Column<R>, 'cell' | 'accessorFn'> & Required<Pick<Column<R>, 'meta'>> {
  return {
    ...sortedBy(value),
    cell: ({ row }) => amountContent(value(row.original)),
    meta: { align: 'end', look: ({ row }) => decimalLook(value(row.original), fractionWidth) },
  }
}

function amountContent(value: string | null): ReactNode {
  return value !== null && splitDecimal(value) === null ? (
    <UntrustedText text={value} />
  ) : (
    decimalContent(value)
  )
}

/** Beyond so many digits a column no longer keeps room for its longest fraction. */
const widestPad = 18

/**
 * What the element around a decimal carries. With `fractionWidth`, the digits of the longest fraction in its column, points stand
 * under each other.
 */
export function decimalLook(value: string | null, fractionWidth = 0): CellLook {
  if (value === null) return { className: styles.none, 'data-pad': missingFraction('', fractionWidth) }
  const parts = splitDecimal(value)
  if (parts === null) return { className: styles.other }
  return { className: styles.decimal, 'data-pad': missingFraction(parts.fraction, fractionWidth) }
}

/**
 * What stands in it: the decimal text, exact, with its thousands grouped by commas that are drawn alone, so that copying gives the plain
 * text. Null is shown as "–"; what is no decimal is shown as it came.
 */
export function decimalContent(value: string | null): ReactNode {
  if (value === null)
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>not given</VisuallyHidden>
      </>
    )
  const parts = splitDecimal(value)
  if (parts === null) return value
  const groups = groupThousands(parts.integer)
  const [significant, zeros] = splitTrailingZeros(parts.fraction)
  const last = `${groups.at(-1)}${parts.fraction === '' ? '' : `.${significant}`}`
  // A text alone, where that is enough, is nothing that React keeps: a page has hundreds of them.
  if (groups.length === 1 && zeros === '') return parts.sign + last
  return (
    <>
      {parts.sign}
      {groups.slice(0, -1).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place; equal groups repeat
        <span key={index} className={styles.thousands}>
          {group}
        </span>
      ))}
      {last}
      {zeros !== '' && <span className={styles.zeros}>{zeros}</span>}
    </>
  )
}

/**
 * What the fraction lacks to its column's width. It is drawn unseen in the same face and figures by a pseudo-element,
 * which no selection, search or screen reader finds; `ch` would measure the proportional zero instead.
 */
function missingFraction(fraction: string, fractionWidth: number): string | undefined {
  const width = Math.min(fractionWidth, widestPad)
  if (width <= fraction.length) return undefined
  return `${fraction === '' ? '.' : ''}${'0'.repeat(width - fraction.length)}`
}
