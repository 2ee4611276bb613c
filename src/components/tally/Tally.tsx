import { Sigma } from 'lucide-react'
import { useEffect, useEffectEvent, useRef } from 'react'
import { counted, countText } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Tally as Counted } from '../../export/tally.ts'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { ErrorBanner } from '../ErrorBanner.tsx'
import { Instant } from '../Instant.tsx'
import { useSecondsUntil } from '../use-seconds-until.ts'
import { whyWaiting } from '../why-waiting.ts'
import styles from './Tally.module.css'
import { TallyTable } from './TallyTable.tsx'
import { type TallyProgress, useTally } from './use-tally.ts'
import { countOf } from './words.ts'

/**
 * Counts and totals every transaction of a filter, when asked: the button, how far it is and the way to stop it, and what it came
 * to. `startsAtOnce` is for a button elsewhere, in whose place this stands.
 */
export default function Tally({
  filter,
  button,
  startsAtOnce = false,
}: {
  filter: Filter<'transactions'>
  /** What the button says. */
  button: string
  startsAtOnce?: boolean
}) {
  const { tally, progress, failure, start, stop } = useTally(filter)
  const section = useRef<HTMLElement>(null)
  const begin = useEffectEvent(() => {
    if (startsAtOnce) start()
  })
  useEffect(() => begin(), [])
  const isReading = progress !== null
  const wasReading = useRef(false)
  useEffect(() => {
    // The button that was pressed has gone: then one goes on from here.
    if (wasReading.current !== isReading && document.activeElement === document.body) section.current?.focus()
    wasReading.current = isReading
  }, [isReading])
  return (
    <section ref={section} className={styles.tally} aria-label="Count and totals" tabIndex={-1}>
      {failure && <ErrorBanner error={failure} onRetry={start} />}
      {progress && <Progress progress={progress} onStop={stop} />}
      {!progress && tally && <Result tally={tally} filter={filter} />}
      {!progress && (
        <div data-print="hide">
          <Button small icon={<Sigma aria-hidden />} onClick={start}>
            {tally ? 'Count again' : button}
          </Button>
        </div>
      )}
    </section>
  )
}

function Progress({ progress, onStop }: { progress: TallyProgress; onStop: () => void }) {
  const { rows, pages, waiting, failure } = progress
  const far = `${countOf(rows)} in ${counted(pages, 'page')}`
  return (
    <div className={styles.box}>
      <p>
        <span role="status">{failure ? 'Held up' : waiting ? whyWaiting(waiting) : 'Counting'}</span>: {far}{' '}
        so far.
        {waiting && <Countdown until={waiting.until} />}
      </p>
      {failure && <ErrorBanner error={failure.error} />}
      <div className={styles.tools}>
        {failure && (
          <Button small kind="primary" onClick={failure.goOn}>
            Go on
          </Button>
        )}
        <Button small onClick={onStop}>
          Stop
        </Button>
      </div>
    </div>
  )
}

function Countdown({ until }: { until: number }) {
  const seconds = useSecondsUntil(until)
  return ` It goes on by itself in ${seconds} s.`
}

function Result({ tally, filter }: { tally: Counted; filter: Filter<'transactions'> }) {
  const { isWhole, rows, arrived, begun, ended, doubts, totals } = tally
  const time = (
    <>
      Read from <Instant iso={begun} /> to <Instant iso={ended} timeOnly />.
    </>
  )
  return (
    <>
      {isWhole ? (
        <div>
          <p className={styles.count}>{rows === 0 ? 'No transaction' : countOf(rows)}</p>
          <p className={styles.note}>
            {rows > 0 && 'Whole: every one that matched throughout is in it. '}
            {time}
            {arrived > 0 && ` ${countText(arrived)} more arrived meanwhile and are not counted.`}
          </p>
        </div>
      ) : (
        <Banner tone="warning" title={`Partial: ${countOf(rows)} counted, and there may be more`}>
          {doubts.map((doubt) => (
            <p key={doubt}>{doubt}</p>
          ))}
          <p>{time}</p>
        </Banner>
      )}
      {rows > 0 && <TallyTable totals={totals} filter={filter} />}
    </>
  )
}
