import BellIcon from 'lucide-react/icons/bell'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import { type ReactNode, useEffect, useId, useState } from 'react'
import { useRevision } from '../../api/revision.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { ReportTone } from '../../contract/report.ts'
import { recordChangeInWords } from '../../display/change-words.ts'
import { useKeyHint, useKeys } from '../../display/keys.ts'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { Button, IconButton } from '../../ui/buttons.tsx'
import { announce, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { Popover } from '../../ui/popovers.tsx'
import { transactionHref, transactionsHref } from '../../url/hrefs.ts'
import { useNews } from './use-news.ts'
import styles from './watch.module.css'

type Shown = NonNullable<ReturnType<typeof useNews>>

/** In the frame: what happened since the reader last looked. `onNumber` gets how much of it needs attention, for the title of the tab. */
export function Bell({ onNumber }: { onNumber: (number: number) => void }) {
  const id = useId()
  const open = () => document.getElementById(id)?.click()
  const shown = useNews((ends) => {
    const [first, ...others] = ends.map(recordChangeInWords)
    const text = others.length === 0 ? `${first}.` : `${counted(ends.length, 'watched transaction')} ended.`
    announce(text)
    notify(text, open)
  })
  useKeys({ b: open })
  const shortcut = useKeyHint()('b')
  const number = shown?.number ?? 0
  useEffect(() => onNumber(number), [number, onNumber])
  return (
    <Popover
      label="What is new"
      button={(button) => (
        <IconButton
          label={number > 0 ? `What is new (${countText(number)})` : 'What is new'}
          id={id}
          className={styles.bell}
          data-number={number > 0 ? (number > 99 ? '99+' : number) : undefined}
          aria-keyshortcuts={shortcut}
          {...button}
        >
          <BellIcon aria-hidden />
        </IconButton>
      )}
    >
      {(close) => (shown?.shift.until ? <NewsPanel {...shown} close={close} /> : <NothingTold />)}
    </Popover>
  )
}

function NewsPanel({ shift, ended, watched, markSeen, close }: Shown & { close: () => void }) {
  const sections = shift.sections
    .map((section) => ({ ...section, lines: section.lines.filter(({ count }) => count > 0) }))
    .filter(({ lines }) => lines.length > 0)
  const isEmpty = sections.length === 0 && ended.length === 0
  const seen = () => {
    close()
    markSeen()
    announce('Marked as seen.')
  }
  return (
    <div className={classes(layout.parts, styles.panel)} data-wide>
      <p className={classes(layout.line, layout.apart, layout.muted, styles.head)}>
        <strong className={layout.lead}>{isEmpty ? 'Nothing new' : 'What is new'}</strong>
        <span>
          since <Instant iso={shift.since} timeOnly />
        </span>
      </p>
      {ended.length > 0 && (
        <Section title="Watched" tone="neutral">
          {ended.map((change) => (
            <Line
              key={`${change.reading}.${change.place}`}
              to={change.event === 'gone' ? shift.href : transactionHref(change.id)}
              close={close}
            >
              <UntrustedText text={recordChangeInWords(change)} />
              <span className={layout.small}>
                Seen <Instant iso={change.seen} timeOnly />
              </span>
            </Line>
          ))}
        </Section>
      )}
      {sections.map(({ title, tone, lines }) => (
        <Section key={title} title={title} tone={tone}>
          {lines.map((line) => (
            <Line key={line.key} to={line.href} close={close}>
              {countText(line.count)} {line.text}
            </Line>
          ))}
        </Section>
      ))}
      <div className={classes(layout.row, styles.foot)}>
        {!isEmpty && shift.until !== null && (
          <Button small onClick={seen}>
            Mark as seen
          </Button>
        )}
        <Link to={shift.href} onClick={close}>
          All changes
        </Link>
        {watched.length > 0 && (
          <Link to={transactionsHref({ transaction_id: watched })} onClick={close}>
            Watching {watched.length}
          </Link>
        )}
        {watched.length > 0 && <NotifyButton />}
      </div>
    </div>
  )
}

function Section({ title, tone, children }: { title: string; tone: ReportTone; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h3 className={classes(layout.line, layout.label, styles.title)} data-tone={tone}>
        {tone === 'bad' && <TriangleAlert aria-hidden />}
        {title}
      </h3>
      <ul className={classes(layout.stack, layout.dense)}>{children}</ul>
    </section>
  )
}

function Line({ to, close, children }: { to: string; close: () => void; children: ReactNode }) {
  return (
    <li>
      <Link to={to} onClick={close} className={classes(layout.pressable, styles.line)}>
        {children}
      </Link>
    </li>
  )
}

function NothingTold() {
  const isKept = useRevision()?.not_kept === null
  return (
    <p className={layout.muted}>
      {isKept
        ? 'Changes show here once all records have been read twice.'
        : 'No records are kept here, so changes cannot be shown.'}
    </p>
  )
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
    // Browsers on phones let no page show one. The bell and the title remain.
  }
}

/** Nothing is shown once the browser has been asked. */
export function NotifyButton() {
  const [permission, setPermission] = useState(
    'Notification' in window ? Notification.permission : 'unsupported',
  )
  if (permission === 'denied')
    return <span className={layout.small}>Notifications blocked in the browser</span>
  if (permission !== 'default') return null
  return (
    <Button small kind="quiet" onClick={() => void Notification.requestPermission().then(setPermission)}>
      Allow notifications
    </Button>
  )
}
