import CircleCheck from 'lucide-react/icons/circle-check'
import Hourglass from 'lucide-react/icons/hourglass'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { failureOf, lacksRecords, needsAllRecords } from '../../api/failure.ts'
import { pageBase } from '../../api/open-pack.ts'
import { ageBands, bandText } from '../../contract/ages.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { InFlightFigures, ShiftFigures, ShiftLine, ShiftSection } from '../../contract/shift.ts'
import { ErrorBanner } from '../../display/errors.tsx'
import { momentLabel } from '../../display/instant.ts'
import { usePreferences } from '../../display/preferences.ts'
import { UntrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { useLook } from '../../kits/watch/look.ts'
import { useShift } from '../../kits/watch/use-shift.ts'
import { usePageState } from '../../list/list-link.ts'
import { Button, CopyButton } from '../../ui/buttons.tsx'
import { announce, classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { overviewCodec } from '../../url/lists.ts'
import { handOverText, valueTexts } from './hand-over.ts'
import styles from './overview.module.css'
import { SinceField } from './SinceField.tsx'

/** Of the link, or since the reader last looked. */
function useShownShift() {
  const { view, patch } = usePageState(overviewCodec)
  const look = useLook()
  const asked = view.params.since
  const query = useShift(asked ?? look?.at ?? null)
  const shift = query.data && 'sections' in query.data ? query.data : null
  return { asked, look, query, shift, setSince: (since: string | null) => patch({ params: { since } }) }
}

/** Since when, what a colleague is told of it, and that it is seen. */
export function ShiftActions() {
  const { asked, look, shift, setSince } = useShownShift()
  const { timeZone } = usePreferences()
  const until = shift?.until ?? null
  const unseen = until !== null && !(look?.at != null && until <= look.at) ? until : null
  const markSeen = () => {
    if (unseen === null) return
    look?.markSeen(unseen)
    if (asked !== undefined) setSince(null)
    announce('Marked as seen.')
  }
  return (
    <>
      <SinceField since={asked} isLooked={look?.at != null} onSince={setSince} />
      <CopyButton
        label="Hand-over"
        text={shift ? handOverText(shift, `${window.location.origin}${pageBase}`, timeZone) : ''}
      >
        Copy hand-over
      </CopyButton>
      {look && (
        // Not `disabled`, which would take the focus from who has just pressed it.
        <Button small aria-disabled={unseen === null || undefined} onClick={markSeen}>
          Mark as seen
        </Button>
      )}
    </>
  )
}

/** What happened, and what is in flight. Its lines keep their places. */
export function Shift() {
  const { asked, query, shift } = useShownShift()
  const { timeZone } = usePreferences()
  const failure = failureOf(query)
  const isAwaited = failure !== null && needsAllRecords(failure)
  const isKept = failure === null || !lacksRecords(failure)
  const isKnown = shift?.until !== null
  return (
    <section aria-label="What happened" className={layout.stack}>
      <h2 className={layout.heading}>
        {shift === null ? (
          <SkeletonText width="14rem" />
        ) : (
          <span>{isKnown ? `Since ${momentLabel(shift.since, timeZone)}` : 'What happened'}</span>
        )}
        <span className={classes(layout.muted, styles.why)}>
          {shift && ` ${isKnown ? whyThen(shift, asked !== undefined) : shift.unknown.join(' ')}`}
        </span>
      </h2>
      {isKept ? (
        <div className={classes(layout.rows, styles.ledger)}>
          {places.map(({ title, lines }, place) => (
            <Section
              key={title}
              title={title}
              lines={lines}
              section={shift?.sections[place]}
              isKnown={isKnown}
            />
          ))}
          <InFlight shift={shift} />
        </div>
      ) : (
        <p className={layout.box}>No records are kept here, so changes cannot be shown.</p>
      )}
      <p className={classes(layout.small, styles.remark)} role="status">
        {shift && <Remark shift={shift} />}
        {isAwaited && 'All records of the account are still being read. This page updates by itself.'}
      </p>
      {failure && isKept && !isAwaited && (
        <ErrorBanner error={failure} onRetry={() => void query.refetch()} />
      )}
    </section>
  )
}

/** Before the figures are there, and while there are none of a kind, each has its line. */
const places = [
  { title: 'Should never happen', lines: 1 },
  { title: 'Did not complete', lines: 3 },
  { title: 'Whitelists and vaults', lines: 2 },
  { title: 'Routine', lines: 3 },
] as const

function whyThen({ because }: ShiftFigures, isAsked: boolean): string {
  if (because === 'changes-begin') return 'when changes were first kept'
  if (because === 'last-day') return 'a day ago, because nothing is marked as seen yet'
  return isAsked ? '' : 'when you last marked as seen'
}

function Group({
  title,
  icon,
  isAlarming = false,
  lines,
  children,
}: {
  title: string
  icon: ReactNode
  isAlarming?: boolean
  /** For which it keeps room. */
  lines: number
  children: ReactNode
}) {
  return (
    <section aria-label={title} className={styles.group}>
      <h3 className={classes(layout.line, layout.muted, styles.kind, isAlarming && layout.bad)}>
        {title} {icon}
      </h3>
      <ul className={styles.lines} style={{ minHeight: `calc(${lines} * var(--line))` }}>
        {children}
      </ul>
    </section>
  )
}

function Section({
  title,
  lines,
  section,
  isKnown,
}: {
  title: string
  lines: number
  section: ShiftSection | undefined
  /** Whether changes are kept. */
  isKnown: boolean
}) {
  const isAlarm = section?.tone === 'bad'
  const alarms = section?.lines.filter(({ count }) => isAlarm && count > 0) ?? []
  return (
    <Group
      title={title}
      lines={lines}
      isAlarming={alarms.length > 0}
      icon={alarms.length > 0 && <TriangleAlert size={16} aria-hidden />}
    >
      {section === undefined ? (
        <Skeletons lines={lines} />
      ) : !isAlarm ? (
        section.lines.map((line) =>
          isKnown ? <Line key={line.key} line={line} /> : <Unknown key={line.key} text={line.text} />,
        )
      ) : !isKnown ? (
        <Unknown text="Not known yet" />
      ) : alarms.length === 0 ? (
        <li className={classes(styles.entry, layout.quiet)}>
          <span className={styles.count}>
            <CircleCheck size={16} className={layout.good} aria-hidden />
          </span>
          None seen
        </li>
      ) : (
        // In one row, so that nothing moves for what nobody expects.
        <li className={classes(layout.row, styles.alarms)}>
          {alarms.map(({ key, count, text, href }) => (
            <Link key={key} to={href}>
              {countText(count)} {text}
            </Link>
          ))}
        </li>
      )}
    </Group>
  )
}

/** What there is none of leads nowhere. */
function Line({ line }: { line: ShiftLine }) {
  const { count, text, href, detail } = line
  const [value, ...more] = valueTexts(line)
  const isValued = line.value?.text != null
  const beside = isValued ? more : valueTexts(line)
  const content = (
    <>
      <span className={styles.count}>{countText(count)}</span>
      <span className={layout.ellipsis}>
        {text}
        {beside.length > 0 && <span className={layout.quiet}> · {beside.join(', ')}</span>}
        {detail && (
          <span className={layout.quiet} title={withHiddenNamed(detail)}>
            {' '}
            · <UntrustedText text={detail} />
          </span>
        )}
      </span>
      <span className={styles.value}>{isValued && value}</span>
    </>
  )
  return (
    <li>
      {count === 0 ? (
        <span className={classes(styles.entry, layout.faint)}>{content}</span>
      ) : (
        <Link to={href} className={classes(layout.pressable, styles.entry)}>
          {content}
        </Link>
      )}
    </li>
  )
}

function Unknown({ text, count = '–' }: { text: string; count?: ReactNode }) {
  return (
    <li className={classes(styles.entry, layout.faint)}>
      <span className={styles.count}>{count}</span>
      {text}
    </li>
  )
}

function Skeletons({ lines }: { lines: number }) {
  return Array.from({ length: lines }, (_, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: places that never change
    <li key={place} className={styles.entry}>
      <span className={styles.count}>
        <SkeletonText width="1.5rem" />
      </span>
      <SkeletonText width="9rem" />
    </li>
  ))
}

function InFlight({ shift }: { shift: ShiftFigures | null }) {
  const flight = shift?.in_flight
  return (
    <Group title="In flight" icon={<Hourglass size={16} aria-hidden />} lines={ageBands.length + 1}>
      {flight ? (
        <>
          <Line
            line={{
              ...flight,
              key: 'all',
              text: flight.oldest === null ? 'in flight' : `in flight, oldest ${flight.oldest}`,
            }}
          />
          {flight.ages.map((line) => (
            <Line key={line.key} line={line} />
          ))}
          {flight.ages.length === 0 &&
            ageBands.map((band) => (
              <Unknown key={band.from} text={bandText(band)} count={unknownCount(flight)} />
            ))}
        </>
      ) : (
        <Skeletons lines={ageBands.length + 1} />
      )}
    </Group>
  )
}

function unknownCount({ count, dates }: InFlightFigures): ReactNode {
  if (count === 0) return '0'
  return dates === 'awaited' ? <SkeletonText width="1.5rem" /> : '–'
}

/** What may be missing, and a way to everything. */
function Remark({ shift: { sections, in_flight, unknown, doubts, href, until } }: { shift: ShiftFigures }) {
  const isNothing = until !== null && sections.every(({ lines }) => lines.every(({ count }) => count === 0))
  const { count, undated, dates } = in_flight
  const undatedText =
    dates === 'none'
      ? count > 0 && 'The service gives no dates, so the ages of what is in flight are not known.'
      : undated > 0 &&
        `${counted(undated, 'transaction')} in flight without a date${dates === 'awaited' ? ' yet' : ''}.`
  // What is not known at all is said above.
  const texts = [undatedText, ...(until === null ? [] : unknown), ...doubts].filter((text) => text !== false)
  return (
    <>
      {isNothing && 'No change was seen since then. '}
      <UntrustedText text={texts.join(' ')} fallback="" />{' '}
      {!isNothing && until !== null && <Link to={href}>All changes</Link>}
    </>
  )
}
