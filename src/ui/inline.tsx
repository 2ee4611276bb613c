import { type ReactNode, useSyncExternalStore } from 'react'
import styles from './blocks.module.css'
import layout from './layout.module.css'

/** Tones that a badge or a banner can have. */
export type Tone = 'neutral' | 'info' | 'success' | 'warning' | 'danger'

/** A short label. Its icon carries the meaning for those who do not see its colour. */
export function Badge({
  tone = 'neutral',
  icon,
  className,
  children,
  ...attributes
}: {
  tone?: Tone
  icon?: ReactNode
  /** Of an icon that the badge draws itself. */
  className?: string | undefined
  'data-icon'?: string | null
  /** A picture has its title for a name. */
  role?: 'img'
  title?: string
  children: ReactNode
}) {
  return (
    <span className={classes(styles.badge, layout[tone], className)} {...attributes}>
      {/* A text that is all there is in an element is no part that React keeps by itself. */}
      {icon ? (
        <>
          {icon}
          {children}
        </>
      ) : (
        children
      )}
    </span>
  )
}

/** A grey bar in place of one line of text that is still on its way. `width` is a CSS width; the default fills the line. */
export function SkeletonText({ width }: { width?: string }): ReactNode {
  return (
    <span
      aria-hidden="true"
      className={styles.skeleton}
      style={width === undefined ? undefined : { width }}
    />
  )
}

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
    <div className={layout.stack}>
      <div className={styles.splitBar} aria-hidden="true">
        {parts.map(({ label, share, tone, trace }) =>
          share > 0 || trace ? (
            <span key={label} className={styles.part} data-tone={tone} style={{ flexGrow: share }} />
          ) : null,
        )}
      </div>
      <ul className={bare ? layout.hidden : styles.legend} aria-label={label}>
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

/** Text for those who listen: read aloud, not drawn, and left out of what a reader selects and copies. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={layout.hidden}>{children}</span>
}

interface Announcement {
  readonly id: number
  readonly text: string
}

/** Tells those who listen what happened elsewhere on the page, without moving their focus. */
export function announce(text: string): void {
  lastId += 1
  const announcement = { id: lastId, text }
  setAnnouncements([...announcements, announcement])
  // Once read aloud it is no longer true of the page: nobody should find it there later.
  setTimeout(() => setAnnouncements(announcements.filter((each) => each !== announcement)), 8_000)
}

/**
 * The place where announcements appear, mounted once by the shell. A modal makes the page behind it mute, so
 * each modal has its own.
 */
export function LiveRegion() {
  const current = useSyncExternalStore(subscribe, read, read)
  return (
    <div className={layout.hidden} role="status" aria-live="polite" aria-atomic="false" data-print="hide">
      {current.map(({ id, text }) => (
        // A node of its own each time: the same words twice are read twice.
        <p key={id}>{text}</p>
      ))}
    </div>
  )
}

function read() {
  return announcements
}

let lastId = 0
let announcements: readonly Announcement[] = []
const listeners = new Set<() => void>()

function setAnnouncements(next: readonly Announcement[]): void {
  announcements = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Joins the class names that apply. */
export function classes(...names: readonly (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
