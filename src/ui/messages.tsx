import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import styles from './blocks.module.css'
import { classes, type Tone } from './inline.tsx'
import layout from './layout.module.css'

const icons = { info: Info, warning: TriangleAlert, danger: CircleAlert } as const

/** A message across a page: what is the matter, what follows, what can be done. Danger interrupts, the others do not. */
export function Banner({
  tone,
  title,
  children,
  actions,
  details,
}: {
  tone: Extract<Tone, 'info' | 'warning' | 'danger'>
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** The small print: codes, the request, what the service said. */
  details?: ReactNode
}) {
  const Icon = icons[tone]
  return (
    <div className={classes(styles.banner, layout[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon className={styles.bannerIcon} aria-hidden />
      <div className={styles.bannerText}>
        <p className={styles.strong}>{title}</p>
        {children && <div className={styles.bannerBody}>{children}</div>}
        {actions && (
          <div className={classes(layout.row, styles.bannerActions)} data-print="hide">
            {actions}
          </div>
        )}
        {details && <div className={classes(layout.small, styles.bannerActions)}>{details}</div>}
      </div>
    </div>
  )
}

/** A calm statement that there is nothing to show, why, and what can be done. */
export function EmptyState({
  icon,
  title,
  children,
  actions,
  small,
}: {
  icon?: ReactNode
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  /** Small print under it, such as the code. */
  small?: ReactNode
}) {
  return (
    <div className={styles.empty} role="status">
      {icon && (
        <div className={styles.emptyIcon} aria-hidden>
          {icon}
        </div>
      )}
      <p className={styles.strong}>{title}</p>
      {children && <div className={classes(layout.muted, styles.emptyBody)}>{children}</div>}
      {actions && (
        <div className={classes(layout.row, styles.emptyActions)} data-print="hide">
          {actions}
        </div>
      )}
      {small && <div className={classes(layout.small, styles.emptySmall)}>{small}</div>}
    </div>
  )
}

/** What stands out from the page: how far something is, or what it came to. With a label it is a region. */
export function Box({ label, children }: { label?: string; children: ReactNode }) {
  const Element = label === undefined ? 'div' : 'section'
  return (
    <Element aria-label={label} className={classes(layout.box, layout.stack, styles.figures)}>
      {children}
    </Element>
  )
}

/** What it says first of all. */
export function BoxTitle({ icon, children }: { icon?: ReactNode; children: ReactNode }) {
  return (
    <p className={classes(layout.heading, styles.boxTitle)}>
      {icon}
      <span>{children}</span>
    </p>
  )
}

/** One thing more about it. */
export function BoxNote({ children }: { children: ReactNode }) {
  return <p className={layout.muted}>{children}</p>
}
