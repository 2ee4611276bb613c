import { useVaults } from '../../api/hooks.ts'
import { amountNames, type Holding, type Vault } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { Amount } from '../../records/amounts.tsx'
import { VaultTypeBadge } from '../../records/badges.tsx'
import list from '../../records/holdings/holdings.module.css'
import { type ColdAndWarm, ColdShare, PartsBar } from '../../records/holdings/holdings.tsx'
import { LatestTransactions, RecordList } from '../../records/holdings/RecordList.tsx'
import { amountLabels, labelOf, vaultTypeLabels } from '../../records/labels.ts'
import { usePreferences } from '../../records/preferences.ts'
import { ValueActions } from '../../records/record.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { Drawer } from '../../ui/dialogs.tsx'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import { vaultHref, vaultsHref } from '../../url/hrefs.ts'
import type { HoldingId } from '../../url/statements.ts'
import { unnamedNetwork } from './words.ts'

/** Where a holding is: its figures, the vaults that hold it, and its latest transactions. Each part fails alone. */
export default function HoldingDrawer({
  id,
  held,
  split,
  type,
  isLoaded,
  onClose,
}: {
  id: HoldingId
  /** Its line in the table, where it is among those on screen. */
  held: Holding | undefined
  /** What cold and warm vaults hold of it; null beside the balances of one type. */
  split: ColdAndWarm | null
  /** Whose balances are shown: `all`, or those of a vault type. */
  type: string
  /** Whether the table's lines are there. */
  isLoaded: boolean
  onClose: () => void
}) {
  const filter = { asset_id: id.asset_id, ...(id.network_id === null ? {} : { network_id: id.network_id }) }
  const vaultType = labelOf(vaultTypeLabels, type)
  return (
    <Drawer
      label="Holding"
      heading={
        <>
          <UntrustedText text={held?.asset_name ?? id.asset_id} /> on{' '}
          <UntrustedText text={held?.network_name ?? id.network_id} fallback={unnamedNetwork} />
        </>
      }
      onClose={onClose}
    >
      <div className={layout.sections}>
        {held ? (
          <Figures held={held} split={split} />
        ) : (
          isLoaded && <p className={layout.muted}>The page does not show this holding now.</p>
        )}
        <HeldIn
          title={vaultType ? `In ${vaultType.toLowerCase()} vaults` : 'In these vaults'}
          filter={{ ...filter, ...(vaultType && { vault_type: type }) }}
          id={id}
        />
        <LatestTransactions
          title="Latest transactions"
          filter={filter}
          ends="both"
          nothing="The service lists no transactions of it."
          all="All its transactions"
        />
      </div>
    </Drawer>
  )
}

function Figures({ held, split }: { held: Holding; split: ColdAndWarm | null }) {
  const { asset_id, balances } = held
  return (
    <>
      <DescriptionList>
        <DescriptionItem
          term="Asset"
          actions={
            <ValueActions label="asset" value={asset_id} {...(asset_id && { filter: { asset_id } })} />
          }
        >
          <UntrustedText text={asset_id} />
        </DescriptionItem>
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

/** The vaults that hold it, with how much: the first of them, and the way to all. */
function HeldIn({ title, id, filter }: { title: string; id: HoldingId; filter: Filter<'vaults'> }) {
  const { live } = usePreferences()
  const query = useVaults(filter, first, { live })
  return (
    <RecordList
      title={title}
      query={query}
      all={{
        to: vaultsHref(filter),
        label: query.data?.hasNext ? `First ${first.limit} shown. Show all` : 'Show in vaults',
      }}
      nothing="The service lists no vault that holds it."
      hrefOf={({ vault_id }) => vault_id && vaultHref(vault_id)}
    >
      {(vault) => <VaultLine vault={vault} id={id} />}
    </RecordList>
  )
}

const first = { limit: 50, offset: 0 }

function VaultLine({ vault, id }: { vault: Vault; id: HoldingId }) {
  // Vaults come with all that they hold, and may list the same asset twice.
  const held = vault.assets.filter(
    ({ asset_id, network_id }) => asset_id === id.asset_id && (network_id ?? null) === id.network_id,
  )
  return (
    <>
      <span className={classes(layout.row, list.name)}>
        <UntrustedText text={vault.vault_name ?? vault.vault_id} />
        <VaultTypeBadge type={vault.vault_type} />
      </span>
      {held.length === 0 && <UntrustedText text={null} />}
      {held.map(({ balances }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a vault may list the same asset twice
        <span key={index}>
          <Amount value={balances.total_balance} />
        </span>
      ))}
    </>
  )
}
