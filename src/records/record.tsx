import ListFilter from 'lucide-react/icons/list-filter'
import ShieldCheck from 'lucide-react/icons/shield-check'
import type { ReactNode } from 'react'
import type { OtherField } from '../api/records.ts'
import type { Filter } from '../contract/endpoints.ts'
import { CopyButton, IconLink } from '../ui/buttons.tsx'
import layout from '../ui/layout.module.css'
import { DescriptionItem, DescriptionList } from '../ui/page.tsx'
import { checkHref, transactionsHref } from '../url/hrefs.ts'
import { CopyAddress } from './addresses/CopyAddress.tsx'
import styles from './records.module.css'
import { UntrustedText } from './text.tsx'
import { withHiddenNamed } from './untrusted-text.ts'

/** Actions on a value of a record: copy it, check an address, list the transactions that share it. */
export function ValueActions({
  label,
  value,
  filter,
  address,
}: {
  /** Such as "source address". */
  label: string
  value: string | null
  /** Absent where the service cannot filter by the value. */
  filter?: Filter<'transactions'>
  /** For an address, its network. */
  address?: { readonly networkId: string | null }
}) {
  if (!value) return null
  return (
    <>
      {address ? (
        <>
          <CopyAddress label={label} text={value} networkId={address.networkId} />
          <IconLink
            to={checkHref({ address: value, network_id: address.networkId })}
            label={`Check this ${label}`}
          >
            <ShieldCheck aria-hidden />
          </IconLink>
        </>
      ) : (
        <CopyButton text={value} label={`Copy ${label}`} />
      )}
      {filter && (
        <IconLink to={transactionsHref(filter)} label={`Show all transactions with this ${label}`}>
          <ListFilter aria-hidden />
        </IconLink>
      )}
    </>
  )
}

/** Fields beyond the specification, and the record as received. */
export function OtherFields({
  record,
}: {
  record: { readonly others: readonly OtherField[]; readonly received: unknown }
}) {
  const json = JSON.stringify(record.received, null, 2)
  return (
    <section className={layout.stack} data-print="flow">
      {record.others.length > 0 && (
        <div>
          <PartHeading>Other fields</PartHeading>
          <DescriptionList>
            {record.others.map(({ path, value }) => (
              <DescriptionItem
                key={path}
                term={<UntrustedText text={path} />}
                actions={<CopyButton text={value} label={`Copy ${withHiddenNamed(path)}`} />}
              >
                <UntrustedText text={value} />
              </DescriptionItem>
            ))}
          </DescriptionList>
        </div>
      )}
      <details className={styles.received}>
        <summary>The record as received</summary>
        <pre className={styles.json}>
          {/* Whole, because readers compare with it. */}
          <UntrustedText text={json} most={1_000_000} />
        </pre>
      </details>
      <div>
        <CopyButton text={json} label="Record as JSON">
          Copy as JSON
        </CopyButton>
      </div>
    </section>
  )
}

/** Heads one part of a record. */
export function PartHeading({
  level: Heading = 'h3',
  children,
}: {
  level?: 'h2' | 'h3'
  children: ReactNode
}) {
  return <Heading className={styles.part}>{children}</Heading>
}
