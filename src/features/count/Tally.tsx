import Sigma from 'lucide-react/icons/sigma'
import { type ComponentProps, useEffect, useEffectEvent, useRef, useState } from 'react'
import { counted } from '../../contract/count-text.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { useReading } from '../../list/reading/use-reading.ts'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { Instant } from '../../records/Instant.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './Tally.module.css'
import { TallyTable, type TallyView } from './TallyTable.tsx'
import { beforeCounting, type Tally as Counted, type TallyProgress, tallyTransactions } from './tally.ts'
import { again, complete, incomplete, none, progressWords, region } from './words.ts'

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
  const { result: tally, progress, failure, start, stop, cancel } = useTally(filter)
  // Kept while it is read again.
  const [view, setView] = useState<TallyView>({ detail: 'type', split: 'none' })
  const section = useRef<HTMLElement>(null)
  const begin = useEffectEvent(() => {
    if (startsAtOnce) start(false)
  })
  useEffect(() => begin(), [])
  const countAgain = () => start(view.split !== 'none')
  return (
    <section ref={section} className={styles.tally} aria-label={region} tabIndex={-1}>
      {failure && <ErrorBanner error={failure} onRetry={countAgain} />}
      {progress && (
        <ReadingProgress
          {...progressWords(progress.position)}
          count={countOf(progress.position.met)}
          progress={progress}
          // What was counted before dates were asked for is still there.
          onEnd={progress.position.dates === null ? stop : cancel}
          focusAfter={section}
        />
      )}
      {!progress && tally && (
        <Result
          tally={tally}
          filter={filter}
          view={view}
          onView={(change) => setView({ ...view, ...change })}
          onFindDates={() => start(true)}
        />
      )}
      {!progress && (
        <div data-print="hide">
          <Button small icon={<Sigma aria-hidden />} onClick={countAgain}>
            {tally ? again : button}
          </Button>
        </div>
      )}
    </section>
  )
}

function Result(props: ComponentProps<typeof TallyTable>) {
  const { completeness, rows, begun, ended, doubts, pinnedEndDate } = props.tally
  const time = (
    <>
      {pinnedEndDate !== null && (
        <>
          Recorded up to <Instant iso={pinnedEndDate} />.{' '}
        </>
      )}
      Read from <Instant iso={begun} /> to <Instant iso={ended} timeOnly />.
    </>
  )
  return (
    <>
      {completeness === 'complete' ? (
        <div>
          <p className={styles.count}>{rows === 0 ? none : countOf(rows)}</p>
          <p className={styles.note}>
            {complete} {time}
          </p>
        </div>
      ) : (
        <Banner tone="warning" title={`${incomplete[completeness]}: ${countOf(rows)} counted`}>
          {doubts.map((doubt) => (
            <p key={doubt}>
              <UntrustedText text={doubt} />
            </p>
          ))}
          <p>{time}</p>
        </Banner>
      )}
      {rows > 0 && <TallyTable {...props} />}
    </>
  )
}

/** How many transactions a filter has, with exact totals; counted when the reader asks for it, with days or without. */
function useTally(filter: Filter<'transactions'>) {
  const withDates = useRef(false)
  const { start, ...reading } = useReading<TallyProgress, Counted>({
    queryKey: ['tally', filter],
    beginning: beforeCounting,
    read: ({ session, ...control }) =>
      tallyTransactions(filter, { ...control, session: session.mark, withDates: withDates.current }),
    sentence: ({ completeness, rows }) =>
      `${completeness === 'partial' ? 'Partial' : 'Counted'}: ${countOf(rows)}`,
  })
  return {
    ...reading,
    start: (are: boolean) => {
      withDates.current = are
      start()
    },
  }
}

/** "25,000 transactions": a count of rows, which is no amount. */
function countOf(rows: number): string {
  return counted(rows, 'transaction')
}
