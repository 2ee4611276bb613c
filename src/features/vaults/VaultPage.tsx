import PackageOpen from 'lucide-react/icons/package-open'
import { useMemo } from 'react'
import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useVault } from '../../api/hooks.ts'
import type { Holding, Vault } from '../../api/records.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { FailedReading, mentionedBy, useFailureShown } from '../../list/notices.tsx'
import { VaultTypeBadge } from '../../records/badges.tsx'
import { amountColumns } from '../../records/holdings/holdings.tsx'
import { LatestTransactions } from '../../records/holdings/RecordList.tsx'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { OtherFields, ValueActions } from '../../records/record.tsx'
import { textCells, UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { type Column, useDataTable } from '../../ui/data-table.ts'
import { classes } from '../../ui/inline.tsx'
import layout from '../../ui/layout.module.css'
import { EmptyState } from '../../ui/messages.tsx'
import { PageHeader } from '../../ui/page.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { statementsHref } from '../../url/statements.ts'
import { ActivitySection } from '../activity/index.ts'
import styles from './vaults.module.css'
import { unnamedVault } from './words.ts'

/** `/vaults/:id`: one vault with what it holds, its activity and its latest transactions. */
export default function VaultPage() {
  const { id = '' } = useParams()
  const { live } = usePreferences()
  const query = useVault(id, { live })
  const vault = query.data?.records[0]
  const failed = useFailureShown(failureOf(query), {
    hasRows: vault !== undefined,
    reading: `${id} ${query.dataUpdatedAt}`,
  })
  const refresh = () => {
    failed.show()
    void query.refetch()
  }
  return (
    <>
      <PageHeader
        title={withHiddenNamed(vault?.vault_name || unnamedVault)}
        meta={
          <>
            {vault && (
              <span className={styles.identity}>
                <VaultTypeBadge type={vault.vault_type} />
                <FullIdentifier text={vault.vault_id} grouped={false} />
                <ValueActions label="vault id" value={vault.vault_id} />
              </span>
            )}
            <Freshness
              asOf={query.data?.timestamp ?? query.data?.receivedAt ?? null}
              refreshing={query.isFetching}
              onRefresh={refresh}
              failure={mentionedBy(failed)}
            />
          </>
        }
        actions={<ButtonLink to={statementsHref({ ids: [id] })}>Statement</ButtonLink>}
      />
      <div className={classes(layout.sections, styles.body)} data-print="flow">
        <FailedReading failed={failed} onRetry={refresh} back={{ to: '/vaults', label: 'All vaults' }} />
        {vault?.assets.length === 0 && (
          <EmptyState icon={<PackageOpen />} title="No holdings listed">
            <p>The service lists none in this vault.</p>
          </EmptyState>
        )}
        {(vault ? vault.assets.length > 0 : query.isFetching && !failed.banner) && (
          <Holdings vault={vault} stale={query.isError} />
        )}
        {vault && (
          <>
            {/* Two requests, of which each may fail alone. */}
            <div key={id} className={styles.movements} data-print="flow">
              <LatestTransactions
                title="Latest out"
                filter={{ source_id: id }}
                ends="destination"
                nothing="The service lists no transactions out of this vault."
                all="All transactions out"
              />
              <LatestTransactions
                title="Latest in"
                filter={{ destination_id: id }}
                ends="source"
                nothing="The service lists no transactions into this vault."
                all="All transactions in"
              />
            </div>
            <ActivitySection whose={id} wanted />
            <OtherFields record={vault} />
          </>
        )}
      </div>
    </>
  )
}

const none: readonly Holding[] = []

/** What a vault holds, by asset and network; the shape of it while it is being read. */
function Holdings({ vault, stale }: { vault: Vault | undefined; stale: boolean }) {
  const { compact } = usePreferences()
  const rows = vault?.assets ?? none
  const table = useDataTable({
    columns: useMemo(() => [...assetColumns, ...amountColumns(rows)], [rows]),
    data: rows,
    getRowId: (held, index) => `${held.asset_id}/${held.network_id}/${index}`,
    enableSorting: false,
  })
  return (
    <DataTable
      caption="Holdings"
      table={table}
      rowLabel={({ asset_id, asset_name, network_name }) =>
        `${[asset_id ?? 'Asset', asset_name ?? []].flat().join(' ')} on ${network_name ?? 'an unnamed network'}: transactions`
      }
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
  )
}

const assetColumns: readonly Column<Holding>[] = [
  {
    id: 'asset_id',
    header: 'Asset',
    cell: ({ row }) => (
      <>
        <UntrustedText text={row.original.asset_id} />{' '}
        <span className={styles.name}>
          <UntrustedText text={row.original.asset_name} fallback="" />
        </span>
      </>
    ),
    size: 176,
  },
  {
    id: 'network_name',
    header: 'Network',
    ...textCells((held) => held.network_name),
    size: 120,
    meta: { card: 'aside' },
  },
]
