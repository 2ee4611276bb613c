import { type ReactNode, useEffect, useRef } from 'react'
import styles from './PageHeader.module.css'

/** The head of every page: its one `<h1>`, what is said about it, and what can be done. Names the browser tab too. */
export function PageHeader({
  title,
  meta,
  actions,
  children,
}: {
  title: string
  /** Beside the title, muted: "as of 14:03:22 UTC". */
  meta?: ReactNode
  /** At the end of the line. */
  actions?: ReactNode
  /** Under the line: tabs, a filter bar. */
  children?: ReactNode
}) {
  useEffect(() => {
    document.title = `${title} · Custody Console`
  }, [title])
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // Who came before the page was fetched waits where it was to be.
    if (heading.current && document.activeElement === heading.current.closest('main'))
      heading.current.focus({ preventScroll: true })
  }, [])
  return (
    <header className={styles.header}>
      <div className={styles.line}>
        <h1 ref={heading} className={styles.title} tabIndex={-1}>
          {title}
        </h1>
        {meta === undefined ? null : <div className={styles.meta}>{meta}</div>}
        {actions === undefined ? null : (
          <div className={styles.actions} data-print="hide">
            {actions}
          </div>
        )}
      </div>
      {children}
    </header>
  )
}
