import CircleCheck from 'lucide-react/icons/circle-check'
import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import styles from './blocks.module.css'
import { useDelayedTrue } from './hooks.ts'
import { classes, type Tone } from './inline.tsx'
import layout from './layout.module.css'

const icons = { info: Info, success: CircleCheck, warning: TriangleAlert, danger: CircleAlert } as const

/** A message across a page. Danger interrupts screen readers. */
export function Banner({
  tone,
  title,
  children,
  actions,
  details,
  isLine,
}: {
  tone: Extract<Tone, keyof typeof icons>
  title: ReactNode
  children?: ReactNode
  actions?: ReactNode
  details?: ReactNode
  /** Its actions are beside its title. */
  isLine?: boolean
}) {
  const Icon = icons[tone]
  return (
    <div
      className={classes(styles.banner, layout[tone])}
      data-line={isLine}
      role={tone === 'danger' ? 'alert' : 'status'}
    >
      <Icon aria-hidden />
      <div className={classes(isLine ? layout.row : layout.stack, layout.fill)}>
        <p className={classes(layout.strong, isLine && layout.fill)}>{title}</p>
        {children && <div className={classes(layout.stack, styles.bannerBody)}>{children}</div>}
        {actions && (
          <div className={layout.row} data-print="hide">
            {actions}
          </div>
        )}
        {details && <div className={layout.small}>{details}</div>}
      </div>
    </div>
  )
}

export function EmptyState({
  icon,
  title,
  children,
  actions,
  small,
}: {
  icon: ReactNode
  title: ReactNode
  children: ReactNode
  actions?: ReactNode
  small?: ReactNode
}) {
  return (
    <div className={classes(layout.stack, layout.box, styles.empty)} role="status">
      <div className={styles.emptyIcon} aria-hidden>
        {icon}
      </div>
      <p className={layout.strong}>{title}</p>
      <div className={classes(layout.muted, styles.emptyBody)}>{children}</div>
      {actions && (
        <div className={layout.row} data-print="hide">
          {actions}
        </div>
      )}
      {small && <div className={layout.small}>{small}</div>}
    </div>
  )
}

/** A box that stands out from the page. With a label it is a region. */
export function Box({ label, children }: { label?: string; children: ReactNode }) {
  const Element = label === undefined ? 'div' : 'section'
  return (
    <Element aria-label={label} className={classes(layout.box, layout.stack, styles.figures)}>
      {children}
    </Element>
  )
}

/** What is being done, and how far, from 0 to 1, where that is known. Nothing for the first 300 ms. */
export function Progress({ part = null, children }: { part?: number | null; children: ReactNode }) {
  const lasts = useDelayedTrue(true)
  if (!lasts) return null
  return (
    <div className={layout.row}>
      <p role="status">{children}</p>
      <progress aria-label="Done so far" value={part ?? undefined} />
    </div>
  )
}
