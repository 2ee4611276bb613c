import { PackageOpen } from 'lucide-react'
import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/failure.ts'
import { useVault } from '../../api/hooks.ts'
import type { Vault } from '../../api/records.ts'
import { VaultTypeBadge } from '../../components/badges.tsx'
import { ErrorBanner } from '../../components/ErrorBanner.tsx'
import { Freshness } from '../../components/Freshness.tsx'
import { HoldingsTable } from '../../components/HoldingsTable.tsx'
import { FullIdentifier } from '../../components/Identifier.tsx'
import { OtherFields } from '../../components/OtherFields.tsx'
import { usePreferences } from '../../components/preferences.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { withHiddenNamed } from '../../components/untrusted-text.ts'
import { ValueActions } from '../../components/ValueActions.tsx'
import { ButtonLink } from '../../ui/Button.tsx'
import { DescriptionItem, DescriptionList } from '../../ui/DescriptionList.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import styles from './vaults.module.css'

/** `/vaults/:id`: one vault with what it holds, and the way to its transactions. */
export default function VaultPage() {
  const { id = '' } = useParams()
  const { live } = usePreferences()
  const query = useVault(id, { live })
  const failure = failureOf(query)
  const vault = query.data?.records[0]
  return (
    <>
      <PageHeader
        title={withHiddenNamed(vault?.vault_name || 'Vault')}
        meta={
          <Freshness
            asOf={query.data?.timestamp ?? query.data?.receivedAt ?? null}
            refreshing={query.isFetching}
            onRefresh={() => void query.refetch()}
          />
        }
        actions={
          <div className={styles.links}>
            <ButtonLink to={transactionsHref({ source_id: id })}>Transactions out</ButtonLink>
            <ButtonLink to={transactionsHref({ destination_id: id })}>Transactions in</ButtonLink>
          </div>
        }
      />
      <div className={styles.body}>
        {failure && (
          <ErrorBanner
            error={failure}
            onRetry={() => void query.refetch()}
            back={{ to: '/vaults', label: 'All vaults' }}
          />
        )}
        {vault ? (
          <OneVault vault={vault} stale={query.isError} />
        ) : (
          query.isFetching && !failure && <HoldingsTable caption="Holdings" holdings={[]} loading />
        )}
      </div>
    </>
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
      {vault.assets.length > 0 ? (
        <section>
          <h2 className={styles.heading}>Holdings</h2>
          <HoldingsTable
            caption="Holdings"
            holdings={vault.assets}
            stale={stale}
            rowHref={(held) =>
              vault.vault_id && held.asset_id
                ? transactionsHref({
                    source_id: vault.vault_id,
                    asset_id: held.asset_id,
                    ...(held.network_id ? { network_id: held.network_id } : {}),
                  })
                : null
            }
          />
        </section>
      ) : (
        <EmptyState icon={<PackageOpen />} title="This vault is empty">
          <p>The service lists no holding in it.</p>
        </EmptyState>
      )}
      <OtherFields record={vault} />
    </>
  )
}
