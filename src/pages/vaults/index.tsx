import { useVaults } from '../../api/hooks.ts'
import type { Vault } from '../../api/records.ts'
import { AtAGlance } from '../../components/AtAGlance.tsx'
import { VaultTypeBadge } from '../../components/badges.tsx'
import { ShortIdentifier } from '../../components/Identifier.tsx'
import { vaultTypeLabels } from '../../components/labels.ts'
import { type FilterGroup, optionsOf } from '../../components/list/filter-groups.ts'
import { ListPage } from '../../components/list/ListPage.tsx'
import { recordIdentity } from '../../components/list/record-identity.ts'
import { assetGroup, networkGroup } from '../../components/list/suggestions.tsx'
import { UntrustedText } from '../../components/UntrustedText.tsx'
import type { Filter } from '../../contract/endpoints.ts'
import type { Column } from '../../ui/DataTable.tsx'
import { vaultHref } from '../../url/hrefs.ts'
import { vaultsView } from '../../url/pages.ts'

const identity = recordIdentity<Vault>((vault) => vault.vault_id)

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

const columns: readonly Column<Vault>[] = [
  {
    id: 'vault_name',
    header: 'Vault',
    cell: (vault) => <UntrustedText text={vault.vault_name} />,
    sortBy: (vault) => vault.vault_name,
    width: '15rem',
  },
  {
    id: 'vault_type',
    header: 'Type',
    cell: (vault) => <VaultTypeBadge type={vault.vault_type} />,
    sortBy: (vault) => vault.vault_type,
    card: 'aside',
    width: '6rem',
  },
  {
    id: 'count',
    header: 'Holdings',
    align: 'end',
    hint: 'Assets on networks that this vault holds',
    cell: (vault) => vault.assets.length,
    sortBy: (vault) => String(vault.assets.length),
    width: '6rem',
  },
  {
    id: 'assets',
    header: 'Assets',
    // In the service's own order: they cannot be ranked, as the API has no prices.
    cell: ({ assets }) => <AtAGlance items={assets.map((held) => held.asset_id)} />,
  },
  {
    id: 'vault_id',
    header: 'Vault id',
    cell: (vault) => <ShortIdentifier text={vault.vault_id} />,
    sortBy: (vault) => vault.vault_id,
    width: '11rem',
  },
]

/** `/vaults`: every vault with what it holds. */
export default function VaultsPage() {
  return (
    <ListPage
      title="Vaults"
      noun="vaults"
      codec={vaultsView}
      useRead={useVaults}
      identity={identity}
      groups={groups}
      columns={() => columns}
      opens={(vault) => (vault.vault_id ? vaultHref(vault.vault_id) : null)}
      rowLabel={(vault) => vault.vault_name ?? vault.vault_id ?? 'Vault'}
    />
  )
}
