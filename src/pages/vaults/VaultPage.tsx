import PackageOpen from 'lucide-react/icons/package-open'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/failure.ts'
import { useRecord, useRowsOf } from '../../api/records.ts'
import { countText } from '../../contract/count-text.ts'
import { openStatuses } from '../../contract/enumerations.ts'
import { type Holding, nameOrId, type Vault } from '../../contract/normal-records.ts'
import { VaultTypeBadge } from '../../display/badges.tsx'
import { holdingColumns } from '../../display/holdings/holding-columns.ts'
import { FullIdentifier } from '../../display/identifiers.tsx'
import { usePreferences } from '../../display/preferences.ts'
import { OtherFields, RecordMenu, ValueActions } from '../../display/record.tsx'
import { AssetAndNetwork, UntrustedText, untrustedText } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { heldAssets, PricesNote, TotalValue, usePricesNow } from '../../display/values.tsx'
import { ActivitySection } from '../../kits/activity/ActivitySection.tsx'
import { History } from '../../kits/history/History.tsx'
import { usePageState } from '../../list/list-link.ts'
import { ReadingPage } from '../../list/ReadingPage.tsx'
import { RecordRemark } from '../../list/RecordRemark.tsx'
import { TransactionPreview } from '../../list/TransactionPreview.tsx'
import { ButtonLink } from '../../ui/buttons.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { DayField } from '../../ui/DayField.tsx'
import { type Column, cardsOrFrom, useDataTable } from '../../ui/data-table.ts'
import { useMedia } from '../../ui/hooks.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { Link } from '../../ui/links.tsx'
import { EmptyState } from '../../ui/messages.tsx'
import { statementsHref } from '../../url/holdings.ts'
import { transactionsHref } from '../../url/hrefs.ts'
import { vaultCodec } from '../../url/lists.ts'
import { dayStatement, statementHref } from '../../url/statements.ts'
import styles from './vaults.module.css'

/** `/vaults/:id`: one vault with what it holds, its activity and its latest transactions. */
export default function VaultPage() {
  const { id = '' } = useParams()
  const query = useRecord('vaults', id)
  const { view, patch } = usePageState(vaultCodec)
  const { day = null } = view.params
  const vault = query.data?.record
  const isMissing = !vault && failureOf(query) !== null
  return (
    <ReadingPage
      codec={vaultCodec}
      title={withHiddenNamed(nameOrId(vault?.vault_name, vault?.vault_id) ?? 'Vault')}
      meta={vault && <Identity vault={vault} />}
      actions={isMissing ? undefined : <ButtonLink to={statementsHref({ ids: [id] })}>Statement</ButtonLink>}
      queries={[query]}
      isShown={vault !== undefined}
      back={{ to: '/vaults', label: 'All vaults' }}
    >
      {query.data && <RecordRemark answer={query.data} />}
      {vault?.assets.length === 0 ? (
        <EmptyState icon={<PackageOpen />} title="No holdings listed">
          <p>
            The service{' '}
            {vault.lacksAssets ? 'does not say what this vault holds' : 'lists none in this vault'}.
          </p>
        </EmptyState>
      ) : (
        !isMissing && (
          <section className={layout.stack} aria-label="Holdings">
            <div className={classes(layout.row, layout.bottom, styles.day)} data-print="hide">
              <DayField
                label="On a day"
                value={day ?? ''}
                onDay={(next) => patch({ params: { day: next.slice(0, 10) || null } })}
              />
              {day !== null && (
                <ButtonLink small to={statementHref(dayStatement(id, day))}>
                  Statement of {day}
                </ButtonLink>
              )}
            </div>
            <Holdings vault={vault} stale={query.isError} />
          </section>
        )
      )}
      {vault && (
        <>
          <div className={styles.movements} data-print="flow">
            <TransactionPreview
              title="Transactions out"
              filter={{ source_id: id }}
              ends="destination"
              nothing="The service lists no transactions out of this vault."
              all="All transactions out"
            />
            <TransactionPreview
              title="Transactions in"
              filter={{ destination_id: id }}
              ends="source"
              nothing="The service lists no transactions into this vault."
              all="All transactions in"
            />
          </div>
          <ActivitySection vaultId={id} />
          <OtherFields others={vault.others} />
          <History of="vault" id={vault.vault_id} />
        </>
      )}
    </ReadingPage>
  )
}

function Identity({ vault: { vault_type, vault_id, received } }: { vault: Vault }) {
  return (
    <span className={layout.row}>
      <VaultTypeBadge type={vault_type} />
      <FullIdentifier text={vault_id} grouped={false} />
      <ValueActions label="vault id" value={vault_id} />
      {received !== undefined && <RecordMenu received={received} />}
      {vault_id && <InFlight id={vault_id} />}
    </span>
  )
}

/** At either end. */
function InFlight({ id }: { id: string }) {
  const href = transactionsHref({ vault_id: id, status: openStatuses })
  const { data } = useRowsOf(href)
  return <Link to={href}>In flight{data && ` (${countText(data.rows)})`}</Link>
}

const none: readonly Holding[] = []

function Holdings({ vault, stale }: { vault: Vault | undefined; stale: boolean }) {
  const { compact } = usePreferences()
  const rows = vault?.assets ?? none
  const prices = usePricesNow()
  // A vault of a staked asset has four figures of eighteen decimals. What all is worth is above them.
  const hasRoom = useMedia(roomForValues)
  const inColumns = hasRoom ? prices.inColumns : undefined
  const columns = useMemo(
    () => [...names, ...holdingColumns(rows, inColumns, amountSizes)],
    [rows, inColumns],
  )
  const table = useDataTable({
    columns,
    data: rows,
    getRowId: (held, index) => `${held.asset_id}/${held.network_id}/${index}`,
    enableSorting: false,
  })
  const assets = heldAssets(rows)
  return (
    <>
      <TotalValue prices={prices} assets={vault ? assets : null} />
      <DataTable
        caption="Holdings"
        table={table}
        rowLabel={({ asset_id, asset_name, network_id, network_name }) => {
          const asset = [asset_id ?? 'Asset', asset_name].filter(Boolean).join(' ')
          const network = nameOrId(network_name, network_id) ?? 'an unnamed network'
          return withHiddenNamed(`${asset} on ${network}: transactions out`)
        }}
        rowHref={({ asset_id, network_id }) =>
          vault?.vault_id && asset_id
            ? transactionsHref({ source_id: vault.vault_id, asset_id, ...(network_id ? { network_id } : {}) })
            : null
        }
        loading={vault === undefined}
        skeletonRows={12}
        stale={stale}
        compact={compact}
      />
      {vault && <PricesNote prices={prices} assets={assets} />}
    </>
  )
}

const roomForValues = `${cardsOrFrom(1100)}, print`

/** One vault seldom has much that cannot be moved. */
const amountSizes = {
  total_balance: 164,
  available_balance: 204,
  processing_balance: 104,
  staking_balance: 92,
  claimable_balance: 92,
}

const names: readonly Column<Holding>[] = [
  {
    id: 'asset_id',
    header: 'Asset',
    cell({ row: { original } }) {
      const network = nameOrId(original.network_name, original.network_id)
      return (
        <>
          {untrustedText(original.asset_id)}{' '}
          <span className={classes(layout.quiet, layout.under)}>
            {original.asset_name === null || network === null ? (
              <UntrustedText text={original.asset_name ?? network} fallback="" />
            ) : (
              <AssetAndNetwork asset={original.asset_name} network={network} />
            )}
          </span>
        </>
      )
    },
    meta: { look: () => ({ className: layout.stacked }) },
  },
]
