import Bell from 'lucide-react/icons/bell'
import BellDot from 'lucide-react/icons/bell-dot'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { useList } from '../../api/records.ts'
import { useRevision, useRevisionOutOfSight } from '../../api/revision.ts'
import type { ConsoleTransaction } from '../../contract/console-api.ts'
import { limitRange } from '../../contract/endpoints.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { statusInWords, transactionInWords } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { useStableValue } from '../../ui/hooks.ts'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Popover } from '../../ui/popovers.tsx'
import { inFlightHref, transactionHref } from '../../url/hrefs.ts'
import { useWatching } from './use-watching.ts'
import styles from './watch.module.css'
import {
  type News,
  newsInWords,
  newsOf,
  nothingWatched,
  type WatchedRecords,
  type Watching,
  watchedRecords,
} from './watching.ts'

/** In the frame: what is watched, and its news. `onNews` gets their number, for the title of the tab. */
export function WatchLine({ onNews }: { onNews: (count: number) => void }) {
  const store = useWatching()
  const { watching } = store ?? { watching: nothingWatched }
  const { news, limit } = watching
  const ids = idsOf(watching)
  const data = useWatchedRecords(ids, limit !== null)
  const { live } = usePreferences()
  useRevisionOutOfSight(live && (watching.watched.length > 0 || limit !== null))
  useNews(data)
  useEffect(() => onNews(news.length), [news, onNews])
  if (!store || ids.length === 0) return null
  return (
    <Popover
      label="Watched transactions"
      placement="start"
      button={(button) => (
        <button
          type="button"
          className={classes(layout.line, layout.pressable, layout.small, styles.line)}
          data-news={news.length > 0 || undefined}
          {...button}
        >
          {news.length > 0 ? <BellDot aria-hidden /> : <Bell aria-hidden />}
          <span className={layout.fill} data-rail="label">
            {news.length > 0 ? newsInWords(news, limit) : `Watching ${watching.watched.length}`}
          </span>
        </button>
      )}
    >
      {(close) => <WatchedList ids={ids} records={data} {...store} close={close} />}
    </Popover>
  )
}

/** A request has room for so many ids. */
const mostIds = 100

function idsOf({ watched, news }: Watching): readonly string[] {
  return [...new Set([...watched, ...news.map(({ id }) => id)])].slice(0, mostIds)
}

/** Another revision has them read again. Undefined until they were, and where no records are kept. */
function useWatchedRecords(given: readonly string[], isTimed: boolean): WatchedRecords | undefined {
  const revision = useRevision()
  const ids = useStableValue(given)
  const isKept = typeof revision?.revision === 'string'
  const isNamed = ids.length > 0
  const named = useList(
    'transactions',
    { transaction_id: ids, limit: limitRange.max },
    { enabled: isKept && isNamed },
  )
  // Longest in flight first.
  const open = useList(
    'transactions',
    { status: openStatuses, sort: 'recorded_on:asc', limit: limitRange.max },
    { enabled: isKept && isTimed },
  )
  const asOf = revision?.as_of ?? null
  const isOfService = revision?.dates?.days === 'service'
  const ofIds = named.isPlaceholderData ? undefined : named.data
  return useMemo(() => {
    const isThere = (!isNamed || ofIds !== undefined) && (!isTimed || open.data !== undefined)
    if (asOf === null || !isThere) return undefined
    const lists = [isNamed ? ofIds : undefined, isTimed ? open.data : undefined]
    return watchedRecords(
      { ids, asOf, isOfService },
      lists.filter((list) => list !== undefined),
    )
  }, [ids, isNamed, isTimed, ofIds, open.data, asOf, isOfService])
}

function WatchedList({
  ids,
  records,
  watching: { watched, news },
  change,
  close,
}: NonNullable<ReturnType<typeof useWatching>> & {
  ids: readonly string[]
  records: WatchedRecords | undefined
  close: () => void
}) {
  const without = (id: string) => news.filter((one) => one.id !== id)
  const nameOf = (id: string) => {
    const record = records?.records.find(({ transaction }) => transaction.transaction_id === id)
    return record ? inWords(record.transaction) : id
  }
  return (
    <div className={classes(layout.stack, styles.list)}>
      <ul className={layout.stack}>
        {ids.map((id) => (
          <li key={id} className={layout.line}>
            <Link
              to={transactionHref(id)}
              className={layout.fill}
              onClick={() => {
                change({ news: without(id) })
                close()
              }}
            >
              <UntrustedText text={nameOf(id)} />
            </Link>
            <span className={classes(layout.small, layout.muted)}>
              {newsLabel(news.find((one) => one.id === id))}
            </span>
            <IconButton
              label={watched.includes(id) ? 'Stop watching' : 'Dismiss'}
              onClick={() => change({ watched: watched.filter((one) => one !== id), news: without(id) })}
            >
              <X aria-hidden />
            </IconButton>
          </li>
        ))}
      </ul>
      {news.length > 0 && (
        <Button
          small
          onClick={() => {
            change({ news: [] })
            close()
          }}
        >
          Mark all as seen
        </Button>
      )}
    </div>
  )
}

function inWords(transaction: ConsoleTransaction): string {
  return `${transactionInWords(transaction)}: ${statusInWords(transaction)}`
}

function newsLabel(news: News | undefined): string {
  return news ? { ended: 'New', late: 'Too long', gone: 'No longer listed' }[news.kind] : ''
}

/** Tells news once: to screen readers, and as a notification where the reader allowed that. */
function useNews(records: WatchedRecords | undefined): void {
  const store = useWatching()
  const navigate = useNavigate()
  const tell = useEffectEvent((latest: WatchedRecords) => {
    if (!store) return
    const before = store.load()
    const { watching, fresh } = newsOf(before, latest)
    if (watching !== before) store.change(watching)
    if (fresh.length === 0) return
    const [only, another] = fresh
    const record = latest.records.find(({ transaction }) => transaction.transaction_id === only?.id)
    const isAlone = only !== undefined && another === undefined && only.kind === 'ended' && record
    const text = isAlone ? inWords(record.transaction) : newsInWords(fresh, watching.limit)
    announce(text)
    const href = isAlone ? transactionHref(only.id) : inFlightHref
    notify(text, () => void navigate(href))
  })
  useEffect(() => {
    if (records) tell(records)
  }, [records])
}

/** A notification of another tab with the same text replaces it. */
function notify(text: string, open: () => void): void {
  if (!('Notification' in window) || Notification.permission !== 'granted' || document.hasFocus()) return
  try {
    const notification = new Notification('Custody Console', { body: text, tag: text })
    notification.onclick = () => {
      window.focus()
      notification.close()
      open()
    }
  } catch {
    // Browsers on phones let no page show one. The line and the title remain.
  }
}
