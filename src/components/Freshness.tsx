import { RefreshCw } from 'lucide-react'
import { useEffect } from 'react'
import { Button, IconButton } from '../ui/Button.tsx'
import { announce } from '../ui/LiveRegion.tsx'
import styles from './Freshness.module.css'
import { Instant } from './Instant.tsx'
import { changePreferences, usePreferences } from './preferences.ts'

/** How fresh the page is: "as of", refresh, the switch of the automatic refresh, and what is new since. */
export function Freshness({
  asOf,
  refreshing,
  onRefresh,
  added = 0,
  gone = 0,
  onAdopt,
}: {
  /** ISO 8601 instant of the latest reading; null before the first. */
  asOf: string | null
  refreshing: boolean
  onRefresh: () => void
  /** Rows that came and went since the list came on screen. */
  added?: number
  gone?: number
  onAdopt?: () => void
}) {
  const { live } = usePreferences()
  const news = newsOf(added, gone)
  useEffect(() => {
    if (news) announce(`${news}.`)
  }, [news])
  return (
    <div className={styles.freshness}>
      {news && onAdopt && (
        <Button small kind="primary" onClick={onAdopt} data-print="hide">
          {news} · Show
        </Button>
      )}
      {asOf !== null && (
        <span className={styles.asOf}>
          as of{' '}
          <span className={styles.onScreen}>
            <Instant iso={asOf} timeOnly />
          </span>
          {/* Paper is read on other days. */}
          <span className={styles.onPaper}>
            <Instant iso={asOf} />
          </span>
        </span>
      )}
      <label className={styles.live} data-print="hide">
        <input
          type="checkbox"
          checked={live}
          onChange={(event) => changePreferences({ live: event.target.checked })}
        />
        Auto-refresh
      </label>
      <IconButton label="Refresh" onClick={onRefresh} aria-busy={refreshing || undefined} data-print="hide">
        <RefreshCw aria-hidden className={refreshing ? styles.turning : undefined} />
      </IconButton>
    </div>
  )
}

function newsOf(added: number, gone: number): string | null {
  if (added > 0) return `${added} new`
  return gone > 0 ? 'The list has changed' : null
}
