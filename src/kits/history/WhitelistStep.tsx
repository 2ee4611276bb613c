import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useSums } from '../../api/records.ts'
import type { ApiError } from '../../contract/api-error.ts'
import type { ChangedEntry } from '../../contract/changes.ts'
import type { TransactionFilter } from '../../contract/console-api.ts'
import { counted, countText } from '../../contract/count-text.ts'
import { ComparedAddress } from '../../display/addresses/Address.tsx'
import { Memo } from '../../display/identifiers.tsx'
import { assetLabel } from '../../display/labels.ts'
import { Instant, UntrustedText } from '../../display/text.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './history.module.css'
import { ListStep } from './ListStep.tsx'
import { type AddressSpan, addressSpans, type EntryChange, entryChange } from './steps.ts'
import { type StepProps, TimelineStep } from './Timeline.tsx'

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
  const when = until === null ? 'since then' : <Until iso={until} />
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

function Until({ iso }: { iso: string }) {
  return (
    <>
      until <Instant iso={iso} timeOnly />
    </>
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
