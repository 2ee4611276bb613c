import { amountNames, type Holding } from '../../api/records.ts'
import { Amount } from '../../records/amounts.tsx'
import { ColdShare } from '../../records/holdings/ColdShare.tsx'
import { LatestTransactions } from '../../records/holdings/LatestTransactions.tsx'
import { PartsBar } from '../../records/holdings/PartsBar.tsx'
import type { ColdAndWarm } from '../../records/holdings/use-split.ts'
import { amountLabels, labelOf, vaultTypeLabels } from '../../records/labels.ts'
import { ValueActions } from '../../records/record.tsx'
import { UntrustedText } from '../../records/text.tsx'
import { Drawer } from '../../ui/dialogs.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/page.tsx'
import type { HoldingId } from '../../url/holding-id.ts'
import { HeldIn } from './HeldIn.tsx'
import styles from './HoldingDrawer.module.css'
import { heldIn, latest, notShown, unnamedNetwork } from './words.ts'

/** Where a holding is: its figures, the vaults that hold it, and what moved it last. Each part is read, and fails, alone. */
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
          <UntrustedText text={id.asset_id} /> on{' '}
          <UntrustedText text={held?.network_name ?? id.network_id} fallback={unnamedNetwork} />
        </>
      }
      onClose={onClose}
    >
      <div className={styles.parts}>
        {held ? <Figures held={held} split={split} /> : isLoaded && <p className={styles.note}>{notShown}</p>}
        <HeldIn
          filter={{ ...filter, ...(vaultType && { vault_type: type }) }}
          title={heldIn.title(vaultType)}
          id={id}
        />
        <LatestTransactions {...latest} filter={filter} ends="both" />
      </div>
    </Drawer>
  )
}

function Figures({ held, split }: { held: Holding; split: ColdAndWarm | null }) {
  return (
    <>
      <DescriptionList>
        <DescriptionItem
          term="Asset"
          actions={
            <ValueActions
              label="asset"
              value={held.asset_id}
              {...(held.asset_id ? { filter: { asset_id: held.asset_id } } : {})}
            />
          }
        >
          <UntrustedText text={held.asset_id} />
        </DescriptionItem>
        <DescriptionItem term="Name">
          <UntrustedText text={held.asset_name} />
        </DescriptionItem>
        {amountNames.map((name) => (
          <DescriptionItem
            key={name}
            term={amountLabels[name].label}
            actions={
              <ValueActions label={amountLabels[name].label.toLowerCase()} value={held.balances[name]} />
            }
          >
            <Amount value={held.balances[name]} />
          </DescriptionItem>
        ))}
      </DescriptionList>
      <div className={styles.bars}>
        <PartsBar balances={held.balances} />
        {split && <ColdShare split={split} total={held.balances.total_balance} />}
      </div>
    </>
  )
}
