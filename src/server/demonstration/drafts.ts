import type { TransactionRow } from '../service/database/rows.ts'
import type { Stage } from './ledger.ts'
import { drawFee } from './networks.ts'
import type { Position } from './positions.ts'
import type { Random } from './prng.ts'
import { vaultAddress } from './vaults.ts'
import type { WhitelistAddress } from './whitelists.ts'

type Source = Pick<TransactionRow, 'source_type' | 'source_id' | 'source_name' | 'source_address'>
type Destination = Pick<
  TransactionRow,
  'destination_type' | 'destination_id' | 'destination_name' | 'destination_address' | 'memo'
>

/** A transaction that the books can afford, before it has a status, an id and a time. */
export interface Draft {
  readonly type: TransactionRow['transaction_type']
  /** The position whose asset moves: the source vault's, or the destination's where the source is no vault. */
  readonly position: Position
  readonly amount: bigint
  /** In base units of the network's own asset; 0 where no vault of ours pays it. */
  readonly fee: bigint
  readonly source: Source
  readonly destination: Destination
  /** The positions that the amount leaves and reaches. */
  readonly from?: Position
  readonly to?: Position
  /** What the note says; drawn where there is none. */
  readonly note?: string
  /** Told how far the transaction came, where more than the ledger has to know. */
  settle?(stage: Stage): void
}

/** What the position's network would take for moving it now. */
export function feeOf(random: Random, position: Position): bigint {
  return drawFee(random, position.asset.network, !position.asset.isNative)
}

/** The holding that pays the position's fees. */
export function purse(position: Position) {
  return (position.payer ?? position).holding
}

/** What is available once the fee is set aside; negative where that is not even enough for the fee. */
export function spendable(position: Position, fee: bigint): bigint {
  if (purse(position).available < fee) return -1n
  return position.payer === undefined ? position.holding.available - fee : position.holding.available
}

export function fromVault(random: Random, { vault, asset }: Position): Source {
  return {
    source_type: 'vault',
    source_id: vault.id,
    source_name: vault.name,
    source_address: vaultAddress(random, vault, asset.network.id),
  }
}

export function toVault(random: Random, { vault, asset }: Position, memo = ''): Destination {
  return {
    destination_type: 'vault',
    destination_id: vault.id,
    destination_name: vault.name,
    destination_address: vaultAddress(random, vault, asset.network.id),
    memo,
  }
}

export function fromWhitelist({ whitelist, address }: WhitelistAddress): Source {
  return {
    source_type: 'whitelist',
    source_id: whitelist.id,
    source_name: whitelist.name,
    source_address: address,
  }
}

export function toWhitelist({ whitelist, address, memo }: WhitelistAddress): Destination {
  return {
    destination_type: 'whitelist',
    destination_id: whitelist.id,
    destination_name: whitelist.name,
    destination_address: address,
    memo,
  }
}
