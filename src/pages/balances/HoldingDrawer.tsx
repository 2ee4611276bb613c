import { useWholeList } from '../../api/whole-list.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { amountNames, type Holding, nameOrId, type Vault } from '../../contract/normal-records.ts'
import { Amount } from '../../display/amounts.tsx'
import { VaultTypeBadge } from '../../display/badges.tsx'
import holdings from '../../display/holdings/holdings.module.css'
import { type ColdAndWarm, ColdShare, PartsBar } from '../../display/holdings/holdings.tsx'
import { RecordList } from '../../display/holdings/RecordList.tsx'
import { amountLabels, labelOf, vaultTypeLabels } from '../../display/labels.ts'
import { ValueActions } from '../../display/record.tsx'
import { AssetAndNetwork, UntrustedText } from '../../display/text.tsx'
import { heldAssets, usePricesNow } from '../../display/values.tsx'
import { usePageLink } from '../../list/ListActions.tsx'
import { TransactionPreview } from '../../list/TransactionPreview.tsx'
import { CopyButton } from '../../ui/buttons.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import type { HoldingId } from '../../url/holdings.ts'
import { vaultHref, vaultsHref } from '../../url/hrefs.ts'
import { unnamedNetwork } from './holdings.ts'

interface Props {
  readonly id: HoldingId
  /** Its row, where it is on screen. */
  readonly held: Holding | undefined
  /** Null beside the balances of one vault type. */
  readonly split: ColdAndWarm | null
  /** `all`, or a vault type. */
  readonly type: string
  readonly isLoaded: boolean
  readonly onClose: () => void
}

/** A holding's figures, the vaults that hold it, and its latest transactions. Each part fails alone. */
export default function HoldingDrawer({ id, held, split, type, isLoaded, onClose }: Props) {
  const link = usePageLink()
  const filter = { asset_id: id.asset_id, ...(id.network_id === null ? {} : { network_id: id.network_id }) }
  return (
    <Drawer
      label="Holding"
      heading={
        <AssetAndNetwork
          asset={nameOrId(held?.asset_name, id.asset_id)}
          network={nameOrId(held?.network_name, id.network_id)}
          fallback={unnamedNetwork}
        />
      }
      onClose={onClose}
      toolbar={<CopyButton text={link} label="Copy link to this holding" />}
    >
      <div className={layout.sections}>
        {held ? (
          <Figures held={held} split={split} />
        ) : (
          isLoaded && <p className={layout.muted}>This holding is not on the page.</p>
        )}
        <HeldIn id={id} filter={filter} type={type} />
        <TransactionPreview
          title="Transactions"
          filter={filter}
          ends="both"
          nothing="The service lists no transactions of this asset."
          all="All transactions of this asset"
        />
      </div>
    </Drawer>
  )
}

function Figures({ held, split }: { held: Holding; split: ColdAndWarm | null }) {
  const { asset_id, balances } = held
  const { data: prices } = usePricesNow()
  const value = prices?.values.sumOf(heldAssets([held])) ?? null
  return (
    <>
      <DescriptionList>
        <DescriptionItem
          term="Asset"
          actions={<ValueActions label="asset" value={asset_id} filter={asset_id ? { asset_id } : null} />}
        >
          <UntrustedText text={asset_id} />
        </DescriptionItem>
        {prices && value !== null && (
          <DescriptionItem term="Value">
            <Amount value={value} asset={prices.values.currency} />
          </DescriptionItem>
        )}
        {amountNames.map((name) => {
          const { label } = amountLabels[name]
          return (
            <DescriptionItem
              key={name}
              term={label}
              actions={<ValueActions label={label.toLowerCase()} value={balances[name]} />}
            >
              <Amount value={balances[name]} />
            </DescriptionItem>
          )
        })}
      </DescriptionList>
      <div className={layout.parts}>
        <PartsBar balances={balances} />
        {split && <ColdShare split={split} total={balances.total_balance} />}
      </div>
    </>
  )
}

function HeldIn({ id, filter, type }: { id: HoldingId; filter: Filter<'balances'>; type: string }) {
  const vaultType = labelOf(vaultTypeLabels, type)
  const inVaults = { ...filter, ...(vaultType && { vault_type: type }) }
  const query = useWholeList('vaults', {})
  const holders = query.data?.records.filter(
    (vault) => heldIn(vault, id).length > 0 && (!vaultType || vault.vault_type === type),
  )
  const isMore = holders !== undefined && holders.length > mostVaults
  return (
    <RecordList
      title={vaultType ? `In ${vaultType.toLowerCase()} vaults` : 'In these vaults'}
      query={query}
      select={() => holders?.slice(0, mostVaults) ?? []}
      all={{
        to: vaultsHref(inVaults),
        label: isMore ? `First ${mostVaults} shown. Show all` : 'Show in vaults',
      }}
      nothing={
        query.data?.isWhole === false
          ? 'None of the vaults that the service sent has this holding. It may have more vaults.'
          : 'The service lists no vault with this holding.'
      }
      hrefOf={({ vault_id }) => vault_id && vaultHref(vault_id)}
    >
      {(vault) => <VaultLine vault={vault} id={id} />}
    </RecordList>
  )
}

const mostVaults = 50

function heldIn({ assets }: Vault, id: HoldingId): readonly Holding[] {
  return assets.filter(
    ({ asset_id, network_id }) => asset_id === id.asset_id && (network_id || null) === id.network_id,
  )
}

function VaultLine({ vault, id }: { vault: Vault; id: HoldingId }) {
  return (
    <>
      <span className={classes(layout.row, holdings.name)}>
        <UntrustedText text={nameOrId(vault.vault_name, vault.vault_id)} />
        <VaultTypeBadge type={vault.vault_type} />
      </span>
      {heldIn(vault, id).map(({ balances }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a vault may list the same asset twice
        <span key={index}>
          <Amount value={balances.total_balance} />
        </span>
      ))}
    </>
  )
}
