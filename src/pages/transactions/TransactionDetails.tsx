import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import type { Destination, Source, Transaction } from '../../api/records.ts'
import { Amount } from '../../components/Amount.tsx'
import { StatusBadge, TypeLabel } from '../../components/badges.tsx'
import { ExternalLink } from '../../components/ExternalLink.tsx'
import { FullIdentifier } from '../../components/Identifier.tsx'
import { Instant } from '../../components/Instant.tsx'
import { labelOf, partyTypeLabels, statusLabels } from '../../components/labels.ts'
import { OtherFields } from '../../components/OtherFields.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { ValueActions } from '../../components/ValueActions.tsx'
import type { Filter } from '../../contract/endpoints.ts'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { vaultHref, whitelistHref } from '../../url/hrefs.ts'
import styles from './TransactionDetails.module.css'

/** Every field of one transaction under its plain name: one component for the drawer and for the page of its own. */
export function TransactionDetails({ transaction }: { transaction: Transaction }) {
  const status = labelOf(statusLabels, transaction.status)
  return (
    <div className={styles.details}>
      <header className={styles.summary}>
        <div className={styles.amount}>
          <Amount value={transaction.amount} asset={transaction.asset_id} />
        </div>
        <p className={styles.kind}>
          <TypeLabel type={transaction.transaction_type} />
          <StatusBadge status={transaction.status} />
        </p>
        {status && <p className={styles.meaning}>{status.meaning}</p>}
      </header>

      <Section title="Transfer">
        <Value
          term="Status"
          label="status"
          value={transaction.status}
          {...filterBy('status', transaction.status)}
        >
          <StatusBadge status={transaction.status} />
        </Value>
        <Value
          term="Type"
          label="type"
          value={transaction.transaction_type}
          {...filterBy('transaction_type', transaction.transaction_type)}
        >
          <TypeLabel type={transaction.transaction_type} />
        </Value>
        <Value
          term="Asset"
          label="asset"
          value={transaction.asset_id}
          {...filterBy('asset_id', transaction.asset_id)}
        >
          <UntrustedText text={transaction.asset_name} /> <Code text={transaction.asset_id} />
        </Value>
        <Value
          term="Network"
          label="network"
          value={transaction.network_id}
          {...filterBy('network_id', transaction.network_id)}
        >
          <UntrustedText text={transaction.network_name} /> <Code text={transaction.network_id} />
        </Value>
        <Value term="Amount" label="amount" value={transaction.amount}>
          <Amount value={transaction.amount} asset={transaction.asset_id} />
        </Value>
        <Value term="Fee" label="fee" value={transaction.fee}>
          <Amount value={transaction.fee} />
          <p className={styles.hint}>in the network’s own asset</p>
        </Value>
      </Section>

      <Section title="From">
        <SourceItems source={transaction.source} />
      </Section>
      <Section title="To">
        <DestinationItems destination={transaction.destination} />
      </Section>

      <Section title="Record">
        <Value
          term="Transaction id"
          label="transaction id"
          value={transaction.transaction_id}
          {...filterBy('transaction_id', transaction.transaction_id)}
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
        <DescriptionItem term="Retrieved">
          <Instant iso={transaction.timestamp} />
        </DescriptionItem>
      </Section>
      <OtherFields record={transaction} />
    </div>
  )
}

function SourceItems({ source }: { source: Source }) {
  return (
    <>
      <Named
        type={source.source_type}
        id={source.source_id}
        name={source.source_name}
        end="source"
        {...filterBy('source_id', source.source_id)}
      />
      <Value
        term="Address"
        label="source address"
        value={source.source_address}
        {...filterBy('source_address', source.source_address)}
      >
        <FullIdentifier text={source.source_address} />
      </Value>
    </>
  )
}

function DestinationItems({ destination }: { destination: Destination }) {
  return (
    <>
      <Named
        type={destination.destination_type}
        id={destination.destination_id}
        name={destination.destination_name}
        end="destination"
        {...filterBy('destination_id', destination.destination_id)}
      />
      <Value
        term="Address"
        label="destination address"
        value={destination.destination_address}
        {...filterBy('destination_address', destination.destination_address)}
      >
        <FullIdentifier text={destination.destination_address} />
      </Value>
      <Value term="Memo" label="memo" value={destination.memo}>
        {destination.memo ? (
          <strong className={styles.memo}>
            <FullIdentifier text={destination.memo} grouped={false} />
          </strong>
        ) : (
          <UntrustedText text={destination.memo} />
        )}
      </Value>
    </>
  )
}

interface Filtering {
  readonly filter?: Filter<'transactions'>
}

/** The filter that a value means; none where there is no value to filter by. */
function filterBy(name: keyof Filter<'transactions'>, value: string | null): Filtering {
  return value ? { filter: { [name]: value } } : {}
}

/** One field: its plain name, its value, and what can be done with it. */
function Value({
  term,
  label,
  value,
  children,
  ...filtering
}: { term: string; label: string; value: string | null; children: ReactNode } & Filtering) {
  return (
    <DescriptionItem term={term} actions={<ValueActions label={label} value={value} {...filtering} />}>
      {children}
    </DescriptionItem>
  )
}

/** Opens what an id names, where the console has a page for it. */
const pageOf: Readonly<Record<string, (id: string) => string>> = {
  vault: vaultHref,
  whitelist: whitelistHref,
}

function Named({
  type,
  id,
  name,
  end,
  ...filtering
}: {
  type: string | null
  id: string | null
  name: string | null
  end: 'source' | 'destination'
} & Filtering) {
  const label = <UntrustedText text={name} />
  const page = labelOf(pageOf, type)
  return (
    <>
      <DescriptionItem term="Kind">
        <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
      </DescriptionItem>
      <Value term="Name" label={`${end} name`} value={name}>
        {page && id ? <Link to={page(id)}>{label}</Link> : label}
      </Value>
      <Value term="Id" label={`${end} id`} value={id} {...filtering}>
        <FullIdentifier text={id} grouped={false} />
      </Value>
    </>
  )
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className={styles.heading}>{title}</h3>
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
