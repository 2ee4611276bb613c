import ArrowRight from 'lucide-react/icons/arrow-right'
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useSums } from '../../api/records.ts'
import type { ApiError } from '../../contract/api-error.ts'
import {
  type ChangedEntry,
  type ChangedField,
  mostCompleted,
  type RecordChange,
} from '../../contract/changes.ts'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { ComparedAddress } from '../../display/addresses/Address.tsx'
import { Amount } from '../../display/amounts.tsx'
import { Memo } from '../../display/identifiers.tsx'
import { assetLabel, labelOf, statusInWords, statusLabels } from '../../display/labels.ts'
import { usePreferences } from '../../display/preferences.ts'
import { Instant, UntrustedText } from '../../display/text.tsx'
import { fieldLabel } from '../../reports/changes/field-labels.ts'
import { classes, type Tone, VisuallyHidden } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './history.module.css'
import {
  type AddressSpan,
  addressSpans,
  type EntryChange,
  entryChange,
  intervalText,
  lengthText,
  movedText,
  type RecordSteps,
  shouldNotHappen,
  timeInFlight,
  timeInFlightText,
} from './steps.ts'

/** What the step of each kind of record is drawn from. */
interface StepProps {
  readonly step: RecordChange
  /** Its place among the steps. */
  readonly at: number
  readonly history: RecordSteps
  /** Since when changes are kept. */
  readonly since: string
}

