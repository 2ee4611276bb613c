import { useParams } from 'react-router-dom'
import { failureOf } from '../../api/failure.ts'
import { useBalances } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import { Amount } from '../../components/Amount.tsx'
import { ErrorBanner } from '../../components/ErrorBanner.tsx'
import { Freshness } from '../../components/Freshness.tsx'
import { HoldingsTable } from '../../components/HoldingsTable.tsx'
import { balanceTypeLabels, vaultTypeLabels } from '../../components/labels.ts'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { cleared, type FilterGroup } from '../../components/list/filter-groups.ts'
import { assetGroup, networkGroup } from '../../components/list/suggestions.tsx'
import { NothingFound } from '../../components/NothingFound.tsx'
import { usePreferences } from '../../components/preferences.tsx'
import { RefusedParameters } from '../../components/RefusedParameters.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import { ListActions } from '../../components/views/ListActions.tsx'
import { wrongParameters } from '../../components/wrong-parameters.ts'
import { perMille } from '../../contract/decimal.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { balanceTypes, vaultTypes } from '../../contract/enumerations.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { longestFraction } from '../../ui/decimal-text.ts'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { SplitBar } from '../../ui/SplitBar.tsx'
import { TabLinks } from '../../ui/Tabs.tsx'
import { transactionsHref } from '../../url/hrefs.ts'
import { balancesView } from '../../url/pages.ts'
import { useListView } from '../../url/use-list-view.ts'
import styles from './balances.module.css'

const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]

/** `/balances`, `/balances/cold`, `/balances/warm`: what is held per asset and network; all with cold and warm beside it. */
export default function BalancesPage() {
  // Any other type goes to the service as it stands, which refuses it with BAL-02.
  const { type = 'all' } = useParams()
  const { view, patch } = useListView(balancesView)
  const { live } = usePreferences()
  const { filter } = view
  const query = useBalances(type, filter, { live })
  const shares = useShares(filter, { live, enabled: type === 'all' })
  const error = failureOf(query)
  const isFiltered = Object.keys(filter).length > 0
  const clearAll = () => patch({ filter: cleared(groups.flatMap(({ fields }) => fields)) })
  const clearFilters = isFiltered ? { onClearFilters: clearAll } : {}
  const refresh = () => {
    void query.refetch()
    shares.refresh()
  }
  const holdings = query.data?.records ?? []
  return (
    <>
      <PageHeader
        title="Balances"
        meta={
          <Freshness
            asOf={query.data?.timestamp ?? query.data?.receivedAt ?? null}
            refreshing={query.isFetching}
            onRefresh={refresh}
          />
        }
        actions={<ListActions />}
      >
        <TabLinks
          label="Vault type"
          tabs={balanceTypes.map((balanceType) => ({
            to: balanceType === 'all' ? '/balances' : `/balances/${balanceType}`,
            label: balanceTypeLabels[balanceType],
            end: true,
          }))}
        />
        <FilterBar
          groups={groups}
          filter={filter}
          wrong={wrongParameters(error, view.refused, Object.keys(filter))}
          onChange={(entered) => patch({ filter: entered })}
          onClearAll={clearAll}
        />
      </PageHeader>
      <div className={styles.body}>
        <RefusedParameters refused={view.refused} onRemove={() => patch({ refused: [] })} />
        {error && (
          <ErrorBanner
            error={error}
            onRetry={refresh}
            back={{ to: '/balances', label: 'All balances' }}
            {...clearFilters}
          />
        )}
        {!error && shares.failure && <ErrorBanner error={shares.failure} onRetry={refresh} />}
        {query.data && holdings.length === 0 && !error ? (
          <NothingFound
            title="No balances match"
            explanation="The service holds nothing that fits every filter at once."
            {...clearFilters}
          />
        ) : (
          !error?.isNoRecords &&
          (query.data || !error) && (
            <HoldingsTable
              caption="Balances"
              holdings={holdings}
              extra={type === 'all' ? shareColumns(shares.byAsset, holdings) : []}
              rowHref={(held) =>
                held.asset_id
                  ? transactionsHref({
                      asset_id: held.asset_id,
                      ...(held.network_id ? { network_id: held.network_id } : {}),
                    })
                  : null
              }
              loading={!query.data}
              stale={query.isPlaceholderData || error !== null}
            />
          )
        )}
      </div>
    </>
  )
}

type ShareOf = (held: Holding) => string | null

/** The totals of either vault type, to stand beside those of all. */
function useShares(filter: Filter<'balances'>, options: { live: boolean; enabled: boolean }) {
  const cold = useBalances('cold', filter, options)
  const warm = useBalances('warm', filter, options)
  const totals = (query: typeof cold): ShareOf => {
    const byKey = new Map(query.data?.records.map((held) => [assetKey(held), held.balances.total_balance]))
    return (held) => byKey.get(assetKey(held)) ?? null
  }
  return {
    byAsset: { cold: totals(cold), warm: totals(warm) },
    // Without it, a missing answer would look like a missing holding. That a type holds nothing is no failure.
    failure: [cold, warm].map(failureOf).find((failure) => failure !== null && !failure.isNoRecords) ?? null,
    refresh: () => {
      if (!options.enabled) return
      void cold.refetch()
      void warm.refetch()
    },
  }
}

function assetKey({ asset_id, network_id }: Holding): string {
  return JSON.stringify([asset_id, network_id])
}

function shareColumns(
  byAsset: Readonly<Record<'cold' | 'warm', ShareOf>>,
  holdings: readonly Holding[],
): readonly Column<Holding>[] {
  const shares: Column<Holding> = {
    id: 'share',
    header: 'Cold share',
    hint: 'How much of the total is in cold vaults',
    cell: (held) => (
      <ColdShare cold={byAsset.cold(held)} warm={byAsset.warm(held)} total={held.balances.total_balance} />
    ),
    width: '8rem',
  }
  const amounts = vaultTypes.map((type): Column<Holding> => {
    const fraction = longestFraction(holdings.map(byAsset[type]))
    return {
      id: type,
      header: vaultTypeLabels[type],
      hint: `Held in ${type} vaults`,
      align: 'end',
      cell: (held) => <Amount value={byAsset[type](held)} fractionWidth={fraction} />,
    }
  })
  return [shares, ...amounts]
}

/** Drawn only where the service gave the figures that it stands for; an asset that is in one type alone is all there. */
function ColdShare({
  cold,
  warm,
  total,
}: {
  cold: string | null
  warm: string | null
  total: string | null
}) {
  const share = cold === null && warm === total ? 0 : perMille(cold, total)
  if (share === null) return <UntrustedText text={null} />
  return (
    <span className={styles.share}>
      <SplitBar
        label="Cold and warm"
        bare
        parts={[
          { label: 'Cold', share, tone: 'accent' },
          { label: 'Warm', share: 1000 - share, tone: 'neutral' },
        ]}
      />
      <span className={styles.percent} aria-hidden>{`${Math.trunc(share / 10)}.${share % 10}%`}</span>
    </span>
  )
}
