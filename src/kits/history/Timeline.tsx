import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import type { RecordChange } from '../../contract/changes.ts'
import { statusInWords } from '../../display/labels.ts'
import { usePreferences } from '../../display/preferences.ts'
import { Instant } from '../../display/text.tsx'
import { classes, type Tone } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import styles from './history.module.css'
import { intervalText, lengthText, type RecordSteps, shouldNotHappen } from './steps.ts'

/** What the step of each kind of record is drawn from. */
export interface StepProps {
  readonly step: RecordChange
  /** Its place among the steps. */
  readonly at: number
  readonly history: RecordSteps
  /** Since when changes are kept. */
  readonly since: string
}

/** The newest first. */
export function Timeline({ children }: { children: ReactNode }) {
  return <ol className={styles.timeline}>{children}</ol>
}

export function TimelineStep({
  step,
  title,
  when = 'by',
  tone = 'neutral',
  children,
}: {
  step: RecordChange
  title: ReactNode
  when?: string
  tone?: Tone
  children?: ReactNode
}) {
  const isBad = shouldNotHappen(step)
  return (
    <li className={styles.step} data-tone={isBad ? 'danger' : tone}>
      <div className={classes(layout.row, layout.apart, styles.head)}>
        <strong className={classes(layout.strong, isBad && layout.bad)}>
          {isBad && <TriangleAlert aria-hidden />}
          {title}
        </strong>
        <span className={layout.muted}>
          {when} <Instant iso={step.seen} timeOnly />
        </span>
      </div>
      {children}
      <p className={layout.small}>
        <Interval {...step} />
      </p>
    </li>
  )
}

/** Where the record was there before anything was told of it. */
export function FirstStep({ since, status }: NonNullable<RecordSteps['earlier']>) {
  return (
    <li className={styles.step} data-tone="earlier">
      <div className={classes(layout.row, layout.apart, styles.head)}>
        <strong className={layout.strong}>
          {status === null ? 'Already listed' : statusInWords({ status })}
        </strong>
        <span className={layout.muted}>
          as of <Instant iso={since} timeOnly />
        </span>
      </div>
      <p className={layout.small}>Changes have been kept since then. What came before was not seen.</p>
    </li>
  )
}

function Interval({ since, seen, isWhole }: Pick<RecordChange, 'since' | 'seen' | 'isWhole'>) {
  const { timeZone } = usePreferences()
  const how = isWhole ? 'Seen to differ in a full reading, ' : ''
  if (since === null) return how === '' ? 'Not known since when' : `${how}not known since when`
  const length = Date.parse(seen) - Date.parse(since)
  const between = intervalText(since, seen, timeZone, new Date().toISOString())
  return `${how === '' ? 'Between' : `${how}between`} ${between}${length < long ? '' : ` (${lengthText(length)})`}`
}

/** Milliseconds: how long a gap is said with its length. */
const long = 3_600_000
