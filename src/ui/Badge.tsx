import type { ReactNode } from 'react'
import styles from './Badge.module.css'
import { classes } from './classes.ts'
import tones from './tones.module.css'

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
    <span className={classes(styles.badge, tones[tone], className)} {...attributes}>
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
