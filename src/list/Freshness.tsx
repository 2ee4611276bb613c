import { useEffect, useEffectEvent, useRef } from 'react'
import { useRevision } from '../api/revision.ts'
import { useOpenPack } from '../api/session.ts'
import type { ApiError } from '../contract/api-error.ts'
import type { AnswerBasis } from '../contract/console-api.ts'
import { showInstant } from '../display/instant.ts'
import { usePreferences } from '../display/preferences.ts'
import { Instant } from '../display/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { announce, classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import styles from './list.module.css'
import type { ListRows } from './list-rows.ts'
import { usePageRefresh } from './refresh.tsx'

interface PageReading extends Pick<ListRows<unknown>, 'asOf' | 'isFetching' | 'refresh'> {
  readonly error: ApiError | null
  /** The latest answer. A later revision check may show that it is still current. */
  readonly body?: AnswerBasis | undefined
}

/** How fresh the page is: "as of", and what is new, which has a reserved place, so that nothing below moves. */
export function Freshness({
  page,
  news = null,
  note = null,
}: {
  page: PageReading
  news?: ListRows<unknown>['news'] | null
  note?: string | null
}) {
  const { asOf, isInFrame } = useAsOf(page)
  const isOfPack = useOpenPack() !== null
  const newsText = news && newsInWords(news)
  usePageRefresh(useAnnouncedRefresh({ ...page, asOf }), page.isFetching)
  useAnnounced(newsText)
  useAnnounced(note)
  // A pack never changes, and its own bar has the date.
  if (isOfPack) return null
  return (
    <div className={classes(layout.row, layout.muted, styles.freshness)}>
      {asOf !== null && (
        <span className={classes(layout.nowrap, styles.asOf, isInFrame && styles.inFrame)}>
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
      <Silence />
      {news && (
        <span className={classes(layout.line, styles.news)} data-print="hide">
          {newsText && (
            <Button small kind="primary" onClick={news.adopt}>
              {newsText} · Show
            </Button>
          )}
          {note && !newsText && (
            <span className={layout.ellipsis} title={note}>
              {note}
            </span>
          )}
        </span>
      )}
    </div>
  )
}

/** The rail says it too, but not on a small screen. */
function Silence() {
  const silence = useRevision()?.silence ?? null
  if (silence === null) return null
  return (
    <span className={layout.warn}>
      no answer from the service since <Instant iso={silence.since} timeOnly />
    </span>
  )
}

/**
 * An update without news does not change an answer, only the time as of which it is true. `isInFrame`: the frame says the time of the records, and
 * the page is not older, or about to be as new.
 */
function useAsOf(page: PageReading) {
  const latest = useRevision()
  const isPresent = page.body?.from === 'store' && latest?.revision === page.body.revision
  const asOf = isPresent ? (latest?.as_of ?? page.asOf) : page.asOf
  const ofFrame = latest && latest.silence === null && latest.reading === null ? latest.as_of : null
  return { asOf, isInFrame: ofFrame !== null && (page.isFetching || (asOf !== null && asOf >= ofFrame)) }
}

/** Announces a refresh that the reader asked for, once it is there. One that failed is announced by its own notice. */
function useAnnouncedRefresh({ asOf, isFetching, refresh, error }: PageReading): () => void {
  const { timeZone } = usePreferences()
  const isAsked = useRef(false)
  const announceRefresh = useEffectEvent(() => {
    if (!isAsked.current) return
    isAsked.current = false
    const at = asOf === null ? null : showInstant(asOf, timeZone)
    if (!error) announce(at ? `Refreshed, as of ${at.time} ${at.zone}.` : 'Refreshed.')
  })
  useEffect(() => {
    if (!isFetching) announceRefresh()
  }, [isFetching])
  return () => {
    isAsked.current = true
    refresh()
  }
}

function useAnnounced(sentence: string | null): void {
  useEffect(() => {
    if (sentence) announce(`${sentence}.`)
  }, [sentence])
}

function newsInWords({ added, gone }: ListRows<unknown>['news']): string | null {
  if (added > 0) return `${added} new`
  return gone > 0 ? 'The list has changed' : null
}
