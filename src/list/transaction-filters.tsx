import type { TransactionFilter } from '../contract/endpoints.ts'
import { changeOutcomes, openStatuses } from '../contract/enumerations.ts'
import { StatusBadge, TypeLabel } from '../display/badges.tsx'
import { changeOutcomeLabel } from '../display/change-filter.ts'
import { statusLabels, typeLabels } from '../display/labels.ts'
import { assetField, type FilterGroup, networkField, optionsOf } from './filter-groups.ts'

/** What the list of all open statuses is called. */
export const inFlightTitle = 'In flight'

export function isAllInFlight(statuses: readonly string[]): boolean {
  return statuses.length === openStatuses.length && openStatuses.every((one) => statuses.includes(one))
}

type Group = FilterGroup<keyof TransactionFilter>

const partyValues = {
  kind: 'text',
  placeholder: 'Vault or whitelist, name or id',
  suggests: 'parties',
  several: true,
} as const

/** In the order in which people narrow down. */
export const transactionFilterGroups: readonly Group[] = [
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
        several: true,
        options: Object.entries(statusLabels).map(([value, { label }]) => ({ value, label })),
        render: (status) => <StatusBadge status={status} />,
        called: (statuses) => (isAllInFlight(statuses) ? inFlightTitle : null),
      },
    ],
  },
  {
    label: 'Changed',
    fields: [
      {
        name: 'changed_to',
        kind: 'choice',
        several: true,
        isSeldom: true,
        options: changeOutcomes.map((value) => ({ value, label: changeOutcomeLabel(value) })),
      },
      { name: 'changed_since', kind: 'text', isSeldom: true },
    ],
  },
  {
    label: 'Type',
    fields: [
      {
        name: 'transaction_type',
        kind: 'choice',
        several: true,
        options: optionsOf(typeLabels),
        render: (type) => <TypeLabel type={type} />,
      },
    ],
  },
  partyGroup('From', 'source_id', 'from'),
  partyGroup('To', 'destination_id', 'to'),
  partyGroup('Vault', 'vault_id', 'either'),
  addressGroup('Address', 'address', 'either'),
  addressGroup('From address', 'source_address', 'from'),
  addressGroup('To address', 'destination_address', 'to'),
  { label: 'Asset', fields: [{ ...assetField, several: true }] },
  { label: 'Network', fields: [{ ...networkField, several: true }] },
  {
    label: 'Amount',
    fields: [
      { name: 'amount_from', kind: 'text', placeholder: '0.5' },
      { name: 'amount_over', kind: 'text', isSeldom: true },
      { name: 'amount_to', kind: 'text', placeholder: '1000' },
      { name: 'amount_under', kind: 'text', isSeldom: true },
    ],
  },
  { label: 'Fee over', fields: [{ name: 'fee_over', kind: 'text', placeholder: '0' }] },
  {
    label: 'Counterparty',
    fields: [
      { name: 'counterparty', ...partyValues, end: 'either' },
      { name: 'sent_to', ...partyValues, end: 'to' },
      { name: 'received_from', ...partyValues, end: 'from' },
    ],
  },
  { label: 'Memo', fields: [{ name: 'memo', kind: 'text', several: true, isSeldom: true }] },
  {
    label: 'Words',
    fields: [{ name: 'text', kind: 'text', placeholder: 'Note, memo, hash, id, amount' }],
  },
  {
    label: 'Transaction id',
    fields: [{ name: 'transaction_id', kind: 'text', several: true, isSeldom: true }],
  },
]

function partyGroup(label: string, name: 'source_id' | 'destination_id' | 'vault_id', end: End): Group {
  return { label, fields: [{ name, ...partyValues, end }] }
}

function addressGroup(
  label: string,
  name: 'address' | 'source_address' | 'destination_address',
  end: End,
): Group {
  return { label, fields: [{ name, kind: 'text', placeholder: 'Wallet address', several: true, end }] }
}

type End = 'either' | 'from' | 'to'
