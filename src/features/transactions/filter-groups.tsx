import type { Filter } from '../../contract/endpoints.ts'
import { type FilterGroup, optionsOf } from '../../list/filter-groups.ts'
import { assetGroup, networkGroup, PartySuggestions } from '../../list/suggestions.tsx'
import { StatusBadge, TypeLabel } from '../../records/badges.tsx'
import { statusLabels, typeLabels } from '../../records/labels.ts'
import { addressPlaceholder, partyPlaceholder } from './words.ts'

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
        render: (status) => <StatusBadge status={status} />,
      },
    ],
  },
  {
    label: 'Type',
    fields: [
      {
        name: 'transaction_type',
        kind: 'choice',
        options: optionsOf(typeLabels),
        render: (type) => <TypeLabel type={type} />,
      },
    ],
  },
  assetGroup,
  networkGroup,
  {
    label: 'Source',
    fields: [
      {
        name: 'source_id',
        kind: 'text',
        placeholder: partyPlaceholder,
        Suggestions: PartySuggestions,
        named: true,
      },
    ],
  },
  {
    label: 'Source address',
    fields: [{ name: 'source_address', kind: 'text', placeholder: addressPlaceholder }],
    rare: true,
  },
  {
    label: 'Destination',
    fields: [
      {
        name: 'destination_id',
        kind: 'text',
        placeholder: partyPlaceholder,
        Suggestions: PartySuggestions,
        named: true,
      },
    ],
  },
  {
    label: 'Destination address',
    fields: [{ name: 'destination_address', kind: 'text', placeholder: addressPlaceholder }],
    rare: true,
  },
  { label: 'Transaction id', fields: [{ name: 'transaction_id', kind: 'text' }], rare: true },
]
