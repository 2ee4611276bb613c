import type { ReactNode } from 'react'
import styles from './DecimalText.module.css'
import { groupThousands, splitDecimal, splitTrailingZeros } from './decimal-text.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'

/** Beyond so many digits a column no longer keeps room for its longest fraction. */
const widestPad = 18

/**
 * A decimal text, exact, with its thousands grouped by commas that are drawn alone, so that copying gives the plain text.
 * With `fractionWidth`, the digits of the longest fraction in its column, points stand under each other.
 * Null is shown as "–"; what is no decimal is shown as it came.
 */
export function DecimalText({
  value,
  fractionWidth = 0,
  muted = false,
}: {
  value: string | null
  fractionWidth?: number
  muted?: boolean
}): ReactNode {
  if (value === null) return <NotGiven pad={missingFraction('', fractionWidth)} />
  const parts = splitDecimal(value)
  if (parts === null) return <span className={styles.other}>{value}</span>
  const [significant, zeros] = splitTrailingZeros(parts.fraction)
  return (
    <span
      className={styles.decimal}
      data-muted={muted || undefined}
      data-pad={missingFraction(parts.fraction, fractionWidth) || undefined}
    >
      {parts.sign}
      {groupThousands(parts.integer).map((group, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a group is its place; equal groups repeat
        <span key={index} className={styles.group}>
          {group}
        </span>
      ))}
      {parts.fraction !== '' && (
        <span className={styles.fraction}>
          .{significant}
          {zeros !== '' && <span className={styles.zeros}>{zeros}</span>}
        </span>
      )}
    </span>
  )
}

function NotGiven({ pad }: { pad: string }) {
  return (
    <span className={styles.none} data-pad={pad || undefined}>
      <span aria-hidden="true">–</span>
      <VisuallyHidden>not given</VisuallyHidden>
    </span>
  )
}

/**
 * What the fraction lacks to its column's width. It is drawn unseen in the same face and figures by a pseudo-element,
 * which no selection, search or screen reader finds; `ch` would measure the proportional zero instead.
 */
function missingFraction(fraction: string, fractionWidth: number): string {
  const width = Math.min(fractionWidth, widestPad)
  if (width <= fraction.length) return ''
  return `${fraction === '' ? '.' : ''}${'0'.repeat(width - fraction.length)}`
}
