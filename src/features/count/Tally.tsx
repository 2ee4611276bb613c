import Sigma from 'lucide-react/icons/sigma'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { Filter } from '../../contract/endpoints.ts'
import { ReadingProgress } from '../../list/reading/ReadingProgress.tsx'
import { ErrorBanner } from '../../records/ErrorBanner.tsx'
import { Instant } from '../../records/Instant.tsx'
import { UntrustedText } from '../../records/UntrustedText.tsx'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import styles from './Tally.module.css'
import { TallyTable } from './TallyTable.tsx'
import type { Tally as Counted } from './tally.ts'
import { countOf, useTally } from './use-tally.ts'

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
  const { result: tally, progress, failure, start, stop } = useTally(filter)
  const section = useRef<HTMLElement>(null)
  const begin = useEffectEvent(() => {
    if (startsAtOnce) start()
  })
  useEffect(() => begin(), [])
  return (
    <section ref={section} className={styles.tally} aria-label="Count and totals" tabIndex={-1}>
      {failure && <ErrorBanner error={failure} onRetry={start} />}
      {progress && (
        <ReadingProgress
          doing={progress.position.pass === 1 ? 'Counting' : 'Reading again to check'}
          count={countOf(progress.position.met)}
          progress={progress}
          endLabel={progress.position.pass === 1 ? 'Stop' : 'Skip the second reading'}
          onEnd={stop}
          focusAfter={section}
        />
      )}
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

function Result({ tally, filter }: { tally: Counted; filter: Filter<'transactions'> }) {
  const { completeness, rows, begun, ended, doubts, totals, pinnedEndDate } = tally
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
          <p className={styles.count}>{rows === 0 ? 'No transactions' : countOf(rows)}</p>
          <p className={styles.note}>Complete: read twice with the same result. {time}</p>
        </div>
      ) : (
        <Banner tone="warning" title={`${titles[completeness]}: ${countOf(rows)} counted`}>
          {doubts.map((doubt) => (
            <p key={doubt}>
              <UntrustedText text={doubt} />
            </p>
          ))}
          <p>{time}</p>
        </Banner>
      )}
      {rows > 0 && <TallyTable totals={totals} filter={filter} />}
    </>
  )
}

const titles = { 'read-once': 'Read once', partial: 'Partial' } as const
