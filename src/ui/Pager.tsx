import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import { countText } from '../contract/count-text.ts'
import { ButtonLink } from './buttons.tsx'
import { classes, SkeletonText } from './inline.tsx'
import layout from './layout.module.css'
import { Link } from './links.tsx'
import styles from './page.module.css'

interface PagerProps {
  /** Places of the first and last row, counted from 1. */
  from: number
  to: number
  previousHref: string | null
  nextHref: string | null
  hasNext: boolean
  total: number | 'counting' | null
  /** Null on the last page, and where the total is unknown. */
  lastHref: string | null
  /** The rows are those of another filter still: nothing is counted for this one. */
  isAwaited: boolean
  limit: number
  onLimit: (limit: number) => void
  shortcuts: { readonly previous: string | undefined; readonly next: string | undefined }
  /** The rows in the plural: 'transactions'. */
  label: string
}

/** Turns the pages of a list. One page that holds the whole list has only its length, and one that was made long its size. */
export function Pager(props: PagerProps) {
  const { previousHref, nextHref, lastHref, shortcuts, limit, onLimit, label } = props
  const sizes = [...new Set([25, 50, 100, limit])].sort((one, other) => one - other)
  const isAll = previousHref === null && nextHref === null
  return (
    <nav className={classes(layout.row, layout.muted, styles.pager)} aria-label={`Pages of ${label}`}>
      <p className={layout.fill}>
        {props.isAwaited ? <SkeletonText width="11rem" /> : pageSummary(props)}
        {lastHref !== null && (
          <>
            {' '}
            <Link to={lastHref} data-print="hide">
              Last page
            </Link>
          </>
        )}
      </p>
      {!(isAll && limit <= 50) && (
        <label className={classes(layout.row, styles.size)} data-print="hide">
          Per page
          <select value={limit} onChange={(event) => onLimit(Number(event.currentTarget.value))}>
            {sizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </label>
      )}
      {!isAll && (
        <>
          <ButtonLink to={previousHref} rel="prev" aria-keyshortcuts={shortcuts.previous}>
            <ChevronLeft size={16} aria-hidden="true" />
            Previous
          </ButtonLink>
          <ButtonLink to={nextHref} rel="next" aria-keyshortcuts={shortcuts.next}>
            Next
            <ChevronRight size={16} aria-hidden="true" />
          </ButtonLink>
        </>
      )}
    </nav>
  )
}

/** "1–50 of 25,012 transactions"; without a total "1–50 of more than 50 transactions", or "51–73 of 73 transactions" on the last page. */
export function pageSummary({
  from,
  to,
  hasNext,
  total,
  label,
}: {
  from: number
  to: number
  hasNext: boolean
  total: number | 'counting' | null
  label: string
}): string {
  const rows = from === to ? countText(from) : `${countText(from)}–${countText(to)}`
  if (total === 'counting') return `${rows} ${label}, counting…`
  const most = total === null ? `${hasNext ? 'more than ' : ''}${countText(to)}` : countText(total)
  return `${rows} of ${most} ${label}`
}
