import Bell from 'lucide-react/icons/bell'
import BellDot from 'lucide-react/icons/bell-dot'
import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent } from 'react'
import { useNavigate } from 'react-router-dom'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { statusInWords, transactionInWords } from '../../records/labels.ts'
import { UntrustedText } from '../../records/text.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Popover } from '../../ui/popovers.tsx'
import { inFlightHref, transactionHref } from '../../url/hrefs.ts'
import { useBooks, useBooksView, useKeepReading } from '../../work/work.ts'
import { useWatching } from './use-watching.ts'
import styles from './watch.module.css'
import { type News, newsInWords, newsOf, nothingWatched, type WatchedRecords } from './watching.ts'

/** In the frame: what is watched, and its news. `onNews` gets their number, for the title of the tab. */
export function WatchLine({ onNews }: { onNews: (count: number) => void }) {
  const store = useWatching()
  const { watched, news, limit } = store?.watching ?? nothingWatched
  const { books } = useBooks()
  const isWatching = watched.length > 0 || limit !== null
  const ids = [...new Set([...watched, ...news.map(({ id }) => id)])]
  const { data } = useBooksView('watched', ids.length > 0 || isWatching ? books : null, {
    ids,
    isTimed: limit !== null,
  })
  useKeepReading(isWatching)
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
            {news.length > 0 ? newsInWords(news, limit) : `Watching ${watched.length}`}
          </span>
        </button>
      )}
    >
      {(close) => <WatchedList ids={ids} records={data} {...store} close={close} />}
    </Popover>
  )
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

function inWords(transaction: BookedTransaction): string {
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
