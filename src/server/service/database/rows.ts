/** The rows of the tables in `schema.ts`, as they are inserted. Amounts are decimal text throughout. */
import type {
  DestinationType,
  SourceType,
  TransactionStatus,
  TransactionType,
  VaultType,
  WhitelistType,
} from '../../../contract/enumerations.ts'

/** One asset on one network. */
export interface AssetRow {
  readonly asset_id: string
  readonly network_id: string
  readonly asset_name: string
  readonly network_name: string
}

export interface VaultRow {
  readonly vault_id: string
  readonly vault_name: string
  readonly vault_type: VaultType
}

/** What a vault holds of one asset on one network. The total is the sum of the four, and is not stored. */
export interface HoldingRow {
  readonly vault_id: string
  readonly asset_id: string
  readonly network_id: string
  readonly available_balance: string
  readonly processing_balance: string
  readonly staking_balance: string
  readonly claimable_balance: string
}

export interface WhitelistRow {
  readonly whitelist_id: string
  readonly whitelist_name: string
  readonly whitelist_type: WhitelistType
}

export interface WhitelistAddressRow {
  readonly whitelist_id: string
  /** Place among the whitelist's addresses, from 0. */
  readonly position: number
  readonly asset_id: string
  readonly network_id: string
  readonly address: string
  readonly memo: string
}

export interface TransactionRow {
  readonly transaction_id: string
  /** ISO 8601 UTC instant with milliseconds at which the service recorded the transaction. */
  readonly recorded_at: string
  readonly transaction_type: TransactionType
  readonly status: TransactionStatus
  readonly asset_id: string
  readonly network_id: string
  readonly amount: string
  /** In the network's own asset. */
  readonly fee: string
  readonly source_type: SourceType
  readonly source_id: string
  readonly source_name: string
  readonly source_address: string
  readonly destination_type: DestinationType
  readonly destination_id: string
  readonly destination_name: string
  readonly destination_address: string
  readonly memo: string
  readonly txn_hash: string
  readonly blockexplorer_link: string
  readonly note: string
}

/** A whole organisation's books. `transactions` is walked once, oldest first; `holdings` is right after that walk. */
export interface Books {
  readonly assets: readonly AssetRow[]
  readonly vaults: readonly VaultRow[]
  readonly whitelists: readonly WhitelistRow[]
  readonly whitelistAddresses: readonly WhitelistAddressRow[]
  readonly transactions: Iterable<TransactionRow>
  /** What the transactions leave in each vault. Throws before `transactions` has been walked to its end. */
  holdings(): readonly HoldingRow[]
}
