import { useEffect, useEffectEvent, useRef } from 'react'
import { useOpenPack } from '../api/hooks.ts'
import { showInstant } from '../records/instant.ts'
import { usePreferences } from '../records/preferences.ts'
import { Instant } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './list.module.css'
import { usePageRefresh } from './refresh.tsx'

/** How fresh the page is: "as of", and what is new, which has a reserved place, so that nothing below moves. */
export function Freshness({
  asOf,
  refreshing,
  onRefresh,
  added = 0,
  gone = 0,
  onAdopt,
  hasFailed,
  note = null,
}: {
  /** ISO 8601; null before the first reading. */
  asOf: string | null
  refreshing: boolean
  onRefresh: () => void
  /** Rows that came and went since the list was shown. */
  added?: number
  gone?: number
  onAdopt?: () => void
  hasFailed: boolean
  /** One sentence about the rows. */
  note?: string | null
}) {
  const isOfPack = useOpenPack() !== null
  const news = newsOf(added, gone)
  usePageRefresh(useAnnouncedRefresh({ asOf, refreshing, onRefresh, hasFailed }), refreshing)
  useAnnounced(news)
  useAnnounced(note)
  // A pack never changes, and its own bar has the date.
  if (isOfPack) return null
  return (
    <div className={classes(layout.row, layout.muted, styles.freshness)}>
      {asOf !== null && (
        <span>
          as of{' '}
          <span data-print="hide">
            <Instant iso={asOf} timeOnly />
          </span>
          {/* Paper needs the day too. */}
          <span data-print="only">
            <Instant iso={asOf} />
          </span>
        </span>
      )}
      <span className={classes(layout.line, styles.news)} data-print="hide">
        {news && onAdopt && (
          <Button small kind="primary" onClick={onAdopt}>
            {news} · Show
          </Button>
        )}
        {note && !news && (
          <span className={layout.ellipsis} title={note}>
            {note}
          </span>
        )}
      </span>
    </div>
  )
}

/** Announces a refresh that the reader asked for, once it is there. One that failed is announced by its own notice. */
function useAnnouncedRefresh({
  asOf,
  refreshing,
  onRefresh,
  hasFailed,
}: {
  asOf: string | null
  refreshing: boolean
  onRefresh: () => void
  hasFailed: boolean
}): () => void {
  const { timeZone } = usePreferences()
  const isAsked = useRef(false)
  const came = useEffectEvent(() => {
    if (!isAsked.current) return
    isAsked.current = false
    const at = asOf === null ? null : showInstant(asOf, timeZone)
    if (!hasFailed) announce(at ? `Refreshed, as of ${at.time} ${at.zone}.` : 'Refreshed.')
  })
  useEffect(() => {
    if (!refreshing) came()
  }, [refreshing])
  return () => {
    isAsked.current = true
    onRefresh()
  }
}

function useAnnounced(sentence: string | null): void {
  useEffect(() => {
    if (sentence) announce(`${sentence}.`)
  }, [sentence])
}

function newsOf(added: number, gone: number): string | null {
  if (added > 0) return `${added} new`
  return gone > 0 ? 'The list has changed' : null
}
