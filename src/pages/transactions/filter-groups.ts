import { statusLabels, typeLabels } from '../../components/labels.ts'
import { type FilterGroup, optionsOf } from '../../components/list/filter-groups.ts'
import { AssetSuggestions, NetworkSuggestions, VaultSuggestions } from '../../components/list/suggestions.tsx'
import type { Filter } from '../../contract/endpoints.ts'

/** All eleven filters of GET /transactions, in the order in which people narrow down. */
export const transactionFilterGroups: readonly FilterGroup<keyof Filter<'transactions'>>[] = [
  {
    label: 'Date',
    fields: [
      { name: 'start_date', kind: 'date' },
      { name: 'end_date', kind: 'date' },
    ],
  },
  {
    label: 'Status',
    fields: [
      {
        name: 'status',
        kind: 'choice',
        options: Object.entries(statusLabels).map(([value, { label }]) => ({ value, label })),
      },
    ],
  },
  { label: 'Type', fields: [{ name: 'transaction_type', kind: 'choice', options: optionsOf(typeLabels) }] },
  {
    label: 'Asset',
    fields: [{ name: 'asset_id', kind: 'text', placeholder: 'USDC_ETH', Suggestions: AssetSuggestions }],
  },
  {
    label: 'Network',
    fields: [{ name: 'network_id', kind: 'text', placeholder: 'ETH', Suggestions: NetworkSuggestions }],
  },
  {
    label: 'Source',
    fields: [
      { name: 'source_id', kind: 'text', placeholder: 'Vault id', Suggestions: VaultSuggestions },
      { name: 'source_address', kind: 'text', placeholder: 'Wallet address' },
    ],
  },
  {
    label: 'Destination',
    fields: [
      {
        name: 'destination_id',
        kind: 'text',
        placeholder: 'Vault or whitelist id',
        Suggestions: VaultSuggestions,
      },
      { name: 'destination_address', kind: 'text', placeholder: 'Wallet address' },
    ],
  },
  { label: 'Transaction id', fields: [{ name: 'transaction_id', kind: 'text' }] },
]
