import type { ReactNode } from 'react'
import styles from './SplitBar.module.css'
import hidden from './VisuallyHidden.module.css'

/** One share of a whole; `share` in per-mille, 0 to 1000. */
export interface SplitPart {
  label: string
  share: number
  tone: 'accent' | 'neutral' | 'info' | 'success' | 'warning'
  /** More than nothing, though too little to be a share: drawn as thin as can be, and called so. */
  trace?: boolean
}

/** A bar cut into shares that someone else has computed, and the same in words under it, or `bare` only read aloud. */
export function SplitBar({
  parts,
  label,
  bare = false,
}: {
  parts: readonly SplitPart[]
  label: string
  bare?: boolean
}): ReactNode {
  return (
    <div className={styles.split}>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(({ label, share, tone, trace }) =>
          share > 0 || trace ? (
            <span key={label} className={styles.part} data-tone={tone} style={{ flexGrow: share }} />
          ) : null,
        )}
      </div>
      <ul className={bare ? hidden.hidden : styles.legend} aria-label={label}>
        {parts.map(({ label, share, tone, trace }) => (
          <li key={label} className={styles.entry}>
            <span className={styles.swatch} data-tone={tone} aria-hidden="true" />
            {label} <span className={styles.share}>{percentText(share, trace)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** A share in words: "12.5%", and "<0.1%" for what is more than nothing. */
export function percentText(share: number, trace = false): string {
  return trace ? '<0.1%' : `${Math.trunc(share / 10)}.${share % 10}%`
}
