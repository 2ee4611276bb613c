import type { ReactNode } from 'react'
import { groupThousands } from '../contract/count-text.ts'
import { splitDecimal } from '../contract/decimal.ts'
import { sortedBy } from '../contract/sort-key.ts'
import type { CellLook, Column, RowData } from '../ui/data-table.ts'
import { classes, VisuallyHidden } from '../ui/inline.tsx'
import styles from './records.module.css'
import { UntrustedText } from './text.tsx'

/** Digits after the point that nobody dims. */
const leading = 8

/** An exact amount with its asset: "–" (never 0) for none, and as it came if it is no decimal. */
export function Amount({
  value,
  asset,
  fractionWidth,
}: {
  value: string | null
  asset?: string | null
  /** Digits of the longest fraction in the column, so that the points align. */
  fractionWidth?: number
}): ReactNode {
  const amount = <span {...decimalLook(value, fractionWidth)}>{decimalContent(value)}</span>
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

/**
 * A column of amounts, aligned on their points. The cells themselves are the amounts. The width is null while it is not known where the points
 * will be.
 */
export function amountCells<R extends RowData>(
  value: (row: R) => string | null,
  fractionWidth: number | null,
): Pick<Column<R>, 'cell' | 'accessorFn'> & Required<Pick<Column<R>, 'meta'>> {
  const pad = fractionWidth === null ? '' : missingFraction('', fractionWidth)
  return {
    ...sortedBy(value),
    cell: ({ row }) => decimalContent(value(row.original)),
    meta: {
      align: 'end',
      ...(pad !== undefined && { pad }),
      look: ({ row }) => decimalLook(value(row.original), fractionWidth ?? 0),
    },
  }
}

export function decimalLook(value: string | null, fractionWidth = 0): CellLook {
  const parts = value === null ? null : splitDecimal(value)
  if (value !== null && (parts === null || value.length > mostInLine)) return { className: styles.wrapping }
  const look = { 'data-pad': missingFraction(parts?.fraction ?? '', fractionWidth) }
  return { className: classes(styles.decimal, value === null && styles.missing), ...look }
}

/**
 * A column of figures beside others, aligned on their points. What a fraction has after its eighth digit hangs over the figure after it,
 * which leaves as much room in that row: long fractions and long integers are rarely neighbours. The last figure of a row hangs over nothing.
 */
export function figureCells<R extends RowData>(
  value: (row: R) => string | null | undefined,
  rows: readonly R[],
): Pick<Column<R>, 'cell' | 'accessorFn'> & Required<Pick<Column<R>, 'meta'>> {
  const longest = longestFraction(rows.map((row) => value(row) ?? null))
  const tail = (row: R) => Math.max(0, fractionOf(value(row)).length - leading)
  return {
    ...sortedBy((row: R) => value(row) ?? null),
    cell: ({ row }) => {
      const shown = value(row.original)
      return shown === undefined ? null : decimalContent(shown)
    },
    meta: {
      align: 'end',
      tail,
      look({ row: { original }, column, table }) {
        const columns = table.getAllLeafColumns()
        const at = columns.indexOf(column)
        const hangs = columns[at + 1]?.columnDef.meta?.tail !== undefined
        const counts = [
          hangs ? tail(original) : 0,
          (column.columnDef.meta?.tail && columns[at - 1]?.columnDef.meta?.tail?.(original)) ?? 0,
          hangs ? Math.max(0, longest - leading) : 0,
        ]
        const [own, before, most] = counts.map(String)
        const style = { '--tail': own, '--before': before, '--most': most }
        const shown = value(original)
        return {
          ...(shown !== undefined && decimalLook(shown, hangs ? Math.min(longest, leading) : longest)),
          ...(counts.some((count) => count > 0) && { style }),
        }
      },
    },
  }
}

function fractionOf(value: string | null | undefined): string {
  return (value == null ? null : splitDecimal(value))?.fraction ?? ''
}

/** Digits of the longest fraction; null and what is no decimal count as none. */
export function longestFraction(texts: readonly (string | null)[]): number {
  return texts.reduce((longest, text) => Math.max(longest, fractionOf(text).length), 0)
}

/** Longer than any amount of an asset, but a service may send more. */
const mostInLine = 48

/** The decimal text. Commas between thousands are only drawn, so that copying gives the plain text. */
export function decimalContent(value: string | null): ReactNode {
  if (value === null)
    return (
      <>
        <span aria-hidden="true">–</span>
        <VisuallyHidden>not given</VisuallyHidden>
      </>
    )
  const parts = splitDecimal(value)
  if (parts === null) return <UntrustedText text={value} />
  const groups = groupThousands(parts.integer)
  const [shown, dim] = splitFraction(parts)
  const last = `${groups.at(-1)}${parts.fraction === '' ? '' : `.${shown}`}`
  // A text alone costs React nothing, and a page has hundreds of them.
  if (groups.length === 1 && dim === '') return parts.sign + last
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
      {dim !== '' && <span className={styles.dim}>{dim}</span>}
    </>
  )
}

/** Dims digits after the eighth and trailing zeros, but not cents, and not where the first eight are all zero. */
function splitFraction({ integer, fraction }: { integer: string; fraction: string }): [string, string] {
  const significant = fraction.length <= 2 ? fraction : fraction.replace(/0+$/, '')
  const first = significant.slice(0, leading)
  const shown = /[1-9]/.test(integer + first) ? first : significant
  return [shown, fraction.slice(shown.length)]
}

/** The digits that pad a fraction. A pseudo-element has their exact width; `ch` would be that of the proportional zero. */
function missingFraction(fraction: string, fractionWidth: number): string | undefined {
  // A longer fraction would make the column too wide.
  const width = Math.min(fractionWidth, 18)
  if (width <= fraction.length) return undefined
  return `${fraction === '' ? '.' : ''}${'0'.repeat(width - fraction.length)}`
}
