import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useSums } from '../../api/records.ts'
import type { ChangedEntry } from '../../contract/changes.ts'
import { counted } from '../../contract/count-text.ts'
import { ComparedAddress } from '../../records/addresses/Address.tsx'
import { Memo } from '../../records/identifiers.tsx'
import { assetLabel } from '../../records/labels.ts'
import { Instant, UntrustedText } from '../../records/text.tsx'
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
      <dl className={styles.entries}>
        {before && <Entry term={after ? 'Before' : 'Removed'} entry={before} other={after} />}
        {after && <Entry term={before ? 'Now' : 'Added'} entry={after} other={before} />}
      </dl>
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
function Entry({ term, entry, other }: { term: string; entry: ChangedEntry; other: ChangedEntry | null }) {
  const { address, network_id, memo } = entry
  const isOther = other !== null && other.address !== address
  return (
    <>
      <dt className={layout.muted}>{term}</dt>
      <dd>
        <ComparedAddress text={address} networkId={network_id} other={isOther ? other.address : null} />
        {memo && (
          <div className={layout.row}>
            <span className={layout.muted}>Memo</span> <Memo text={memo} />
          </div>
        )}
      </dd>
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
  return (
    <p className={layout.muted}>
      To {which}{' '}
      {until === null ? (
        'since then'
      ) : (
        <>
          until <Instant iso={until} timeOnly />
        </>
      )}
      :{' '}
      {query.data ? (
        <Counted count={query.data.totals[0]?.count ?? 0} undecided={query.data.undecided} filter={filter} />
      ) : failure === null ? (
        'counting'
      ) : needsAllRecords(failure) ? (
        'not counted yet'
      ) : (
        <>
          not counted. <UntrustedText text={failure.failure.details} />
        </>
      )}
    </p>
  )
}

function Counted({
  count,
  undecided,
  filter,
}: {
  count: number
  undecided: number
  filter: Parameters<typeof transactionsHref>[0]
}) {
  return (
    <>
      {count === 0 ? (
        'no transactions'
      ) : (
        <Link to={transactionsHref(filter)}>{counted(count, 'transaction')}</Link>
      )}
      {undecided > 0 && `, and ${counted(undecided, 'transaction')} that may be from that time`}
    </>
  )
}
