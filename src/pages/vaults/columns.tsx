import { type Holding, nameOrId, type Vault } from '../../contract/normal-records.ts'
import { Amount, longestFraction } from '../../display/amounts.tsx'
import { VaultTypeBadge } from '../../display/badges.tsx'
import { hasSomething } from '../../display/holdings/shares.ts'
import { identifierCells } from '../../display/identifiers.tsx'
import { amountLabels } from '../../display/labels.ts'
import { nameCells, TruncatedList } from '../../display/text.tsx'
import { withHiddenNamed } from '../../display/untrusted-text.ts'
import { heldAssets, valueColumns } from '../../display/values.tsx'
import type { VaultFileColumn } from '../../files/list-export.ts'
import type { ColumnsGiven } from '../../list/list-page.ts'
import type { ListColumn } from '../../list/list-table.ts'
import { valuesOf } from '../../url/page-state.ts'

type VaultColumn = ListColumn<Vault, VaultFileColumn>

export function vaultListColumns({ rows, filter, prices }: ColumnsGiven<Vault>): readonly VaultColumn[] {
  return [
    ...names,
    ...valueColumns<Vault>(prices, ({ assets }) => heldAssets(assets)).map(
      (value): VaultColumn => ({ ...value, file: ['asset_id', 'total_balance'] }),
    ),
    ...holdings,
    ...(typeof filter.asset_id === 'string'
      ? [heldColumn(rows, filter.asset_id, valuesOf(filter.network_id))]
      : []),
  ]
}

const vaultId = identifierCells<Vault>((vault) => vault.vault_id)

const names: readonly VaultColumn[] = [
  {
    id: 'vault_name',
    header: 'Vault',
    file: ['vault_name'],
    ...nameCells(({ vault_name, vault_id }) => nameOrId(vault_name, vault_id)),
    size: 212,
  },
  {
    id: 'vault_type',
    header: 'Type',
    file: ['vault_type'],
    cell: ({ row }) => <VaultTypeBadge type={row.original.vault_type} />,
    size: 96,
    meta: { card: 'aside' },
  },
]

const holdings: readonly VaultColumn[] = [
  {
    id: 'count',
    header: 'Holdings',
    file: [],
    cell: ({ row }) => (row.original.lacksAssets ? <Amount value={null} /> : row.original.assets.length),
    size: 96,
    meta: { align: 'end', hint: 'How many assets this vault holds, counted once per network' },
  },
  {
    id: 'assets',
    header: 'Assets',
    file: ['asset_id', 'asset_name', 'network_id', 'network_name', 'total_balance'],
    // In the service's own order: amounts of different assets cannot be ranked.
    cell: ({ row }) => <TruncatedList items={row.original.assets.map((held) => held.asset_id)} />,
  },
  {
    id: 'states',
    header: 'Not available',
    file: ['available_balance', 'processing_balance', 'staking_balance', 'claimable_balance'],
    cell: ({ row }) => statesInWords(row.original.assets),
    size: 248,
    meta: { hint: 'How many holdings have an amount that cannot be moved now, by state' },
  },
  {
    id: 'vault_id',
    header: 'Vault id',
    file: ['vault_id'],
    ...vaultId,
    size: 160,
    meta: { ...vaultId.meta, shownIn: 'not all' },
  },
]

/** How much a vault holds of the asset that the filter names, with the network where it has it on several. */
function heldColumn(rows: readonly Vault[], asset: string, networks: readonly string[]): VaultColumn {
  const heldBy = ({ assets }: Vault) =>
    assets.filter(
      ({ asset_id, network_id }) =>
        asset_id === asset && (networks.length === 0 || networks.includes(network_id ?? '')),
    )
  const fractionWidth = longestFraction(rows.flatMap(heldBy).map(({ balances }) => balances.total_balance))
  return {
    id: 'held',
    header: `Total ${withHiddenNamed(asset)}`,
    file: [],
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
