import CircleAlert from 'lucide-react/icons/circle-exclamation-point'
import Info from 'lucide-react/icons/info'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import type { Tone } from './Badge.tsx'
import styles from './Banner.module.css'
import { classes } from './classes.ts'
import tones from './tones.module.css'

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
    <div className={classes(styles.banner, tones[tone])} role={tone === 'danger' ? 'alert' : 'status'}>
      <Icon className={styles.icon} aria-hidden />
      <div className={styles.text}>
        <p className={styles.title}>{title}</p>
        {children && <div className={styles.body}>{children}</div>}
        {actions && (
          <div className={styles.actions} data-print="hide">
            {actions}
          </div>
        )}
        {details && <div className={styles.details}>{details}</div>}
      </div>
    </div>
  )
}
