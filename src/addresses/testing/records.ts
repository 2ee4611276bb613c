/** Records with only what a test says of them. */
import { normaliseTransaction, normaliseWhitelist } from '../../api/normalise.ts'
import type { Transaction, Whitelist, WhitelistAsset } from '../../api/records.ts'

/** A whitelist whose id is its name. */
export function sampleWhitelist(name: string, assets: readonly Partial<WhitelistAsset>[]): Whitelist {
  return normaliseWhitelist({
    whitelist_id: name,
    whitelist_name: name,
    whitelist_type: 'third_party',
    assets,
  })
}

/** A completed transaction between two ends. */
export function transaction(
  fields: Partial<Pick<Transaction, 'network_id' | 'asset_id' | 'transaction_type'>>,
  source: Partial<Transaction['source']>,
  destination: Partial<Transaction['destination']>,
): Transaction {
  return normaliseTransaction({ status: 'completed', transaction: { ...fields, source, destination } })
}
