import { amountNames } from '../../api/amounts.ts'
import { Amount } from '../../components/Amount.tsx'
import { ColdShare } from '../../components/holdings/ColdShare.tsx'
import { LatestTransactions } from '../../components/holdings/LatestTransactions.tsx'
import { PartsBar } from '../../components/holdings/PartsBar.tsx'
import { amountLabels, labelOf, vaultTypeLabels } from '../../components/labels.ts'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { ValueActions } from '../../components/ValueActions.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import type { HoldingId } from '../../url/holding-id.ts'
import { HeldIn } from './HeldIn.tsx'
import styles from './HoldingDrawer.module.css'
import type { BalanceRow } from './rows.ts'

/** Where a holding is: its figures, the vaults that hold it, and what moved it last. Each part is read, and fails, alone. */
export function HoldingDrawer({
  id,
  row,
  type,
  isLoaded,
  onClose,
}: {
  id: HoldingId
  /** Its line in the table, where it is among those on screen. */
  row: BalanceRow | undefined
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
          <UntrustedText text={row?.network_name ?? id.network_id} fallback="an unnamed network" />
        </>
      }
      onClose={onClose}
    >
      <div className={styles.parts}>
        {row ? (
          <Figures row={row} withSplit={type === 'all'} />
        ) : (
          isLoaded && <p className={styles.note}>It is not among the balances that the page shows now.</p>
        )}
        <HeldIn
          filter={{ ...filter, ...(vaultType && { vault_type: type }) }}
          title={vaultType ? `In ${vaultType.toLowerCase()} vaults` : 'In these vaults'}
          id={id}
        />
        <LatestTransactions
          title="Latest transactions"
          filter={filter}
          ends="both"
          nothing="The service lists no transaction of it."
          all="All its transactions"
        />
      </div>
    </Drawer>
  )
}

function Figures({ row, withSplit }: { row: BalanceRow; withSplit: boolean }) {
  return (
    <>
      <DescriptionList>
        <DescriptionItem
          term="Asset"
          actions={
            <ValueActions
              label="asset"
              value={row.asset_id}
              {...(row.asset_id ? { filter: { asset_id: row.asset_id } } : {})}
            />
          }
        >
          <UntrustedText text={row.asset_id} />
        </DescriptionItem>
        <DescriptionItem term="Name">
          <UntrustedText text={row.asset_name} />
        </DescriptionItem>
        {amountNames.map((name) => (
          <DescriptionItem
            key={name}
            term={amountLabels[name].label}
            actions={
              <ValueActions label={amountLabels[name].label.toLowerCase()} value={row.balances[name]} />
            }
          >
            <Amount value={row.balances[name]} />
          </DescriptionItem>
        ))}
      </DescriptionList>
      <div className={styles.bars}>
        <PartsBar balances={row.balances} />
        {withSplit && <ColdShare split={row.split} total={row.balances.total_balance} />}
      </div>
    </>
  )
}
