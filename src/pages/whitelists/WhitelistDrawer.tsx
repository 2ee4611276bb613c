import type { Whitelist } from '../../api/records.ts'
import { FullIdentifier } from '../../components/Identifier.tsx'
import { labelOf, whitelistTypeLabels } from '../../components/labels.ts'
import type { BesideProps } from '../../components/list/ListPage.tsx'
import { OtherFields } from '../../components/OtherFields.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { ValueActions } from '../../components/ValueActions.tsx'
import type { Filter } from '../../contract/endpoints.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './whitelists.module.css'

/** The open whitelist with all its addresses. The read API has no request for one whitelist: it comes from the list. */
export function WhitelistDrawer({
  rows,
  view,
  patch,
  isLoaded,
}: BesideProps<Whitelist, keyof Filter<'whitelists'>, 'whitelist'>) {
  const id = view.extra.whitelist
  if (id === undefined) return null
  const whitelist = rows.find((row) => row.whitelist_id === id)
  return (
    <Drawer
      label="Whitelist"
      heading={<UntrustedText text={whitelist?.whitelist_name ?? null} fallback="Whitelist" />}
      onClose={() => patch({ extra: { whitelist: null } })}
    >
      {whitelist ? (
        <Details whitelist={whitelist} />
      ) : (
        isLoaded && (
          <EmptyState title="Not on this page of the list">
            <p>
              No whitelist with the id <UntrustedText text={id} /> is among the rows shown. It may be on
              another page, or the filters leave it out.
            </p>
          </EmptyState>
        )
      )}
    </Drawer>
  )
}

function Details({ whitelist }: { whitelist: Whitelist }) {
  return (
    <div className={styles.details}>
      <DescriptionList>
        <DescriptionItem term="Type">
          <UntrustedText
            text={labelOf(whitelistTypeLabels, whitelist.whitelist_type) ?? whitelist.whitelist_type}
          />
        </DescriptionItem>
        <DescriptionItem
          term="Whitelist id"
          actions={<ValueActions label="whitelist id" value={whitelist.whitelist_id} />}
        >
          <FullIdentifier text={whitelist.whitelist_id} grouped={false} />
        </DescriptionItem>
      </DescriptionList>
      {whitelist.whitelist_id && (
        <div>
          <ButtonLink to={transactionsHref({ destination_id: whitelist.whitelist_id })}>
            Transactions to this whitelist
          </ButtonLink>
        </div>
      )}
      {whitelist.assets.map((entry, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
        <section key={index} className={styles.address}>
          <h3 className={styles.heading}>
            <UntrustedText text={entry.asset_name ?? entry.asset_id} /> on{' '}
            <UntrustedText text={entry.network_name ?? entry.network_id} />
          </h3>
          <DescriptionList>
            <DescriptionItem term="Asset">
              <UntrustedText text={entry.asset_id} />
            </DescriptionItem>
            <DescriptionItem term="Network">
              <UntrustedText text={entry.network_id} />
            </DescriptionItem>
            <DescriptionItem
              term="Address"
              actions={
                <ValueActions
                  label="address"
                  value={entry.address}
                  {...(entry.address ? { filter: { destination_address: entry.address } } : {})}
                />
              }
            >
              <FullIdentifier text={entry.address} />
            </DescriptionItem>
            <DescriptionItem term="Memo" actions={<ValueActions label="memo" value={entry.memo} />}>
              <FullIdentifier text={entry.memo} grouped={false} />
            </DescriptionItem>
          </DescriptionList>
        </section>
      ))}
      {whitelist.assets.length === 0 && <p className={styles.more}>This whitelist has no addresses.</p>}
      <OtherFields record={whitelist} />
    </div>
  )
}
