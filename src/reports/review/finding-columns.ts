/** What a finding rests on, by column name in files, in the order of the details. */
export const findingColumns = {
  whitelist_name: { label: 'Whitelist', kind: 'text' },
  whitelist_id: { label: 'Whitelist id', kind: 'text' },
  address: { label: 'Address', kind: 'whole-address' },
  because: { label: 'Why', kind: 'sentence' },
  resembles: { label: 'Looks like', kind: 'whole-address' },
  resembles_name: { label: 'Address of', kind: 'text' },
  resembles_id: { label: 'Id of the address that it looks like', kind: 'text' },
  asset_id: { label: 'Asset', kind: 'asset' },
  network_id: { label: 'Network', kind: 'network' },
  memo: { label: 'Memo', kind: 'text' },
  sent_memos: { label: 'Sent with', kind: 'text' },
  completed_amount: { label: 'Amount sent', kind: 'amount' },
  named_as: { label: 'Named as', kind: 'text' },
  transactions: { label: 'Transactions', kind: 'count' },
  unreadable_amounts: { label: 'Unreadable amounts', kind: 'count' },
  recorded_on: { label: 'Date', kind: 'day' },
  transaction_id: { label: 'Latest', kind: 'transaction' },
  transaction_ids: { label: 'Transactions, the first few', kind: 'text' },
} as const
export type FindingColumn = keyof typeof findingColumns
export const findingColumnNames = Object.keys(findingColumns) as FindingColumn[]

export type FindingCells = Readonly<Partial<Record<FindingColumn, string | null>>>
