/** Records with only what a test says of them. */
import type { Transaction, Whitelist, WhitelistAsset } from '../../api/records.ts'

/** One address of a whitelist. */
function entry(fields: Partial<WhitelistAsset>): WhitelistAsset {
  return {
    asset_id: null,
    asset_name: null,
    network_id: null,
    network_name: null,
    address: null,
    memo: null,
    others: [],
    received: null,
    ...fields,
  }
}

/** A whitelist whose id is its name. */
export function sampleWhitelist(name: string, assets: readonly Partial<WhitelistAsset>[]): Whitelist {
  return {
    whitelist_id: name,
    whitelist_name: name,
    whitelist_type: 'third_party',
    assets: assets.map(entry),
    others: [],
    received: null,
  }
}

/** A transaction between two ends. */
export function transaction(
  fields: Partial<Pick<Transaction, 'network_id' | 'asset_id' | 'transaction_type'>>,
  source: Partial<Transaction['source']>,
  destination: Partial<Transaction['destination']>,
): Transaction {
  return {
    transaction_id: null,
    timestamp: null,
    status: 'completed',
    transaction_type: null,
    asset_id: null,
    asset_name: null,
    network_id: null,
    network_name: null,
    amount: null,
    fee: null,
    txn_hash: null,
    blockexplorer_link: null,
    note: null,
    ...fields,
    source: { source_type: null, source_id: null, source_name: null, source_address: null, ...source },
    destination: {
      destination_type: null,
      destination_id: null,
      destination_name: null,
      destination_address: null,
      memo: null,
      ...destination,
    },
    others: [],
    received: null,
  }
}
