import { listQuery } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { nameOrId, type Vault } from '../../contract/normal-records.ts'
import { VaultTypeBadge } from '../../display/badges.tsx'
import { vaultTypeLabels } from '../../display/labels.ts'
import { heldAssets, PricesNote } from '../../display/values.tsx'
import { ExportButton } from '../../kits/export/ExportButton.tsx'
import { assetGroup, type FilterGroup, networkGroup, optionsOf } from '../../list/filter-groups.ts'
import { ListLayout } from '../../list/ListLayout.tsx'
import { useListPage } from '../../list/list-page.ts'
import { vaultHref } from '../../url/hrefs.ts'
import { vaultsList } from '../../url/lists.ts'
import { vaultListColumns } from './columns.tsx'

/** `/vaults`: every vault with what it holds. */
export default function VaultsPage() {
  const list = useListPage({
    of: vaultsList,
    query: (request) => listQuery('vaults', request),
    groups,
    columns: vaultListColumns,
    idOf,
    labelOf,
  })
  const { rows, prices } = list
  return (
    <ListLayout
      list={list}
      actions={<ExportButton list={list} />}
      rowHref={hrefOf}
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
const labelOf = ({ vault_name, vault_id }: Vault) => nameOrId(vault_name, vault_id) ?? 'Vault'
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
