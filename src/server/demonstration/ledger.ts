import {
  type DestinationType,
  openStatuses,
  type SourceType,
  type TransactionStatus,
  type TransactionType,
} from '../../contract/enumerations.ts'
import type { AssetProfile } from './assets.ts'
import type { Validator, VaultProfile } from './organization.ts'

/** One asset in one vault, in base units. Only `post` and `accrue` change it. */
export interface Position {
  readonly vault: VaultProfile
  readonly asset: AssetProfile
  readonly addresses: readonly string[]
  /** Movements tend towards it, so that vaults neither run dry nor swell. */
  readonly target: bigint
  /** The vault's position that pays the fees; undefined where this one does. */
  readonly payer: Position | undefined
  available: bigint
  processing: bigint
  staking: bigint
  claimable: bigint
  validator: Validator | undefined
}

export interface Draft {
  readonly type: TransactionType
  readonly asset: AssetProfile
  readonly amount: bigint
  /** In base units of the network's own asset; 0 where no vault of ours pays it. */
  readonly fee: bigint
  readonly source: Party<SourceType>
  readonly destination: Party<DestinationType>
  readonly memo: string
  readonly from?: Position
  readonly to?: Position
  readonly validator?: Validator
  readonly note?: string
}

interface Party<Type> {
  readonly type: Type
  readonly id: string
  readonly name: string
  readonly address: string
}

export function openPositions(vaults: readonly VaultProfile[]): readonly Position[] {
  const empty = { available: 0n, processing: 0n, staking: 0n, claimable: 0n, validator: undefined }
  return vaults.flatMap((vault) => {
    const positions: Position[] = []
    for (const aim of vault.aims) {
      const native = positions.find(
        ({ asset: { isNative, network } }) => isNative && network === aim.asset.network,
      )
      positions.push({ vault, ...aim, payer: aim.asset.isNative ? undefined : native, ...empty })
    }
    return positions
  })
}

/** Whether it will never move anything. */
export function isVoid(status: TransactionStatus): boolean {
  return status !== 'completed' && !openStatuses.some((open) => open === status)
}

export function post({ type, amount, fee, from, to, validator }: Draft, status: TransactionStatus): void {
  if (isVoid(status)) return
  const isDone = status === 'completed'
  if (from !== undefined) {
    const payer = from.payer ?? from
    payer.available -= fee
    if (!isDone) payer.processing += fee
    if (isDone && validator !== undefined) from.validator = validator
    if (type !== 'change pool') {
      from[type === 'unstake' ? 'staking' : 'available'] -= amount
      if (!isDone) from.processing += amount
      else if (type === 'stake') from.staking += amount
      else if (type === 'unstake') from.available += amount
    }
  }
  if (to !== undefined && isDone) {
    if (type === 'claim') to.claimable -= amount
    to.available += amount
  }
}

/** Each hour adds the same share of the stake, cut to whole base units. Stake that is still underway earns nothing. */
export function accrue(position: Position, hours: number): void {
  position.claimable +=
    BigInt(hours) * ((position.staking * position.asset.hourlyReward) / 1_000_000_000_000n)
}

export function total({ available, processing, staking, claimable }: Position): bigint {
  return available + processing + staking + claimable
}
