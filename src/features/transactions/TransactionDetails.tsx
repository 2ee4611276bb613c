import RefreshCw from 'lucide-react/icons/refresh-cw'
import { type ReactNode, memo as remembered } from 'react'
import { Link } from 'react-router-dom'
import { type NamedParty, partyOf } from '../../addresses/evidence.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { AddressAlarm, AddressNotice, FullAddress } from '../../records/addresses/Address.tsx'
import { usePartyFacts } from '../../records/addresses/book.tsx'
import { Amount } from '../../records/amounts.tsx'
import { StatusBadge, TypeLabel } from '../../records/badges.tsx'
import { RecordedOn } from '../../records/dates/RecordedOn.tsx'
import { FullIdentifier, Memo } from '../../records/identifiers.tsx'
import { labelOf, partyTypeLabels, statusLabels } from '../../records/labels.ts'
import { OtherFields, PartHeading, ValueActions } from '../../records/record.tsx'
import { ExternalLink, Instant, UntrustedText } from '../../records/text.tsx'
import { Badge } from '../../ui/inline.tsx'
import { usePaintedValue } from '../../ui/lazy.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { vaultHref, whitelistHref } from '../../url/hrefs.ts'
import { RecordedOnItem } from './RecordedOnItem.tsx'
import styles from './TransactionDetails.module.css'
import { useAnnounceTransaction } from './transaction-in-words.ts'
import { changed, feeHint, parts } from './words.ts'

/**
 * Every field of one transaction under its plain name: one component for the drawer and for the page of its own. What it is comes first, and
 * its fields a frame later: who opens it need not wait for all of them.
 */
export function TransactionDetails({
  transaction,
  isAlone = false,
}: {
  transaction: Transaction
  /** It was read by its id, and stands in no list that would say what changes. */
  isAlone?: boolean
}) {
  const isChanged = useAnnounceTransaction(transaction, isAlone)
  const listed = usePaintedValue(transaction)
  const status = labelOf(statusLabels, transaction.status)
  return (
    <div className={styles.details} data-print="flow">
      <header className={styles.summary}>
        <div className={styles.amount} data-length={lengthOf(transaction.amount)}>
          <Amount value={transaction.amount} asset={transaction.asset_id} />
        </div>
        <p className={styles.kind}>
          <TypeLabel type={transaction.transaction_type} />
          <StatusBadge status={transaction.status} />
          <span className={styles.time}>
            <RecordedOn id={transaction.transaction_id} />
          </span>
          {isChanged && (
            <Badge tone="info" icon={<RefreshCw aria-hidden />}>
              {changed}
            </Badge>
          )}
        </p>
        {status && <p className={styles.meaning}>{status.meaning}</p>}
        <AddressAlarm what="Source" party={partyOf(transaction, 'source')} />
        <AddressAlarm what="Destination" party={partyOf(transaction, 'destination')} />
      </header>
      {listed && <Fields transaction={listed} />}
    </div>
  )
}

const Fields = remembered(AllFields)

