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
import { useBooks, useBooksView, useKeepReading } from '../../work/use-books.ts'
import { useWatching } from './use-watching.ts'
import styles from './watch.module.css'
import { type News, newsInWords, newsOf, nothingWatched, type WatchedRecords } from './watching.ts'

/** In the frame: what is watched, and what is new of it. `onNews` gets the number for the title of the tab. */
export function WatchLine({ onNews }: { onNews: (count: number) => void }) {
  const kept = useWatching()
  const { watched, news, limit } = kept?.watching ?? nothingWatched
  const { books } = useBooks()
  const isWatching = watched.length > 0 || limit !== null
  const ids = [...watched, ...news.map(({ id }) => id)]
  const { data } = useBooksView('watched', ids.length > 0 || isWatching ? books : null, {
    ids,
    isTimed: limit !== null,
  })
  useKeepReading(isWatching)
  useNews(data)
  useEffect(() => onNews(news.length), [news, onNews])
  if (!kept || ids.length === 0) return null
  const nameOf = (id: string) => {
    const found = data?.records.find(({ transaction }) => transaction.transaction_id === id)
    return found ? inWords(found.transaction) : id
  }
  const text = news.length > 0 ? newsInWords(news, limit) : `Watching ${watched.length}`
  const forget = (id: string) =>
    kept.change({
      watched: watched.filter((one) => one !== id),
      news: news.filter((one) => one.id !== id),
    })
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
            {text}
          </span>
        </button>
      )}
    >
      {(close) => (
        <div className={classes(layout.stack, styles.list)}>
          <ul className={layout.stack}>
            {[...new Set(ids)].map((id) => (
              <li key={id} className={layout.line}>
                <Link
                  to={transactionHref(id)}
                  className={layout.fill}
                  onClick={() => {
                    kept.change({ news: news.filter((one) => one.id !== id) })
                    close()
                  }}
                >
                  <UntrustedText text={nameOf(id)} />
                </Link>
                <span className={classes(layout.small, layout.muted)}>
                  {saidOf(news.find((one) => one.id === id))}
                </span>
                <IconButton
                  label={watched.includes(id) ? 'Stop watching' : 'Dismiss'}
                  onClick={() => forget(id)}
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
                kept.change({ news: [] })
                close()
              }}
            >
              Mark all as seen
            </Button>
          )}
        </div>
      )}
    </Popover>
  )
}

function inWords(transaction: BookedTransaction): string {
  return `${transactionInWords(transaction)}: ${statusInWords(transaction)}`
}

function saidOf(news: News | undefined): string {
  return news ? { ended: 'New', late: 'Too long', gone: 'No longer listed' }[news.kind] : ''
}

/** Tells what is new of watched records once, by whichever means the reader allows. */
function useNews(records: WatchedRecords | undefined): void {
  const kept = useWatching()
  const navigate = useNavigate()
  const tell = useEffectEvent((found: WatchedRecords) => {
    if (!kept) return
    const before = kept.load()
    const { watching, fresh } = newsOf(before, found)
    if (watching !== before) kept.change(watching)
    if (fresh.length === 0) return
    const [only, another] = fresh
    const record = found.records.find(({ transaction }) => transaction.transaction_id === only?.id)
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

/** The same text from another tab replaces it. */
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
    // Browsers on phones show none from a page. The line and the title say it.
  }
}
