import { withCapital } from '../../contract/initials.ts'

/** The label of a field of the API. */
export function fieldLabel(field: string): string {
  return withCapital((fieldNames[field] ?? field).replaceAll('_', ' '))
}

const fieldNames: Readonly<Record<string, string>> = {
  txn_hash: 'hash',
  blockexplorer_link: 'explorer link',
  transaction_type: 'type',
  asset_id: 'asset',
  network_id: 'network',
}
