import type { ReactNode } from 'react'
import styles from './DecimalText.module.css'
import { groupThousands, splitDecimal, splitTrailingZeros } from './decimal-text.ts'
import type { CellLook } from './table-column.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

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
        <span key={index} className={styles.group}>
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
