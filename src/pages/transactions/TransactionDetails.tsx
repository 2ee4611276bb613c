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
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { vaultHref } from '../../url/hrefs.ts'
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
        <DescriptionItem term="Asset">
          <UntrustedText text={transaction.asset_name} /> <Code text={transaction.asset_id} />
        </DescriptionItem>
        <DescriptionItem term="Network">
          <UntrustedText text={transaction.network_name} /> <Code text={transaction.network_id} />
        </DescriptionItem>
        <DescriptionItem term="Amount">
          <Amount value={transaction.amount} asset={transaction.asset_id} />
        </DescriptionItem>
        <DescriptionItem term="Fee">
          <Amount value={transaction.fee} />
          <p className={styles.hint}>in the network’s own asset</p>
        </DescriptionItem>
      </Section>

      <Section title="From">
        <SourceItems source={transaction.source} />
      </Section>
      <Section title="To">
        <DestinationItems destination={transaction.destination} />
      </Section>

      <Section title="Record">
        <DescriptionItem term="Transaction id">
          <FullIdentifier text={transaction.transaction_id} label="transaction id" grouped={false} />
        </DescriptionItem>
        <DescriptionItem term="Hash">
          <FullIdentifier text={transaction.txn_hash} label="transaction hash" grouped={false} />
        </DescriptionItem>
        <DescriptionItem term="Explorer">
          <ExternalLink link={transaction.blockexplorer_link} />
        </DescriptionItem>
        <DescriptionItem term="Note">
          <p className={styles.note}>
            <UntrustedText text={transaction.note} />
          </p>
        </DescriptionItem>
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
      <Named type={source.source_type} id={source.source_id} name={source.source_name} end="source" />
      <DescriptionItem term="Address">
        <FullIdentifier text={source.source_address} label="source address" />
      </DescriptionItem>
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
      />
      <DescriptionItem term="Address">
        <FullIdentifier text={destination.destination_address} label="destination address" />
      </DescriptionItem>
      <DescriptionItem term="Memo">
        {destination.memo ? (
          <span className={styles.memo}>
            <FullIdentifier text={destination.memo} label="memo" grouped={false} />
          </span>
        ) : (
          <UntrustedText text={destination.memo} />
        )}
      </DescriptionItem>
    </>
  )
}

function Named({
  type,
  id,
  name,
  end,
}: {
  type: string | null
  id: string | null
  name: string | null
  end: 'source' | 'destination'
}) {
  const label = <UntrustedText text={name} />
  return (
    <>
      <DescriptionItem term="Kind">
        <UntrustedText text={labelOf(partyTypeLabels, type) ?? type} />
      </DescriptionItem>
      <DescriptionItem term="Name">
        {type === 'vault' && id ? <Link to={vaultHref(id)}>{label}</Link> : label}
      </DescriptionItem>
      <DescriptionItem term="Id">
        <FullIdentifier text={id} label={`${end} id`} grouped={false} />
      </DescriptionItem>
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
