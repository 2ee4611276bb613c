import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { type ReactNode, useId } from 'react'
import { Link } from 'react-router-dom'
import { grouped } from './decimal-text.ts'
import styles from './Pager.module.css'

export interface PagerProps {
  /** Places of the first and last row, counted from 1. */
  from: number
  to: number
  /** Null on the first page. */
  previousHref: string | null
  nextHref: string | null
  limit: number
  limits: readonly number[]
  onLimit: (limit: number) => void
  shortcuts?: { readonly previous: string; readonly next: string }
  /** The rows in the plural: 'transactions'. */
  label: string
}

/** Turns the pages of a list whose total is unknown. */
export function Pager(props: PagerProps): ReactNode {
  const { limit, limits, onLimit, label } = props
  const selectId = useId()
  const sizes = [...new Set([...limits, limit])].sort((one, other) => one - other)
  return (
    <nav className={styles.pager} aria-label={`Pages of ${label}`}>
      <p className={styles.summary}>{pageSummary({ ...props, hasNext: props.nextHref !== null })}</p>
      <div className={styles.size} data-print="hide">
        <label htmlFor={selectId}>Per page</label>
        <select
          id={selectId}
          className={styles.select}
          value={limit}
          onChange={(event) => onLimit(Number(event.currentTarget.value))}
        >
          {sizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </div>
      <div className={styles.turns} data-print="hide">
        <Turn to={props.previousHref} rel="prev" shortcut={props.shortcuts?.previous}>
          <ChevronLeft size={16} aria-hidden="true" />
          Previous
        </Turn>
        <Turn to={props.nextHref} rel="next" shortcut={props.shortcuts?.next}>
          Next
          <ChevronRight size={16} aria-hidden="true" />
        </Turn>
      </div>
    </nav>
  )
}

function Turn({
  to,
  rel,
  shortcut,
  children,
}: {
  to: string | null
  rel: 'prev' | 'next'
  shortcut: string | undefined
  children: ReactNode
}) {
  if (to !== null) {
    return (
      <Link className={styles.turn} to={to} rel={rel} aria-keyshortcuts={shortcut}>
        {children}
      </Link>
    )
  }
  return (
    // A disabled link, as ARIA describes it.
    // biome-ignore lint/a11y/useFocusableInteractive: what leads nowhere takes no focus
    // biome-ignore lint/a11y/useSemanticElements: an <a> without href has no role of its own
    <span className={styles.turn} role="link" aria-disabled="true">
      {children}
    </span>
  )
}

/** "1–50 of more than 50 transactions", or "51–73 of 73 transactions" on the last page. */
export function pageSummary({
  from,
  to,
  hasNext,
  label,
}: {
  from: number
  to: number
  hasNext: boolean
  label: string
}): string {
  if (to < from) return `No ${label} on this page`
  const rows = from === to ? grouped(from) : `${grouped(from)}–${grouped(to)}`
  return `${rows} of ${hasNext ? 'more than ' : ''}${grouped(to)} ${label}`
}
