import CircleCheck from 'lucide-react/icons/circle-check'
import Hourglass from 'lucide-react/icons/hourglass'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { failureOf, lacksRecords, needsAllRecords } from '../../api/failure.ts'
import { pageBase } from '../../api/open-pack.ts'
import { ageBands } from '../../contract/ages.ts'
import { counted, countText } from '../../contract/count-text.ts'
import type { ShiftFigures, ShiftLine, ShiftSection } from '../../contract/shift.ts'
import { useListView } from '../../list/list-page.ts'
import { ErrorBanner } from '../../records/errors.tsx'
import { momentLabel } from '../../records/instant.ts'
import { usePreferences } from '../../records/preferences.ts'
import { UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { Button, CopyButton } from '../../ui/buttons.tsx'
import { announce, classes, SkeletonText } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { overviewView } from '../../url/lists.ts'
import { useLook } from '../watch/use-look.ts'
import { useShift } from '../watch/use-shift.ts'
import { handOverText, valueTexts } from './hand-over.ts'
import styles from './overview.module.css'
import { SinceField } from './SinceField.tsx'

/** What happened since the reader last looked, or since the moment of the link, and what is in flight. Its lines keep their places. */
export function Shift() {
  const { view, patch } = useListView(overviewView)
  const { timeZone } = usePreferences()
  const look = useLook()
  const asked = view.params.since
  const query = useShift(asked ?? look?.at ?? null)
  const failure = failureOf(query)
  const shift = query.data && 'sections' in query.data ? query.data : null
  const until = shift?.until ?? null
  const isUnseen = until !== null && (look?.at == null || until > look.at)
  const markSeen = (moment: string) => {
    look?.markSeen(moment)
    if (asked !== undefined) patch({ params: { since: null } })
    announce('Marked as seen.')
  }
  return (
    <section aria-label="What happened" className={layout.stack}>
      <div className={classes(layout.row, layout.bottom, layout.apart)}>
        <div>
          <h2 className={layout.heading}>
            {shift ? `Since ${momentLabel(shift.since, timeZone)}` : <SkeletonText width="14rem" />}
          </h2>
          <p className={layout.muted}>{shift ? whyThen(shift, asked !== undefined) : '\u00a0'}</p>
        </div>
        <div className={classes(layout.row, layout.bottom)} data-print="hide">
          <SinceField
            since={asked}
            isLooked={look?.at != null}
            onSince={(since) => patch({ params: { since } })}
          />
          <CopyButton
            label="Hand-over"
            text={shift ? handOverText(shift, `${window.location.origin}${pageBase}`, timeZone) : ''}
          >
            Copy hand-over
          </CopyButton>
          {look && (
            <Button small disabled={!isUnseen} onClick={() => until !== null && markSeen(until)}>
              Mark as seen
            </Button>
          )}
        </div>
      </div>
      {failure && lacksRecords(failure) ? (
        <p className={layout.box}>No records are kept here, so nobody sees what changes.</p>
      ) : (
        <>
          <div className={classes(layout.rows, styles.ledger)}>
            {places.map(({ title, lines }, place) => (
              <Section key={title} title={title} lines={lines} section={shift?.sections[place]} />
            ))}
            <InFlight shift={shift} />
          </div>
          <p className={classes(layout.small, styles.remark)} role="status">
            {shift ? (
              <Remark shift={shift} />
            ) : (
              failure &&
              needsAllRecords(failure) &&
              'All records of the account are still being read. The page goes on by itself.'
            )}
          </p>
        </>
      )}
      {failure && !lacksRecords(failure) && !needsAllRecords(failure) && (
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
  if (because === 'changes-begin') return 'When changes began to be kept.'
  if (because === 'last-day') return 'The last 24 hours: you have marked nothing as seen yet.'
  return isAsked ? 'The moment that you chose.' : 'When you last marked everything as seen.'
}

function Group({
  title,
  icon,
  isAlarming = false,
  lines,
  children,
}: {
  title: string
  icon?: ReactNode
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
}: {
  title: string
  lines: number
  section: ShiftSection | undefined
}) {
  const isAlarm = section?.tone === 'bad'
  const shown = section && isAlarm ? section.lines.filter(({ count }) => count > 0) : section?.lines
  const isAlarming = isAlarm && shown !== undefined && shown.length > 0
  return (
    <Group
      title={title}
      lines={lines}
      isAlarming={isAlarming}
      icon={isAlarming && <TriangleAlert size={16} aria-hidden />}
    >
      {shown === undefined && <Skeletons lines={lines} />}
      {shown?.map((line) => (
        <Line key={line.key} line={line} />
      ))}
      {shown?.length === 0 && (
        <li className={classes(styles.entry, layout.quiet)}>
          <span className={styles.count}>
            <CircleCheck size={16} className={layout.good} aria-hidden />
          </span>
          <span>None seen</span>
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
          {flight.dates === 'none' && flight.count > 0 && (
            <li className={classes(styles.entry, layout.quiet)}>
              <span />
              The service gives no dates, so their ages are unknown.
            </li>
          )}
        </>
      ) : (
        <Skeletons lines={ageBands.length + 1} />
      )}
    </Group>
  )
}

/** What may be missing, and a way to everything. */
function Remark({ shift: { sections, in_flight, unknown, doubts, href } }: { shift: ShiftFigures }) {
  const isNothing = sections.every(({ lines }) => lines.every(({ count }) => count === 0))
  const { undated, dates } = in_flight
  return (
    <>
      {isNothing && 'Nothing changed since then. '}
      {undated > 0 &&
        dates !== 'none' &&
        `${counted(undated, 'transaction')} in flight ${dates === 'awaited' ? 'whose date is being looked for' : 'without a date'}. `}
      <UntrustedText text={[...unknown, ...doubts].join(' ')} fallback="" />{' '}
      {!isNothing && <Link to={href}>All changes</Link>}
    </>
  )
}
