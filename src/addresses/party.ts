import type { Transaction } from '../api/records.ts'

/** One end of a transaction, whichever, as the service names it. */
export interface NamedParty {
  readonly transactionId: string | null
  readonly type: string | null
  readonly id: string | null
  readonly name: string | null
  readonly address: string | null
  readonly networkId: string | null
  readonly assetId: string | null
  /** Null where the service sent none, and of a source. */
  readonly memo: string | null
}

/** One end of a transaction under one set of names. */
export function partyOf(
  { transaction_id, network_id, asset_id, source, destination }: Omit<Transaction, 'received'>,
  end: 'source' | 'destination',
): NamedParty {
  const common = { transactionId: transaction_id, networkId: network_id, assetId: asset_id }
  return end === 'source'
    ? {
        ...common,
        type: source.source_type,
        id: source.source_id,
        name: source.source_name,
        address: source.source_address,
        memo: null,
      }
    : {
        ...common,
        type: destination.destination_type,
        id: destination.destination_id,
        name: destination.destination_name,
        address: destination.destination_address,
        memo: destination.memo,
      }
}
