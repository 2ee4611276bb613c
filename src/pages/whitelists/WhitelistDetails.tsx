import type { ReactNode } from 'react'
import { nameOrId, type Whitelist, type WhitelistAsset } from '../../contract/normal-records.ts'
import { FullAddress } from '../../display/addresses/Address.tsx'
import { FullIdentifier, Memo } from '../../display/identifiers.tsx'
import { labelOf, whitelistTypeLabels } from '../../display/labels.ts'
import { OtherFields, RecordMenu, ValueActions } from '../../display/record.tsx'
import { AssetAndNetwork, UntrustedText } from '../../display/text.tsx'
import { History } from '../../kits/history/History.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { Badge } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { counterpartyHref, transactionsHref } from '../../url/hrefs.ts'
import { EntryTable } from './EntryTable.tsx'
import { NoMemo } from './entry-uses.tsx'
import { useWhitelistFilters } from './use-whitelist.ts'

export const unnamedWhitelist = 'Whitelist'

/** One whitelist with every address and memo, in the drawer and, as a table, on its page. The title around it has the name. */
export function WhitelistDetails({
  whitelist,
  isPage = false,
  children,
}: {
  whitelist: Whitelist
  isPage?: boolean
  children?: ReactNode
}) {
  const { whitelist_id: id, whitelist_type, assets } = whitelist
  const filters = useWhitelistFilters(id ?? '')
  return (
    <div className={layout.sections} data-print="flow">
      <div className={layout.sections} data-print="flow">
        <div className={layout.row}>
          <Badge>
            <UntrustedText
              text={labelOf(whitelistTypeLabels, whitelist_type) ?? whitelist_type}
              fallback="No type"
            />
          </Badge>
          <FullIdentifier text={id} grouped={false} />
          <ValueActions label="whitelist id" value={id} />
          <span className={layout.end}>
            {whitelist.received !== undefined && <RecordMenu received={whitelist.received} />}
          </span>
        </div>
        {assets.length === 0 ? (
          <p className={layout.faint}>This whitelist has no addresses.</p>
        ) : isPage ? (
          <EntryTable whitelist={whitelist} />
        ) : (
          <DescriptionList>
            {assets.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
              <Entry key={index} entry={entry} ownId={id} />
            ))}
          </DescriptionList>
        )}
        {id && (
          <div className={layout.row} data-print="hide">
            <ButtonLink to={counterpartyHref({ id })}>Counterparty</ButtonLink>
            <ButtonLink to={transactionsHref(filters.from)}>Transactions from it</ButtonLink>
            <ButtonLink to={transactionsHref(filters.to)}>Transactions to it</ButtonLink>
          </div>
        )}
        <OtherFields others={othersOf(whitelist)} />
      </div>
      <History of="whitelist" id={id}>
        {children}
      </History>
    </div>
  )
}

function Entry({ entry, ownId }: { entry: WhitelistAsset; ownId: string | null }) {
  const { asset_id, asset_name, network_id, network_name, address, memo } = entry
  return (
    <DescriptionItem
      wide
      term={
        <>
          <strong className={layout.lead}>
            <AssetAndNetwork
              asset={nameOrId(asset_name, asset_id)}
              network={nameOrId(network_name, network_id)}
            />
          </strong>
          {(asset_name || network_name) && (
            <code className={layout.small}>
              <UntrustedText text={asset_id} /> · <UntrustedText text={network_id} />
            </code>
          )}
        </>
      }
      actions={
        <ValueActions
          label="address"
          value={address}
          address={{ networkId: network_id }}
          filter={address ? { address } : null}
        />
      }
    >
      <FullAddress text={address} networkId={network_id} namedId={ownId} />
      <div className={layout.row}>
        {memo ? (
          <>
            <span className={layout.muted}>Memo</span>
            <Memo text={memo} />
            <ValueActions label="memo" value={memo} />
          </>
        ) : (
          <NoMemo entry={entry} />
        )}
      </div>
    </DescriptionItem>
  )
}

/** Fields beyond the specification, of the whitelist and of each address. */
function othersOf({ others, assets }: Whitelist) {
  return [
    ...others,
    ...assets.flatMap((entry, index) =>
      entry.others.map(({ path, value }) => ({ path: `assets[${index}].${path}`, value })),
    ),
  ]
}

/** An incomplete list does not prove that the whitelist was removed. */
export function UnknownWhitelist({ id, isWhole }: { id: string; isWhole: boolean }) {
  return (
    <div className={layout.sections}>
      <Banner
        tone="warning"
        title={isWhole ? 'No whitelist has this id' : 'This whitelist was not found'}
        actions={
          <ButtonLink small to="/whitelists">
            All whitelists
          </ButtonLink>
        }
      >
        <p>
          {isWhole
            ? 'The service lists no whitelist with the id '
            : 'The service sent no whitelist with the id '}
          <UntrustedText text={id} />.{' '}
          {isWhole ? 'It may have been removed since this link was made.' : 'There may be more than it sent.'}
        </p>
      </Banner>
      <History of="whitelist" id={id} />
    </div>
  )
}
