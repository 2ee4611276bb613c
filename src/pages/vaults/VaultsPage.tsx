import { useMemo } from 'react'
import type { ColumnPrices } from '../../api/prices.ts'
import { useList } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { Holding, Vault } from '../../contract/normal-records.ts'
import { Amount } from '../../display/amounts.tsx'
import { VaultTypeBadge } from '../../display/badges.tsx'
import { hasSomething } from '../../display/holdings/shares.ts'
import { identifierCells } from '../../display/identifiers.tsx'
import { amountLabels, nameOrId, vaultTypeLabels } from '../../display/labels.ts'
import { TruncatedList, textCells } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { heldAssets, PricesNote, valueColumns } from '../../display/values.tsx'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { assetGroup, type FilterGroup, networkGroup, optionsOf } from '../../list/filter-groups.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useListPage, useListParams } from '../../list/list-page.ts'
import { useListPrices } from '../../list/list-prices.ts'
import { useListTable } from '../../list/list-table.ts'
import type { Column } from '../../ui/data-table.ts'
import { longestFraction } from '../../ui/decimal-text.ts'
import { vaultHref } from '../../url/hrefs.ts'
import { vaultsList } from '../../url/lists.ts'
import { valuesOf } from '../../url/page-state.ts'

/** `/vaults`: every vault with what it holds. */
export default function VaultsPage() {
  const params = useListParams(vaultsList)
  const { prices, sortedIn } = useListPrices(params)
  const { filter } = params
  const page = useListPage(params, useList('vaults', { ...params.request, currency: sortedIn }), {
    idOf,
    changeInWords: (vault) => `${nameOf(vault)} has changed`,
  })
  const { rows } = page
  const shown = useMemo(
    () => [
      ...vaultColumns(prices.inColumns),
      ...(typeof filter.asset_id === 'string'
        ? [heldColumn(rows, filter.asset_id, valuesOf(filter.network_id))]
        : []),
    ],
    [rows, filter, prices.inColumns],
  )
  const table = useListTable(params, page, shown)
  return (
    <ListLayout
      params={params}
      page={page}
      table={table}
      groups={groups}
      actions={<ExportButton params={params} table={table} />}
      rowHref={hrefOf}
      rowLabel={nameOf}
      foot={
        rows.length > 0 &&
        typeof prices.inColumns !== 'string' && (
          <PricesNote prices={prices} assets={heldAssets(rows.flatMap(({ assets }) => assets))} />
        )
      }
    />
  )
}

const idOf = (vault: Vault) => vault.vault_id
const nameOf = ({ vault_name, vault_id }: Vault) => nameOrId(vault_name, vault_id) ?? 'Vault'
const hrefOf = ({ vault_id: id }: Vault) => (id ? vaultHref(id) : null)

const groups: readonly FilterGroup<keyof Filter<'vaults'>>[] = [
  {
    label: 'Vault type',
    fields: [
      {
        name: 'vault_type',
        kind: 'choice',
        options: optionsOf(vaultTypeLabels),
        render: (type) => <VaultTypeBadge type={type} />,
      },
    ],
  },
  assetGroup,
  networkGroup,
]

const vaultId = identifierCells<Vault>((vault) => vault.vault_id)

function vaultColumns(prices: ColumnPrices): readonly Column<Vault>[] {
  return [...names, ...valueColumns<Vault>(prices, ({ assets }) => heldAssets(assets)), ...holdings]
}

const names: readonly Column<Vault>[] = [
  {
    id: 'vault_name',
    header: 'Vault',
    ...textCells(({ vault_name, vault_id }) => nameOrId(vault_name, vault_id)),
    size: 224,
  },
  {
    id: 'vault_type',
    header: 'Type',
    cell: ({ row }) => <VaultTypeBadge type={row.original.vault_type} />,
    size: 96,
    meta: { card: 'aside' },
  },
]

const holdings: readonly Column<Vault>[] = [
  {
    id: 'count',
    header: 'Holdings',
    cell: ({ row }) => row.original.assets.length,
    size: 96,
    meta: { align: 'end', hint: 'How many assets this vault holds, counted once per network' },
  },
  {
    id: 'assets',
    header: 'Assets',
    // In the service's own order: amounts of different assets cannot be ranked.
    cell: ({ row }) => <TruncatedList items={row.original.assets.map((held) => held.asset_id)} />,
  },
  {
    id: 'states',
    header: 'Not available',
    cell: ({ row }) => statesInWords(row.original.assets),
    size: 240,
    meta: { hint: 'How many holdings have an amount that cannot be moved now, by state' },
  },
  {
    id: 'vault_id',
    header: 'Vault id',
    ...vaultId,
    size: 160,
    meta: { ...vaultId.meta, shownIn: 'not all' },
  },
]

/** How much a vault holds of the asset that the filter names, with the network where it has it on several. */
function heldColumn(rows: readonly Vault[], asset: string, networks: readonly string[]): Column<Vault> {
  const heldBy = ({ assets }: Vault) =>
    assets.filter(
      ({ asset_id, network_id }) =>
        asset_id === asset && (networks.length === 0 || networks.includes(network_id ?? '')),
    )
  const fractionWidth = longestFraction(rows.flatMap(heldBy).map(({ balances }) => balances.total_balance))
  return {
    id: 'held',
    header: `Total ${withHiddenNamed(asset)}`,
    cell: ({ row }) =>
      heldBy(row.original).map(({ network_id: id, network_name, balances }, index, { length }) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a vault may list the same asset twice
        <div key={index}>
          <Amount
            value={balances.total_balance}
            fractionWidth={fractionWidth}
            {...(length > 1 && { asset: nameOrId(network_name, id) })}
          />
        </div>
      )),
    // In a card a line of its own, whose name says the asset.
    meta: { align: 'end' },
  }
}

/** How many holdings have something in each state. Amounts of different assets cannot be added up. */
function statesInWords(holdings: readonly Holding[]): string {
  return states
    .flatMap((name) => {
      const count = holdings.filter(({ balances }) => hasSomething(balances[name])).length
      return count > 0 ? `${count} ${amountLabels[name].label.toLowerCase()}` : []
    })
    .join(', ')
}

const states = ['processing_balance', 'staking_balance', 'claimable_balance'] as const
