import type { CSSProperties, ReactNode } from 'react'
import styles from './blocks.module.css'
import layout from './layout.module.css'

declare module 'react' {
  // React’s types do not know custom properties.
  interface CSSProperties {
    [property: `--${string}`]: string | undefined
  }
}

export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

export function Badge({
  tone = 'neutral',
  className,
  children,
  ...attributes
}: {
  tone?: Tone
  className?: string | undefined
  style?: CSSProperties | undefined
  role?: 'img'
  title?: string
  children: ReactNode
}) {
  return (
    <span className={classes(styles.badge, layout[tone], className)} {...attributes}>
      {children}
    </span>
  )
}

/** A grey bar in place of a line of text that is loading. */
export function SkeletonText({ width }: { width: string }): ReactNode {
  return <span aria-hidden="true" className={styles.skeleton} style={{ width }} />
}

/** `share` is in per mille. */
export interface SplitPart {
  label: string
  share: number
  tone: 'accent' | 'neutral' | 'info' | 'success' | 'warning'
  /** More than nothing but less than 0.1%. */
  trace?: boolean
}

/** A bar of shares with a legend, or `bare` with the legend only read out. */
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
    <div className={layout.stack}>
      <div className={styles.splitBar} aria-hidden="true">
        {parts.map(({ label, share, tone, trace }) =>
          share > 0 || trace ? (
            <span key={label} className={styles.part} data-tone={tone} style={{ flexGrow: share }} />
          ) : null,
        )}
      </div>
      <ul
        className={bare ? layout.hidden : classes(layout.row, layout.small, styles.legend)}
        aria-label={label}
      >
        {parts.map(({ label, share, tone, trace }) => (
          <li key={label} className={layout.row}>
            <span className={styles.swatch} data-tone={tone} aria-hidden="true" />
            {label} {percentText(share, trace)}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** "12.5%", and "<0.1%" for a trace. */
export function percentText(share: number, trace = false): string {
  return trace ? '<0.1%' : `${Math.trunc(share / 10)}.${share % 10}%`
}

/** Read out by screen readers, neither drawn nor copied. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={layout.hidden}>{children}</span>
}

/** Has screen readers say what happened, without moving the focus. */
export function announce(text: string): void {
  for (const region of document.querySelectorAll('[data-announces]')) {
    // A new node each time, so that the same words are read twice.
    const said = document.createElement('p')
    said.textContent = text
    region.append(said)
    // By then it may no longer be true.
    setTimeout(() => said.remove(), 8_000)
  }
}

/** Where announcements appear. The shell has one, and so has each modal, since a modal mutes the page behind it. */
export function LiveRegion() {
  return <div className={layout.hidden} role="status" aria-live="polite" data-announces data-print="hide" />
}

export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
