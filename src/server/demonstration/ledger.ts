import type { TransactionStatus, TransactionType } from '../../contract/enumerations.ts'
import type { Asset } from './assets.ts'

/** What one vault holds of one asset, in base units. Changed by `post` and `accrue` only. */
export interface Holding {
  readonly vaultId: string
  readonly asset: Asset
  available: bigint
  processing: bigint
  staking: bigint
  claimable: bigint
}

/** What a transaction moves between holdings. A side that is no vault is undefined. */
export interface Movement {
  readonly type: TransactionType
  readonly status: TransactionStatus
  readonly amount: bigint
  readonly fee: bigint
  readonly source: Holding | undefined
  /** The source vault's holding of the network's own asset, which pays the fee. */
  readonly feePayer: Holding | undefined
  readonly destination: Holding | undefined
}

/** How far a transaction has come, as the books see it: it has moved its amount, has only set it aside, or never will. */
export type Stage = 'done' | 'underway' | 'void'

/** The stage to which each status belongs. */
export const stages: Readonly<Record<TransactionStatus, Stage>> = {
  pending: 'underway',
  processing: 'underway',
  confirming: 'underway',
  completed: 'done',
  rejected: 'void',
  cancelled: 'void',
  failed: 'void',
}

/** A holding in which there is nothing yet. */
export function openHolding(vaultId: string, asset: Asset): Holding {
  return { vaultId, asset, available: 0n, processing: 0n, staking: 0n, claimable: 0n }
}

/**
 * Enters a transaction by the rules of the demonstration books. Throws if anything would fall below zero:
 * that is a fault of the generator, and books that hide it would not add up.
 */
export function post(movement: Movement): void {
  const stage = stages[movement.status]
  if (stage === 'void') return
  if (movement.feePayer !== undefined) {
    movement.feePayer.available -= movement.fee
    if (stage === 'underway') movement.feePayer.processing += movement.fee
  }
  moveAmount(movement, stage)
  for (const holding of [movement.source, movement.feePayer, movement.destination]) {
    if (holding !== undefined) refuseBelowZero(holding, movement)
  }
}

/**
 * Adds the rewards of that many hours to a holding's claimable amount: each hour the same share of what is staked,
 * cut to whole base units. What is still in approval, signing or broadcast earns nothing.
 */
export function accrue(holding: Holding, hours: number): void {
  holding.claimable += BigInt(hours) * ((holding.staking * holding.asset.hourlyReward) / trillion)
}

const trillion = 1_000_000_000_000n

function moveAmount({ type, amount, source, destination }: Movement, stage: Stage): void {
  const done = stage === 'done'
  switch (type) {
    case 'withdraw':
    case 'rebalance':
    case 'stake':
      if (source !== undefined) {
        source.available -= amount
        if (!done) source.processing += amount
        else if (type === 'stake') source.staking += amount
      }
      if (type === 'rebalance' && done && destination !== undefined) destination.available += amount
      return
    case 'unstake':
      if (source === undefined) return
      source.staking -= amount
      if (done) source.available += amount
      else source.processing += amount
      return
    case 'deposit':
      if (done && destination !== undefined) destination.available += amount
      return
    case 'claim':
      if (!done || destination === undefined) return
      destination.claimable -= amount
      destination.available += amount
      return
    case 'change pool':
      return
  }
}

function refuseBelowZero(holding: Holding, { type, amount }: Movement): void {
  const { vaultId, asset, available, processing, staking, claimable } = holding
  if (available < 0n || processing < 0n || staking < 0n || claimable < 0n)
    throw new Error(`${type} of ${amount} ${asset.id} would leave ${vaultId} below zero`)
}
