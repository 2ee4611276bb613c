import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useOpenPack } from '../api/hooks.ts'
import { explainError } from '../records/errors.tsx'
import { showInstant } from '../records/instant.ts'
import { useKeyHint, useKeys } from '../records/keys.ts'
import { changePreferences, usePreferences } from '../records/preferences.ts'
import { Instant, UntrustedText } from '../records/text.tsx'
import { Button, IconButton } from '../ui/buttons.tsx'
import { useLasting, useLostFocus } from '../ui/hooks.ts'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './list.module.css'
import type { FailureShown } from './notices.tsx'

/**
 * How fresh the page is: "as of", refresh, the switch for automatic refresh, what is new, and a refresh that failed. What appears by
 * itself has a reserved place, so that nothing below moves.
 */
export function Freshness({
  asOf,
  refreshing,
  onRefresh,
  added = 0,
  gone = 0,
  onAdopt,
  failed,
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
  failed?: FailureShown
  /** One sentence about the rows. */
  note?: string | null
}) {
  const isOfPack = useOpenPack() !== null
  // A short refresh shows no animation, which would have the page painted in layers.
  const isTurning = useLasting(refreshing)
  const keyHint = useKeyHint()
  const news = newsOf(added, gone)
  const hasFailed = Boolean(failed?.banner ?? failed?.mentioned)
  const refresh = useAnnouncedRefresh({ asOf, refreshing, onRefresh, hasFailed })
  useKeys(isOfPack ? {} : { r: refresh })
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
      <AutoRefresh />
      <IconButton
        label="Refresh"
        onClick={refresh}
        aria-keyshortcuts={keyHint('r')}
        aria-busy={refreshing || undefined}
        data-print="hide"
      >
        <RefreshCw aria-hidden className={isTurning ? layout.turning : undefined} />
      </IconButton>
      <span className={classes(layout.line, styles.news)} data-print="hide">
        {news && onAdopt && (
          <Button small kind="primary" onClick={onAdopt}>
            {news} · Show
          </Button>
        )}
        {failed?.mentioned && <Failed {...failed} error={failed.mentioned} asOf={asOf} />}
        {note && !news && !failed?.mentioned && (
          <span className={layout.ellipsis} title={note}>
            {note}
          </span>
        )}
      </span>
    </div>
  )
}

function AutoRefresh() {
  const { live } = usePreferences()
  return (
    <label className={layout.row} data-print="hide">
      <input
        type="checkbox"
        checked={live}
        onChange={(event) => changePreferences({ live: event.target.checked })}
      />
      <span>
        Auto<span className={layout.roomy}>-refresh</span>
      </span>
    </label>
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

function Failed({
  error,
  isAsked,
  show,
  asOf,
}: Pick<FailureShown, 'isAsked' | 'show'> & { error: ApiError; asOf: string | null }) {
  const button = useLostFocus<HTMLButtonElement>(isAsked)
  const what = error.failure.code || explainError(error).title
  useEffect(() => announce(`Not refreshed: ${what}.`), [what])
  return (
    <Button
      small
      kind="quiet"
      icon={<TriangleAlert size={14} aria-hidden />}
      className={styles.failed}
      onClick={show}
      ref={button}
    >
      <span className={layout.ellipsis}>
        <UntrustedText text={what} /> · not refreshed
        {asOf !== null && (
          <>
            {' '}
            since <Instant iso={asOf} timeOnly />
          </>
        )}
      </span>
    </Button>
  )
}

function newsOf(added: number, gone: number): string | null {
  if (added > 0) return `${added} new`
  return gone > 0 ? 'The list has changed' : null
}
