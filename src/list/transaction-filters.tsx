import { severalNames, type TransactionFilterName } from '../contract/console-api.ts'
import { changeOutcomes } from '../contract/enumerations.ts'
import { StatusBadge, TypeLabel } from '../display/badges.tsx'
import {
  amountsInWords,
  changeFilterInWords,
  changeOutcomeLabel,
  inFlightTitle,
  isAllInFlight,
  periodFilterInWords,
} from '../display/filter-words.ts'
import { parameterLabel, statusLabels, typeLabels } from '../display/labels.ts'
import { assetField, type FieldForm, type FilterGroup, networkField, optionsOf } from './filter-groups.ts'

type Chip = Omit<FilterGroup, 'fields'>
/** Filters with the same chip stand together; one without has its own. */
type Field = FieldForm & { readonly chip?: Chip }

const date: Field = { kind: 'date', chip: { label: 'Date', words: periodFilterInWords } }
const changed: Chip = { label: 'Changed', words: changeFilterInWords }
const amount = {
  kind: 'text',
  reads: 'amount',
  chip: { label: 'Amount', words: amountsInWords },
} as const satisfies Field
const party = { kind: 'text', placeholder: 'Vault or whitelist, name or id', suggests: 'parties' } as const
const address = { kind: 'text', placeholder: 'Wallet address', reads: 'address' } as const
const counterparty: Chip = { label: 'Counterparty' }

/** In the order in which people narrow down. */
const fields: Readonly<Record<TransactionFilterName, Field>> = {
  start_date: date,
  end_date: date,
  status: {
    kind: 'choice',
    options: Object.entries(statusLabels).map(([value, { label }]) => ({ value, label })),
    render: (status) => <StatusBadge status={status} />,
    called: (statuses) => (isAllInFlight(statuses) ? inFlightTitle : null),
  },
  changed_to: {
    kind: 'choice',
    isSeldom: true,
    options: changeOutcomes.map((value) => ({ value, label: changeOutcomeLabel(value) })),
    chip: changed,
  },
  changed_since: { kind: 'text', isSeldom: true, chip: changed },
  transaction_type: {
    kind: 'choice',
    options: optionsOf(typeLabels),
    render: (type) => <TypeLabel type={type} />,
  },
  source_id: { ...party, end: 'from' },
  destination_id: { ...party, end: 'to' },
  vault_id: { ...party, end: 'either' },
  address: { ...address, end: 'either' },
  source_address: { ...address, end: 'from' },
  destination_address: { ...address, end: 'to' },
  asset_id: assetField,
  network_id: networkField,
  amount_from: { ...amount, placeholder: '0.5' },
  amount_over: { ...amount, isSeldom: true },
  amount_to: { ...amount, placeholder: '1000' },
  amount_under: { ...amount, isSeldom: true },
  fee_over: { kind: 'text', reads: 'amount', placeholder: '0' },
  counterparty: { ...party, end: 'either', chip: counterparty },
  sent_to: { ...party, end: 'to', chip: counterparty },
  received_from: { ...party, end: 'from', chip: counterparty },
  memo: { kind: 'text', isSeldom: true },
  text: { kind: 'text', reads: 'words', placeholder: 'Note, memo, hash, id, amount' },
  transaction_id: { kind: 'text', isSeldom: true },
}

export const transactionFilterGroups = groupsOf(fields)

function groupsOf(
  forms: Readonly<Record<TransactionFilterName, Field>>,
): readonly FilterGroup<TransactionFilterName>[] {
  const several = new Set<string>(severalNames('transactions'))
  const groups = new Map<string, FilterGroup<TransactionFilterName>>()
  for (const name of Object.keys(forms) as TransactionFilterName[]) {
    const { chip = { label: parameterLabel(name) }, ...form } = forms[name]
    const before = groups.get(chip.label)?.fields ?? []
    groups.set(chip.label, {
      ...chip,
      fields: [...before, { ...form, name, several: several.has(name) }],
    })
  }
  return [...groups.values()]
}
