import RefreshCw from 'lucide-react/icons/refresh-cw'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { useEffect, useState } from 'react'
import type { ApiError } from '../api/api-error.ts'
import { useOpenPack } from '../api/hooks.ts'
import { explainError } from '../records/errors.tsx'
import { useKeys } from '../records/keys.ts'
import { changePreferences, usePreferences } from '../records/preferences.ts'
import { Instant, UntrustedText } from '../records/text.tsx'
import { Button, IconButton } from '../ui/buttons.tsx'
import { useLostFocus } from '../ui/hooks.ts'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './list.module.css'

/** A reading that failed while what came before it is on screen. */
interface Failure {
  readonly error: ApiError
  /** It is mentioned here because the reader put it away. */
  readonly isAsked: boolean
  /** Says it in full. */
  readonly onDetails: () => void
}

/**
 * How fresh the page is: "as of", refresh, the switch of the automatic refresh, what is new since, and that the latest reading
 * failed. What comes and goes by itself has a place kept for it, so that nothing under this line moves.
 */
export function Freshness({
  asOf,
  refreshing,
  onRefresh,
  added = 0,
  gone = 0,
  onAdopt,
  failure = null,
  note = null,
}: {
  /** ISO 8601 instant of the latest reading; null before the first. */
  asOf: string | null
  refreshing: boolean
  onRefresh: () => void
  /** Rows that came and went since the list came on screen. */
  added?: number
  gone?: number
  onAdopt?: () => void
  /** Why what is on screen is not fresher, where that is not said in full elsewhere. */
  failure?: Failure | false | null
  /** What else is to be said of what is on screen, in one sentence. */
  note?: string | null
}) {
  const { live } = usePreferences()
  const isOfPack = useOpenPack() !== null
  const isTurning = useLasting(refreshing)
  const news = newsOf(added, gone)
  useKeys(isOfPack ? {} : { r: onRefresh })
  useEffect(() => {
    if (news) announce(`${news}.`)
  }, [news])
  useEffect(() => {
    if (note) announce(`${note}.`)
  }, [note])
  // The bar says as of when, and nothing of a pack changes.
  if (isOfPack) return null
  return (
    <div className={classes(layout.row, layout.muted, styles.freshness)}>
      {asOf !== null && (
        <span>
          as of{' '}
          <span data-print="hide">
            <Instant iso={asOf} timeOnly />
          </span>
          {/* Paper is read on other days. */}
          <span data-print="only">
            <Instant iso={asOf} />
          </span>
        </span>
      )}
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
      <IconButton
        label="Refresh"
        onClick={onRefresh}
        aria-keyshortcuts="r"
        aria-busy={refreshing || undefined}
        data-print="hide"
      >
        <RefreshCw aria-hidden className={isTurning ? styles.turning : undefined} />
      </IconButton>
      <span className={styles.news} data-print="hide">
        {news && onAdopt && (
          <Button small kind="primary" onClick={onAdopt}>
            {news} · Show
          </Button>
        )}
        {failure && <Failed {...failure} asOf={asOf} />}
        {note && !news && !failure && (
          <span className={styles.note} title={note}>
            {note}
          </span>
        )}
      </span>
    </div>
  )
}

/** Whether something has lasted for a while. For what moves: nobody needs it of what is over at once, and it has the page painted in layers. */
function useLasting(is: boolean): boolean {
  const [lasts, setLasts] = useState(false)
  useEffect(() => {
    if (!is) return
    const timer = setTimeout(() => setLasts(true), 300)
    return () => {
      clearTimeout(timer)
      setLasts(false)
    }
  }, [is])
  return lasts
}

function Failed({ error, isAsked, onDetails, asOf }: Failure & { asOf: string | null }) {
  const button = useLostFocus<HTMLButtonElement>(isAsked)
  const what = error.failure.code || explainError(error).title
  useEffect(() => announce(`Not refreshed: ${what}.`), [what])
  return (
    <Button
      small
      kind="quiet"
      icon={<TriangleAlert size={14} aria-hidden />}
      className={styles.failed}
      onClick={onDetails}
      ref={button}
    >
      <span className={styles.why}>
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
