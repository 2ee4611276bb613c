import ChevronRight from 'lucide-react/icons/chevron-right'
import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react'
import { classes } from './inline.tsx'
import layout from './layout.module.css'
import styles from './page.module.css'

/** Precedes the page's title in the title of the tab. */
export const TitleCount = createContext('')

/** The head of a page: its `<h1>`, facts about it, and its actions. Also sets the title of the tab. */
export function PageHeader({
  title,
  meta,
  isBrief = false,
  actions,
  children,
}: {
  title: string
  /** Beside the title, such as "as of 14:03:22 UTC". On a phone it has a line of its own, unless it is brief. */
  meta?: ReactNode
  isBrief?: boolean
  actions?: ReactNode
  children?: ReactNode
}) {
  const count = useContext(TitleCount)
  useEffect(() => {
    document.title = `${count}${title} · Custody Console`
  }, [title, count])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // This chunk came after the navigation, which left the focus on `<main>`.
    if (heading.current && document.activeElement === heading.current.closest('main'))
      heading.current.focus({ preventScroll: true })
  }, [])
  return (
    <header className={classes(layout.stack, styles.header)}>
      <div className={classes(layout.row, styles.headline)}>
        <h1 ref={heading} className={layout.title} tabIndex={-1} data-takes-focus>
          {title}
        </h1>
        {meta === undefined ? null : (
          <div className={classes(layout.row, layout.muted, styles.meta)} data-brief={isBrief || undefined}>
            {meta}
          </div>
        )}
        {actions === undefined ? null : (
          <div className={classes(layout.row, layout.end)} data-print="hide">
            {actions}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}

export function PageBody({ children }: { children: ReactNode }) {
  return (
    <div className={layout.parts} data-print="flow">
      {children}
    </div>
  )
}

/** What of `details` shows while it is closed. */
export function Summary({ children }: { children: ReactNode }) {
  return (
    <summary className={styles.summary}>
      <ChevronRight size={14} aria-hidden />
      {children}
    </summary>
  )
}

/** Fields of a record, as `DescriptionItem`s. */
export function DescriptionList({ children }: { children: ReactNode }): ReactNode {
  return (
    <div className={styles.fields}>
      <dl>{children}</dl>
    </div>
  )
}

/** `actions` show on hover and focus, or always without hover. `wide` puts the value below its term. */
export function DescriptionItem({
  term,
  children,
  actions,
  wide = false,
}: {
  term: ReactNode
  children: ReactNode
  actions?: ReactNode
  wide?: boolean
}): ReactNode {
  return (
    <div className={classes(layout.stack, styles.field)} data-wide={wide || undefined}>
      <dt className={layout.muted}>{term}</dt>
      <dd className={classes(layout.line, layout.top)}>
        <div className={layout.fill}>{children}</div>
        {actions !== undefined && actions !== null && (
          <div className={classes(layout.line, layout.tight, styles.valueActions)} data-print="hide">
            {actions}
          </div>
        )}
      </dd>
    </div>
  )
}