function TimelineStep({
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
  children: ReactNode
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

export function TransactionStep({ step, history }: StepProps) {
  const { event, before, after, fields, network_id } = step
  const inFlight = timeInFlight(history, step)
  const isFirst = event === 'new' || event === 'late'
  return (
    <TimelineStep
      step={step}
      title={
        <>
          {transactionTitle(step)}
          {inFlight && <span className={layout.muted}> in flight {timeInFlightText(inFlight)}</span>}
        </>
      }
      when={isFirst ? 'first seen' : 'by'}
      tone={labelOf(statusLabels, after)?.tone ?? 'neutral'}
    >
      {event === 'late' && <p>New, on a day that was already read.</p>}
      {event === 'gone' && <p>The service no longer knows it.</p>}
      {event === 'final' && <p>It was {statusInWords({ status: before })}, which should be final.</p>}
      {event === 'backwards' && <p>It was {statusInWords({ status: before })} before.</p>}
      <FieldChanges fields={fields} networkId={network_id} />
    </TimelineStep>
  )
}

function transactionTitle({ event, before, after }: StepProps['step']): string {
  const status = statusInWords({ status: after })
  switch (event) {
    case 'gone':
      return 'Gone'
    case 'unlisted':
      return 'No longer listed'
    case 'returned':
      return `Listed again, ${status}`
    case 'backwards':
      return `Went back to ${status}`
    case 'final':
      return before === after ? 'Changed after its end' : `${status} after its end`
    default:
      return before === after ? 'Changed' : status
  }
}

export function VaultStep(props: StepProps) {
  const { step } = props
  if (step.kind !== 'holding') return <ListStep step={step} />
  const { event, before, after, completed = [] } = step
  const difference = movedText(before, after)
  const isUnexplained = event === 'unexplained'
  return (
    <TimelineStep
      step={step}
      title={
        <>
          <UntrustedText text={assetLabel(step)} />
          {isUnexplained ? ': not explained by transactions' : difference && <Moved amount={difference} />}
        </>
      }
    >
      <p>
        {isUnexplained && 'What transactions do not explain: '}
        <BeforeAndAfter before={<Amount value={before} />} after={<Amount value={after} />} />
      </p>
      {!isUnexplained && (
        <p className={layout.muted}>
          {completed.length > mostCompleted ? (
            `More than ${mostCompleted} transactions of it completed meanwhile.`
          ) : completed.length > 0 ? (
            <Link to={transactionsHref({ transaction_id: completed })}>
              {counted(completed.length, 'transaction')} of it completed meanwhile
            </Link>
          ) : (
            'No transaction of it was seen to complete in that time.'
          )}
        </p>
      )}
    </TimelineStep>
  )
}

function Moved({ amount }: { amount: string }) {
  const isMore = amount.startsWith('+')
  return (
    <span className={isMore ? layout.good : undefined}>
      {' '}
      {isMore && '+'}
      <Amount value={isMore ? amount.slice(1) : amount} />
    </span>
  )
}

export function WhitelistStep({ step, at, history, since }: StepProps) {
  if (step.kind !== 'entry') return <ListStep step={step} />
  const change = entryChange(step)
  const { before, after } = change
  const asset = assetLabel(after ?? before ?? { asset_id: null, network_id: null })
  return (
    <TimelineStep
      step={step}
      title={
        <>
          <UntrustedText text={asset} /> {whatChanged(change)}
        </>
      }
      tone={before === null ? 'info' : 'warning'}
    >
      {before && after ? (
        <dl className={styles.entries}>
          <dt className={layout.muted}>Before</dt>
          <dd>
            <Entry entry={before} other={after} />
          </dd>
          <dt className={layout.muted}>Now</dt>
          <dd>
            <Entry entry={after} other={before} />
          </dd>
        </dl>
      ) : (
        <Entry entry={after ?? before} other={null} />
      )}
      {addressSpans(history.steps, at, since).map((span) => (
        <AddressUse key={span.address} span={span} isOfTwo={before !== null && after !== null} />
      ))}
    </TimelineStep>
  )
}

function whatChanged({ before, after }: EntryChange): string {
  if (before === null) return 'address added'
  if (after === null) return 'address removed'
  return before.address === after.address ? 'memo changed' : 'address replaced'
}

/** An address in full, with the characters marked that differ from the other one. */
function Entry({ entry, other }: { entry: ChangedEntry | null; other: ChangedEntry | null }) {
  if (entry === null) return null
  const { address, network_id, memo } = entry
  const isOther = other !== null && other.address !== address
  return (
    <>
      <ComparedAddress text={address} networkId={network_id} other={isOther ? other.address : null} />
      {memo && (
        <div className={layout.row}>
          <span className={layout.muted}>Memo</span> <Memo text={memo} />
        </div>
      )}
    </>
  )
}

/** What went to the address until its entry changed again. */
function AddressUse({ span, isOfTwo }: { span: AddressSpan; isOfTwo: boolean }) {
  const { address, isListed, from, until } = span
  const filter = {
    destination_address: address,
    start_date: from,
    ...(until !== null && { end_date: until }),
  }
  const query = useSums(filter, [])
  const failure = failureOf(query)
  const which = isOfTwo ? (isListed ? 'the new address' : 'the old address') : 'it'
  const when =
    until === null ? (
      'since then'
    ) : (
      <>
        until <Instant iso={until} timeOnly />
      </>
    )
  if (query.data)
    return (
      <p className={layout.muted}>
        <Counted count={query.data.totals[0]?.count ?? 0} filter={filter} /> to {which} {when}
        {query.data.undecided > 0 && `, and ${countText(query.data.undecided)} that may be`}
      </p>
    )
  return (
    <p className={layout.muted}>
      Transactions to {which} {when}: {failure === null ? 'counting' : <WhyNotCounted failure={failure} />}
    </p>
  )
}

function WhyNotCounted({ failure }: { failure: ApiError }) {
  if (needsAllRecords(failure)) return 'counted once all records are read'
  return <UntrustedText text={failure.failure.details} />
}

function Counted({ count, filter }: { count: number; filter: TransactionFilter }) {
  if (count === 0) return 'No transactions'
  return <Link to={transactionsHref(filter)}>{counted(count, 'transaction')}</Link>
}

/** What became of a vault or a whitelist itself. */
function ListStep({ step }: { step: RecordChange }) {
  const { kind, event, before, after, fields } = step
  const isRenamed = event === 'changed' && before !== after
  const others = fields.filter(({ field }) => field !== `${kind}_name`)
  return (
    <TimelineStep
      step={step}
      title={titleOf(event, isRenamed)}
      tone={event === 'gone' ? 'warning' : 'neutral'}
    >
      {isRenamed && (
        <p>
          <BeforeAndAfter
            before={<UntrustedText text={before} fallback="Without a name" />}
            after={<UntrustedText text={after} fallback="Without a name" />}
          />
        </p>
      )}
      <FieldChanges fields={others} networkId={null} />
    </TimelineStep>
  )
}

function titleOf(event: RecordChange['event'], isRenamed: boolean): string {
  switch (event) {
    case 'new':
      return 'Added'
    case 'gone':
      return 'Removed'
    case 'unlisted':
      return 'No longer listed'
    case 'returned':
      return 'Listed again'
    default:
      return isRenamed ? 'Renamed' : 'Changed'
  }
}

/** Fields of a record, before and after. */
function FieldChanges({ fields, networkId }: { fields: readonly ChangedField[]; networkId: string | null }) {
  return fields.map(({ field, before, after }) => (
    <div key={field} className={styles.field}>
      <span className={layout.muted}>{fieldLabel(field)}:</span>{' '}
      {field.endsWith('_address') ? (
        <BeforeAndAfter
          before={<ComparedAddress text={before} networkId={networkId} other={after} />}
          after={<ComparedAddress text={after} networkId={networkId} other={before} />}
        />
      ) : (
        <BeforeAndAfter
          before={<UntrustedText text={before} fallback="none" />}
          after={<UntrustedText text={after} fallback="none" />}
        />
      )}
    </div>
  ))
}

function BeforeAndAfter({ before, after }: { before: ReactNode; after: ReactNode }) {
  return (
    <>
      <span className={layout.muted}>{before}</span> <ArrowRight className={styles.arrow} aria-hidden />
      <VisuallyHidden> became </VisuallyHidden> <span>{after}</span>
    </>
  )
}
