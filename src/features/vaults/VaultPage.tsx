import PackageOpen from 'lucide-react/icons/package-open'
import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/api-error.ts'
import { useVault } from '../../api/hooks.ts'
import type { Holding, Vault } from '../../api/records.ts'
import { Freshness } from '../../list/Freshness.tsx'
import { VaultTypeBadge } from '../../records/badges.tsx'
import { ErrorBanner } from '../../records/errors.tsx'
import { amountColumns, breakdownColumn } from '../../records/holdings/amount-columns.tsx'
import { ComponentCards } from '../../records/holdings/ComponentCards.tsx'
import { LatestTransactions } from '../../records/holdings/LatestTransactions.tsx'
import { FullIdentifier } from '../../records/identifiers.tsx'
import { usePreferences } from '../../records/preferences.ts'
import { OtherFields, ValueActions } from '../../records/record.tsx'
import { textCells, UntrustedText } from '../../records/text.tsx'
import { withHiddenNamed } from '../../records/untrusted-text.ts'
import { ButtonLink } from '../../ui/buttons.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { useFetched } from '../../ui/lazy.tsx'
import { EmptyState } from '../../ui/messages.tsx'
import { DescriptionItem, DescriptionList, PageHeader } from '../../ui/page.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { statementsHref } from '../../url/statements.ts'
import { useBooks } from '../../work/use-books.ts'
import { loadActivity } from '../activity/index.ts'
import styles from './vaults.module.css'
import { latestIn, latestOut, noHoldings, unnamedVault, vaultLinks } from './words.ts'

/** `/vaults/:id`: one vault with what it holds, and the way to its transactions. */
export default function VaultPage() {
  const { id = '' } = useParams()
  const { live } = usePreferences()
  const query = useVault(id, { live })
  const failure = failureOf(query)
  const vault = query.data?.records[0]
  const { books } = useBooks()
  const Activity = useFetched(loadActivity, vault !== undefined)
  return (
    <>
      <PageHeader
        title={withHiddenNamed(vault?.vault_name || unnamedVault)}
        meta={
          <Freshness
            asOf={query.data?.timestamp ?? query.data?.receivedAt ?? null}
            refreshing={query.isFetching}
            onRefresh={() => void query.refetch()}
          />
        }
        actions={
          <div className={styles.links}>
            <ButtonLink to={statementsHref({ ids: [id] })}>{vaultLinks.statement}</ButtonLink>
            <ButtonLink to={transactionsHref({ source_id: id })}>{vaultLinks.out}</ButtonLink>
            <ButtonLink to={transactionsHref({ destination_id: id })}>{vaultLinks.in}</ButtonLink>
          </div>
        }
      />
      <div className={styles.body} data-print="flow">
        {failure && (
          <ErrorBanner
            error={failure}
            onRetry={() => void query.refetch()}
            back={{ to: '/vaults', label: vaultLinks.all }}
          />
        )}
        {vault ? (
          <>
            <OneVault vault={vault} stale={query.isError} />
            <div className={styles.activity} data-books={books !== null || undefined}>
              {Activity && <Activity key={id} whose={id} />}
            </div>
            <Movements key={id} id={id} />
            <OtherFields record={vault} />
          </>
        ) : (
          query.isFetching && !failure && <Holdings vault={null} />
        )}
      </div>
    </>
  )
}

/** The latest movements out of a vault and into it, side by side: two requests, of which each may fail alone. */
function Movements({ id }: { id: string }) {
  return (
    <div className={styles.movements} data-print="flow">
      <LatestTransactions {...latestOut} filter={{ source_id: id }} ends="destination" />
      <LatestTransactions {...latestIn} filter={{ destination_id: id }} ends="source" />
    </div>
  )
}

function OneVault({ vault, stale }: { vault: Vault; stale: boolean }) {
  return (
    <>
      <div className={styles.facts}>
        <DescriptionList>
          <DescriptionItem term="Type">
            <VaultTypeBadge type={vault.vault_type} />
          </DescriptionItem>
          <DescriptionItem term="Name">
            <UntrustedText text={vault.vault_name} />
          </DescriptionItem>
          <DescriptionItem term="Vault id" actions={<ValueActions label="vault id" value={vault.vault_id} />}>
            <FullIdentifier text={vault.vault_id} grouped={false} />
          </DescriptionItem>
        </DescriptionList>
      </div>
      <ComponentCards holdings={vault.assets} />
      {vault.assets.length > 0 ? (
        <section>
          <h2 className={styles.heading}>Holdings</h2>
          <Holdings vault={vault} stale={stale} />
        </section>
      ) : (
        <EmptyState icon={<PackageOpen />} title={noHoldings.title}>
          <p>{noHoldings.text}</p>
        </EmptyState>
      )}
    </>
  )
}

const none: readonly Holding[] = []

/** What a vault holds, by asset and network, with the five components, exact; or the place of it while it is being read. */
function Holdings({ vault, stale = false }: { vault: Vault | null; stale?: boolean }) {
  const { compact } = usePreferences()
  const rows = vault?.assets ?? none
  return (
    <DataTable
      caption="Holdings"
      columns={holdingColumns(rows)}
      rows={rows}
      rowId={(held, index) => `${held.asset_id}/${held.network_id}/${index}`}
      rowLabel={(held) =>
        `${held.asset_id ?? 'Asset'} on ${held.network_name ?? 'an unnamed network'}: transactions`
      }
      rowHref={({ asset_id, network_id }) =>
        vault?.vault_id && asset_id
          ? transactionsHref({ source_id: vault.vault_id, asset_id, ...(network_id ? { network_id } : {}) })
          : null
      }
      loading={vault === null}
      skeletonRows={12}
      stale={stale}
      compact={compact}
    />
  )
}

function holdingColumns(rows: readonly Holding[]): readonly Column<Holding>[] {
  const [total, ...parts] = amountColumns(rows)
  return [
    { id: 'asset_id', header: 'Asset', ...textCells((held) => held.asset_id), width: '8rem' },
    { id: 'asset_name', header: 'Name', ...textCells((held) => held.asset_name), width: '8rem' },
    {
      id: 'network_name',
      header: 'Network',
      ...textCells((held) => held.network_name),
      width: '9rem',
      card: 'aside',
    },
    ...(total ? [total] : []),
    breakdownColumn,
    ...parts,
  ]
}
