import { useMemo } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { failureOf } from '../../api/failure.ts'
import { useBalances } from '../../api/hooks.ts'
import type { Holding } from '../../api/records.ts'
import { ErrorBanner } from '../../components/ErrorBanner.tsx'
import { ExportButton } from '../../components/export/ExportButton.tsx'
import { exportLink } from '../../components/export/export-link.ts'
import { Freshness } from '../../components/Freshness.tsx'
import { narrowed } from '../../components/holdings/narrowed.ts'
import { useSplit } from '../../components/holdings/use-split.ts'
import { balanceTypeLabels } from '../../components/labels.ts'
import { FilterBar } from '../../components/list/FilterBar.tsx'
import { cleared, type FilterGroup } from '../../components/list/filter-groups.ts'
import { NarrowField } from '../../components/list/NarrowField.tsx'
import { assetGroup, networkGroup } from '../../components/list/suggestions.tsx'
import { useOpenRow } from '../../components/list/use-open-row.ts'
import { NothingFound } from '../../components/NothingFound.tsx'
import { usePreferences } from '../../components/preferences.ts'
import { RefusedParameters } from '../../components/RefusedParameters.tsx'
import { ListActions } from '../../components/views/ListActions.tsx'
import { wrongParameters } from '../../components/wrong-parameters.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type BalanceType, balanceTypes } from '../../contract/enumerations.ts'
import { Button } from '../../ui/Button.tsx'
import { DataTable } from '../../ui/DataTable.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { TabLinks } from '../../ui/Tabs.tsx'
import { readHoldingId } from '../../url/holding-id.ts'
import { balancesList, balancesView } from '../../url/lists.ts'
import { useListView } from '../../url/use-list-view.ts'
import styles from './balances.module.css'
import { balanceColumns } from './columns.tsx'
import { HoldingDrawer } from './HoldingDrawer.tsx'
import { balanceRows } from './rows.ts'

const groups: readonly FilterGroup<keyof Filter<'balances'>>[] = [assetGroup, networkGroup]
const noHoldings: readonly Holding[] = []

/** `/balances`, `/balances/cold`, `/balances/warm`: what is held per asset and network; all with cold and warm beside it. */
export default function BalancesPage() {
  // Any other type goes to the service as it stands, which refuses it with BAL-02.
  const { type = 'all' } = useParams()
  const { view, patch, href } = useListView(balancesView)
  const navigate = useNavigate()
  const { live, compact } = usePreferences()
  const { filter, extra } = view
  const query = useBalances(type, filter, { live })
  const split = useSplit(filter, { live, enabled: type === 'all' })
  const error = failureOf(query)
  const openId = extra.open ?? null
  const isLoaded = query.data !== undefined && !query.isPlaceholderData
  useOpenRow(openId, isLoaded)
  const clearAll = () =>
    patch({ filter: cleared(groups.flatMap(({ fields }) => fields)), extra: notNarrowed })
  const isNarrowed = Object.keys(filter).length > 0 || extra.q !== undefined || extra.zero !== undefined
  const clearFilters = isNarrowed ? { onClearFilters: clearAll } : {}
  const refresh = () => {
    void query.refetch()
    split.refresh()
  }
  const holdings = query.data?.records ?? noHoldings
  const { q: text = '', zero } = extra
  const shown = useMemo(
    () => narrowed(holdings, { text, hideZeros: zero === 'hide' }),
    [holdings, text, zero],
  )
  const rows = useMemo(() => balanceRows(shown, split.of), [shown, split.of])
  const columns = useMemo(() => balanceColumns(rows, type === 'all'), [rows, type])
  const open = openId === null ? null : readHoldingId(openId)
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
        actions={
          <>
            <ListActions />
            {isBalanceType(type) && (
              <ExportButton
                asked={{ list: balancesList(type).name, filter }}
                title="Balances"
                shown={columns.map(({ id }) => id)}
                link={exportLink(href, ['q', 'zero'])}
                narrowedBy={[
                  ...(text === '' ? [] : [text]),
                  ...(zero === 'hide' ? ['zeros are hidden'] : []),
                ]}
              />
            )}
          </>
        }
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
          find={
            <>
              <NarrowField
                label="Find in balances"
                placeholder="Find an asset or a network"
                text={text}
                onText={(q) => patch({ extra: { q } }, { replace: true })}
              />
              <Button
                small
                aria-pressed={zero === 'hide'}
                onClick={() => patch({ extra: { zero: zero === 'hide' ? null : 'hide' } })}
              >
                Hide zeros
              </Button>
            </>
          }
        />
      </PageHeader>
      <div className={styles.body} data-print="flow">
        <RefusedParameters refused={view.refused} onRemove={() => patch({ refused: [] })} />
        {error && (
          <ErrorBanner
            error={error}
            onRetry={refresh}
            back={{ to: '/balances', label: 'All balances' }}
            {...clearFilters}
          />
        )}
        {!error && split.failure && <ErrorBanner error={split.failure} onRetry={refresh} />}
        {query.data && shown.length === 0 && !error ? (
          <NothingFound
            noun="balances"
            said={query.data.noRecords}
            explanation={
              holdings.length === 0
                ? undefined
                : `None of ${holdings.length} balances is what you are looking for.`
            }
            {...clearFilters}
          />
        ) : (
          (query.data || !error) && (
            <>
              <DataTable
                caption="Balances"
                columns={columns}
                rows={rows}
                rowId={({ id }) => id}
                rowHref={({ id, asset_id }) => (asset_id ? href({ extra: { open: id } }) : null)}
                rowLabel={({ asset_id, network_name }) =>
                  `${asset_id ?? 'Asset'} on ${network_name ?? 'an unnamed network'}: where it is`
                }
                selectedId={openId}
                onNavigate={(to) => void navigate(to)}
                loading={!query.data}
                skeletonRows={12}
                stale={query.isPlaceholderData || error !== null}
                compact={compact}
              />
              <p className={styles.count} role="status">
                {query.data && countOf(shown, holdings)}
              </p>
            </>
          )
        )}
      </div>
      {openId !== null && open && (
        <HoldingDrawer
          key={openId}
          id={open}
          row={rows.find(({ id }) => id === openId)}
          type={type}
          isLoaded={isLoaded}
          onClose={() => patch({ extra: { open: null } })}
        />
      )}
    </>
  )
}

function isBalanceType(type: string): type is BalanceType {
  return balanceTypes.some((known) => known === type)
}

const notNarrowed = { q: null, zero: null } as const

/** How much is on screen, and that it is not all where some is left out. */
function countOf(shown: readonly Holding[], all: readonly Holding[]): string {
  const count = `${shown.length === all.length ? '' : `${shown.length} of `}${all.length}`
  return `${count} ${all.length === 1 ? 'balance' : 'balances'}. Nothing is added across assets or networks: two assets can share a name.`
}
