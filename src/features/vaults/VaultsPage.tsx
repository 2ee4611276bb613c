import { useVaults } from '../../api/hooks.ts'
import type { Holding, Vault } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { type FilterGroup, optionsOf } from '../../list/filter-groups.ts'
import { ListBody } from '../../list/ListBody.tsx'
import { ListHead } from '../../list/ListHead.tsx'
import { ListRows } from '../../list/ListRows.tsx'
import { recordIdentity } from '../../list/record-identity.ts'
import { assetGroup, networkGroup } from '../../list/suggestions.tsx'
import { useList } from '../../list/use-list.ts'
import { VaultTypeBadge } from '../../records/badges.tsx'
import { hasSomething } from '../../records/holdings/shares.ts'
import { identifierCells } from '../../records/identifiers.tsx'
import { amountLabels, vaultTypeLabels } from '../../records/labels.ts'
import { TruncatedList, textCells } from '../../records/text.tsx'
import type { Column } from '../../ui/table-column.ts'
import { vaultHref } from '../../url/hrefs.ts'
import { vaultsList } from '../../url/lists.ts'
import { ExportButton } from '../export/index.ts'
import styles from './vaults.module.css'
import { columnHints, unnamedVault } from './words.ts'

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
    ...textCells((vault) => vault.vault_name),
    width: '14rem',
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
    hint: columnHints.count,
    cell: (vault) => vault.assets.length,
    sortBy: (vault) => String(vault.assets.length),
    width: '6rem',
  },
  {
    id: 'assets',
    header: 'Assets',
    // In the service's own order: they cannot be ranked, as the API has no prices.
    cell: ({ assets }) => <TruncatedList items={assets.map((held) => held.asset_id)} />,
  },
  {
    id: 'states',
    header: 'Not available',
    hint: columnHints.states,
    cell: ({ assets }) => <States holdings={assets} />,
    width: '15rem',
  },
  {
    id: 'vault_id',
    header: 'Vault id',
    ...identifierCells((vault) => vault.vault_id),
    width: '10rem',
  },
]

/** In how many holdings of a vault something is in processing, in staking, or to be claimed. Amounts cannot be added up. */
function States({ holdings }: { holdings: readonly Holding[] }) {
  const states = notAvailable
    .map((name) => ({ name, count: holdings.filter(({ balances }) => hasSomething(balances[name])).length }))
    .filter(({ count }) => count > 0)
  if (states.length === 0) return null
  return (
    <span className={styles.states}>
      {states.map(({ name, count }) => (
        <span key={name}>
          {count} {amountLabels[name].label.toLowerCase()}{' '}
        </span>
      ))}
    </span>
  )
}

const notAvailable = ['processing_balance', 'staking_balance', 'claimable_balance'] as const

/** `/vaults`: every vault with what it holds. */
export default function VaultsPage() {
  const list = useList({
    list: vaultsList,
    useRead: useVaults,
    identity,
    groups,
    columns: () => columns,
    opens: ({ vault_id: id }) => (id ? vaultHref(id) : null),
    rowLabel: (vault) => vault.vault_name ?? vault.vault_id ?? unnamedVault,
  })
  return (
    <>
      <ListHead list={list} actions={<ExportButton list={list} />} />
      <ListBody list={list}>
        <ListRows list={list} />
      </ListBody>
    </>
  )
}
