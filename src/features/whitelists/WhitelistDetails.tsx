import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import type { Whitelist, WhitelistAsset } from '../../api/records.ts'
import { FullAddress } from '../../records/addresses/Address.tsx'
import { useAddressBook } from '../../records/addresses/book.tsx'
import { FullIdentifier, Memo } from '../../records/identifiers.tsx'
import { labelOf, whitelistTypeLabels } from '../../records/labels.ts'
import { OtherFields, PartHeading, ValueActions } from '../../records/record.tsx'
import { UntrustedText } from '../../records/text.tsx'
import layout from '../../ui/layout.module.css'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import styles from './whitelists.module.css'
import { memoMissed, memoNotGiven, noAddresses, noMemo } from './words.ts'

/** One whitelist with every address, memo and field: beside the list, and on a page of its own. */
export function WhitelistDetails({
  whitelist,
  headings,
  children,
}: {
  whitelist: Whitelist
  /** The level at which an address stands under the title around it. */
  headings: 'h2' | 'h3'
  /** Between the addresses and what else the service sent. */
  children: ReactNode
}) {
  const { whitelist_id, whitelist_name, whitelist_type, assets } = whitelist
  return (
    <div className={layout.sections} data-print="flow">
      <div>
        <DescriptionList>
          <DescriptionItem term="Type">
            <UntrustedText text={labelOf(whitelistTypeLabels, whitelist_type) ?? whitelist_type} />
          </DescriptionItem>
          <DescriptionItem term="Name">
            <UntrustedText text={whitelist_name} />
          </DescriptionItem>
          <DescriptionItem
            term="Whitelist id"
            actions={<ValueActions label="whitelist id" value={whitelist_id} />}
          >
            <FullIdentifier text={whitelist_id} grouped={false} />
          </DescriptionItem>
        </DescriptionList>
      </div>
      {assets.length > 0 ? (
        <div className={styles.addresses} data-print="flow">
          {assets.map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
            <section key={index}>
              <PartHeading level={headings}>
                <UntrustedText text={entry.asset_name ?? entry.asset_id} /> on{' '}
                <UntrustedText text={entry.network_name ?? entry.network_id} />
              </PartHeading>
              <Entry entry={entry} ownId={whitelist_id} />
            </section>
          ))}
        </div>
      ) : (
        <p className={layout.faint}>{noAddresses}</p>
      )}
      {children}
      <OtherFields record={{ received: whitelist.received, others: othersOf(whitelist) }} />
    </div>
  )
}

function Entry({ entry, ownId }: { entry: WhitelistAsset; ownId: string | null }) {
  const { asset_id, network_id, address, memo } = entry
  return (
    <DescriptionList>
      <DescriptionItem term="Asset">
        <UntrustedText text={asset_id} />
      </DescriptionItem>
      <DescriptionItem term="Network">
        <UntrustedText text={network_id} />
      </DescriptionItem>
      <DescriptionItem
        term="Address"
        actions={
          <ValueActions
            label="address"
            value={address}
            address={{ networkId: network_id }}
            {...(address ? { filter: { destination_address: address } } : {})}
          />
        }
      >
        <FullAddress text={address} networkId={network_id} namedId={ownId} />
      </DescriptionItem>
      <DescriptionItem term="Memo" actions={<ValueActions label="memo" value={memo} />}>
        {memo ? <Memo text={memo} /> : <NoMemo entry={entry} />}
      </DescriptionItem>
    </DescriptionList>
  )
}

function NoMemo({ entry: { asset_id, network_id, address, memo } }: { entry: WhitelistAsset }) {
  const isMissed = useAddressBook()?.needsSeparateMemo(address ?? '', network_id, asset_id) ?? false
  return (
    <>
      {/* An empty memo is the service's word that there is none; a missing one is no word at all. */}
      <span className={layout.faint}>{memo === '' ? noMemo : memoNotGiven}</span>
      {isMissed && (
        <span className={styles.missed}>
          <TriangleAlert size={14} aria-hidden /> {memoMissed}
        </span>
      )}
    </>
  )
}

/** What the service sent beside the specification, of the whitelist itself and of each of its addresses. */
function othersOf({ others, assets }: Whitelist) {
  return [
    ...others,
    ...assets.flatMap((entry, index) =>
      entry.others.map(({ path, value }) => ({ path: `assets[${index}].${path}`, value })),
    ),
  ]
}