function AllFields({ transaction }: { transaction: Transaction }) {
  return (
    <>
      <Section title={parts.transfer}>
        <Value term="Status" label="status" value={transaction.status} filterBy="status">
          <StatusBadge status={transaction.status} />
        </Value>
        <Value term="Type" label="type" value={transaction.transaction_type} filterBy="transaction_type">
          <TypeLabel type={transaction.transaction_type} />
        </Value>
        <Value term="Asset" label="asset" value={transaction.asset_id} filterBy="asset_id">
          <UntrustedText text={transaction.asset_name} /> <Code text={transaction.asset_id} />
        </Value>
        <Value term="Network" label="network" value={transaction.network_id} filterBy="network_id">
          <UntrustedText text={transaction.network_name} /> <Code text={transaction.network_id} />
        </Value>
        <Value term="Amount" label="amount" value={transaction.amount}>
          <Amount value={transaction.amount} asset={transaction.asset_id} />
        </Value>
        <Value term="Fee" label="fee" value={transaction.fee}>
          <Amount value={transaction.fee} />
          <p className={styles.hint}>{feeHint}</p>
        </Value>
      </Section>

      <Section title={parts.from}>
        <EndItems end="source" party={partyOf(transaction, 'source')} />
      </Section>
      <Section title={parts.to}>
        <EndItems end="destination" party={partyOf(transaction, 'destination')} />
      </Section>

      <Section title={parts.record}>
        <RecordedOnItem transaction={transaction} />
        <Value
          term="Transaction id"
          label="transaction id"
          value={transaction.transaction_id}
          filterBy="transaction_id"
        >
          <FullIdentifier text={transaction.transaction_id} grouped={false} />
        </Value>
        <Value term="Hash" label="transaction hash" value={transaction.txn_hash}>
          <FullIdentifier text={transaction.txn_hash} grouped={false} />
        </Value>
        <Value term="Explorer" label="explorer link" value={transaction.blockexplorer_link}>
          <ExternalLink link={transaction.blockexplorer_link} />
        </Value>
        <Value term="Note" label="note" value={transaction.note}>
          <p className={styles.note}>
            <UntrustedText text={transaction.note} />
          </p>
        </Value>
        <Value term="Retrieved" label="time of retrieval" value={transaction.timestamp}>
          <Instant iso={transaction.timestamp} />
        </Value>
      </Section>
      <OtherFields record={transaction} />
    </>
  )
}

function EndItems({ end, party }: { end: 'source' | 'destination'; party: NamedParty }) {
  const { type, id, name, address, networkId, memo } = party
  const { mismatch } = usePartyFacts(party)
  const notice = mismatch && <AddressNotice address={address ?? ''} caution={mismatch} />
  const label = <UntrustedText text={name} />
  const page = labelOf(pageOf, type)
  return (
    <>
      <Value term="Kind" label={`${end} kind`} value={type}>
        <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
      </Value>
      <Value term="Name" label={`${end} name`} value={name}>
        {page && id ? <Link to={page(id)}>{label}</Link> : label}
      </Value>
      <Value term="Id" label={`${end} id`} value={id} filterBy={`${end}_id`}>
        <FullIdentifier text={id} grouped={false} />
      </Value>
      <Value
        term="Address"
        label={`${end} address`}
        value={address}
        address={{ networkId }}
        filterBy={`${end}_address`}
      >
        <FullAddress text={address} networkId={networkId} namedId={id} />
        {mismatch?.kind !== 'memo' && notice}
      </Value>
      {end === 'destination' && (
        <Value term="Memo" label="memo" value={memo}>
          {memo ? <Memo text={memo} /> : <UntrustedText text={memo} />}
          {mismatch?.kind === 'memo' && notice}
        </Value>
      )}
    </>
  )
}

/** How much room a headline takes: one of many digits is drawn smaller, so that it stays in few lines. */
function lengthOf(amount: string | null): 'long' | 'longest' | undefined {
  const length = amount?.length ?? 0
  if (length > 40) return 'longest'
  return length > 20 ? 'long' : undefined
}

/** One field: its plain name, its value, and what can be done with it. */
function Value({
  term,
  label,
  value,
  filterBy,
  children,
  ...actions
}: {
  term: string
  label: string
  value: string | null
  /** The filter that shows all transactions with this value. */
  filterBy?: keyof Filter<'transactions'>
  address?: { readonly networkId: string | null }
  children: ReactNode
}) {
  const filter = filterBy && value ? { filter: { [filterBy]: value } } : {}
  return (
    <DescriptionItem
      term={term}
      actions={<ValueActions label={label} value={value} {...filter} {...actions} />}
    >
      {children}
    </DescriptionItem>
  )
}

/** Opens what an id names, where the console has a page for it. */
const pageOf: Readonly<Record<string, (id: string) => string>> = {
  vault: vaultHref,
  whitelist: whitelistHref,
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <PartHeading>{title}</PartHeading>
      <DescriptionList>{children}</DescriptionList>
    </section>
  )
}

function Code({ text }: { text: string | null }) {
  return (
    <code className={styles.code}>
      <UntrustedText text={text} />
    </code>
  )
}
