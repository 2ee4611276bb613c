/** The label of a field of the API. */
export function fieldLabel(field: string): string {
  const words = (fieldNames[field] ?? field).replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const fieldNames: Readonly<Record<string, string>> = {
  txn_hash: 'hash',
  blockexplorer_link: 'explorer link',
  transaction_type: 'type',
  asset_id: 'asset',
  network_id: 'network',
}
