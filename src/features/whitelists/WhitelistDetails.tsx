import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point'
import type { ReactNode } from 'react'
import type { Whitelist, WhitelistAsset } from '../../contract/normal-records.ts'
import { FullAddress } from '../../records/addresses/Address.tsx'
import { useAddressBook } from '../../records/addresses/book.tsx'
import { FullIdentifier, Memo } from '../../records/identifiers.tsx'
import { labelOf, nameOrId, whitelistTypeLabels } from '../../records/labels.ts'
import { OtherFields, RecordMenu, ValueActions } from '../../records/record.tsx'
import { AssetAndNetwork, UntrustedText } from '../../records/text.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { Badge, classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Banner } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { transactionsHref, whitelistsHref } from '../../url/hrefs.ts'
import { PartyUseView, UsesNote } from '../count/PartyUses.tsx'
import { usePartyUses } from '../count/use-party-uses.ts'
import { History } from '../history/History.tsx'
import history from '../history/history.module.css'

export const unnamedWhitelist = 'Whitelist'

/** One whitelist with every address and memo, in the drawer and on its page. The title around it has the name. */
export function WhitelistDetails({ whitelist, children }: { whitelist: Whitelist; children?: ReactNode }) {
  const { whitelist_id: id, whitelist_type, assets } = whitelist
  // Without an address it matches nothing.
  const parties = assets.map(({ address, asset_id, network_id }) => ({
    ...{ address: address || null, id: null },
    asset: asset_id && network_id ? { asset_id, network_id } : null,
  }))
  const uses = usePartyUses(parties)
  const areUsesShown = uses.state === 'read' || uses.state === 'waiting'
  return (
    <div className={classes(layout.sections, history.record)} data-print="flow">
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
        {assets.length > 0 ? (
          <DescriptionList>
            {assets.map((entry, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: nothing in a received record is certain to be unique
              <Entry key={index} entry={entry} ownId={id}>
                {areUsesShown && entry.address && parties[index] && (
                  <PartyUseView
                    party={parties[index]}
                    use={uses.at(index)}
                    none="No transactions of this asset with this address"
                  />
                )}
              </Entry>
            ))}
          </DescriptionList>
        ) : (
          <p className={layout.faint}>This whitelist has no addresses.</p>
        )}
        {assets.length > 0 && <UsesNote uses={uses} />}
        {id && (
          <div className={layout.row} data-print="hide">
            <ButtonLink to={transactionsHref({ source_id: id })}>Transactions from it</ButtonLink>
            <ButtonLink to={transactionsHref({ destination_id: id })}>Transactions to it</ButtonLink>
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

function Entry({
  entry,
  ownId,
  children,
}: {
  entry: WhitelistAsset
  ownId: string | null
  children: ReactNode
}) {
  const { asset_id, asset_name, network_id, network_name, address, memo } = entry
  return (
    <DescriptionItem
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
      {children}
    </DescriptionItem>
  )
}

/** An empty memo says that there is none; a missing one says nothing. Nothing is shown for a chain without memos. */
function NoMemo({ entry: { asset_id, network_id, address, memo } }: { entry: WhitelistAsset }) {
  const book = useAddressBook()
  if (book === null || book.needsMemo(network_id, asset_id) === false) return null
  const isMissed = book.needsSeparateMemo(address ?? '', network_id, asset_id)
  return (
    <>
      <span className={layout.muted}>{memo === '' ? 'No memo' : 'Memo not given'}</span>
      {isMissed && (
        <span className={classes(layout.row, layout.warn)}>
          <TriangleAlert size={14} aria-hidden /> Receivers on this network usually ask for one.
        </span>
      )}
    </>
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
          <ButtonLink small to={whitelistsHref()}>
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
