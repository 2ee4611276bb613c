import ChevronsUpDown from 'lucide-react/icons/chevrons-up-down'
import Database from 'lucide-react/icons/database'
import type { ReactNode } from 'react'
import type { HeldBooks } from '../books/books.ts'
import { counted } from '../contract/count-text.ts'
import { datesOffTexts } from '../records/dates.ts'
import { Instant, UntrustedText } from '../records/text.tsx'
import { Button } from '../ui/buttons.tsx'
import { useFocusKept } from '../ui/hooks.ts'
import { classes } from '../ui/inline.tsx'
import layout from '../ui/layout.module.css'
import { Popover } from '../ui/popovers.tsx'
import { ReadingActions, ReadingText } from './ReadingText.tsx'
import { isHeldUp } from './task.ts'
import styles from './work.module.css'
import { useBooks, useReading, useReadingState } from './work.ts'

/** How far the records are read and as of when, at the foot of the rail, with what can be done about it. */
export default function RecordsLine(): ReactNode {
  const { books } = useBooks()
  const reading = useReadingState()
  const { again } = useReading()
  const frame = useFocusKept<HTMLElement>(`${reading.phase} ${books !== null}`)
  // An update goes on unseen while nothing holds it up.
  const isUnseen =
    books !== null && (reading.phase === 'none' || (reading.phase === 'running' && reading.isUpdate))
  const text = isUnseen ? <AsOf books={books} /> : <ReadingText reading={reading} />
  return (
    <section {...frame} className={classes(layout.small, styles.records)} aria-label="Records">
      <Menu>{text}</Menu>
      {!isUnseen && reading.progress.part !== null && (
        <progress aria-label="Records read so far" value={reading.progress.part} />
      )}
      {!isUnseen && (
        <div data-rail="wide">
          {isHeldUp(reading) ? (
            <Button small onClick={again}>
              Try again
            </Button>
          ) : (
            <ReadingActions />
          )}
        </div>
      )}
    </section>
  )
}

function Menu({ children }: { children: ReactNode }) {
  const { books } = useBooks()
  const isStopped = isHeldUp(useReadingState())
  const { isUnderWay, read, readEverything, stop } = useReading()
  const choices = isUnderWay
    ? [{ label: 'Stop reading', choose: stop }]
    : books === null
      ? []
      : [
          { label: 'Read what is new', choose: read },
          { label: 'Read everything again', choose: readEverything },
        ]
  return (
    <Popover
      label="Records"
      placement="start"
      button={(button) => (
        <button
          type="button"
          className={classes(layout.line, layout.pressable, styles.menuButton)}
          {...button}
        >
          <Database aria-hidden />
          <span className={layout.fill} data-rail="label">
            {children}
          </span>
          <ChevronsUpDown aria-hidden data-rail="wide" />
        </button>
      )}
    >
      {(close) => (
        <div className={classes(layout.stack, styles.menu)}>
          {/* The rail has no room for all of a failure. */}
          {books && !isStopped ? <Limits books={books} /> : <ReadingActions />}
          {choices.map(({ label, choose }) => (
            <Button
              key={label}
              onClick={() => {
                choose()
                close()
              }}
            >
              {label}
            </Button>
          ))}
        </div>
      )}
    </Popover>
  )
}

function AsOf({ books: { ended, transactions } }: { books: HeldBooks }) {
  const { completeness, rows } = transactions
  const isToday = ended.slice(0, 10) === new Date().toISOString().slice(0, 10)
  const count = counted(rows, 'transaction')
  const counts = { complete: `All ${count}`, 'read-once': count, partial: `At least ${count}` }[completeness]
  return (
    <>
      {rows === 0 ? 'No transactions found' : counts}
      <span className={classes(layout.quiet, styles.line)}>
        as of <Instant iso={ended} timeOnly={isToday} />
      </span>
    </>
  )
}

/** What was not proved about them. */
function Limits({ books: { transactions, whitelists, reread } }: { books: HeldBooks }) {
  const limits = [
    ...(transactions.completeness === 'complete' ? [] : transactions.doubts),
    ...(transactions.days.failure === null ? [] : [datesOffTexts[transactions.days.failure]]),
    ...(whitelists.completeness === 'complete' ? [] : ['The whitelists are not proved complete.']),
    ...(reread === null ? [] : [`Everything was read again. ${reread}`]),
  ]
  return limits.map((limit) => (
    <p key={limit}>
      <UntrustedText text={limit} />
    </p>
  ))
}
