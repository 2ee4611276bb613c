import type {
  DestinationType,
  SourceType,
  TransactionStatus,
  TransactionType,
} from '../../contract/enumerations.ts'
import type { AssetProfile, NetworkProfile } from './assets.ts'
import type { Validator, VaultProfile } from './organisation.ts'

/** One asset in one vault, in base units. Only `post` and `accrue` change it. */
export interface Position {
  readonly vault: VaultProfile
  readonly asset: AssetProfile
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
  /** The source vault's position, or the destination's where the source is no vault. */
  readonly position: Position
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

export function externalParty(address: string) {
  return { type: 'external', id: '', name: '', address } as const
}

export function whitelistParty(
  { id, name }: { readonly id: string; readonly name: string },
  address: string,
) {
  return { type: 'whitelist', id, name, address } as const
}

export function networkParty({ id, name }: NetworkProfile, address: string) {
  return { type: 'network', id, name, address } as const
}

/** Opens native assets first: they pay the fees of the others. */
export function openPositions(vaults: readonly VaultProfile[]): readonly Position[] {
  return vaults.flatMap((vault) => {
    const positions: Position[] = []
    const nativeFirst = [...vault.aims].sort(
      (one, other) => Number(other.asset.isNative) - Number(one.asset.isNative),
    )
    for (const aim of nativeFirst) {
      const native = positions.find(({ asset }) => asset.id === aim.asset.network.nativeAssetId)
      if (native === undefined && !aim.asset.isNative)
        throw new RangeError(`nothing in ${vault.name} pays the fees of ${aim.asset.id}`)
      const payer = aim.asset.isNative ? undefined : native
      positions.push({ ...aim, ...empty, vault, payer })
    }
    return positions
  })
}

const empty = { available: 0n, processing: 0n, staking: 0n, claimable: 0n, validator: undefined }

/** Whether the amount has moved, is set aside, or never will move. */
export function stageOf(status: TransactionStatus): 'done' | 'underway' | 'void' {
  if (status === 'completed') return 'done'
  return status === 'rejected' || status === 'cancelled' || status === 'failed' ? 'void' : 'underway'
}

/** Throws if anything would fall below zero, which is a fault of the generator. */
export function post(draft: Draft, status: TransactionStatus): void {
  const stage = stageOf(status)
  const { type, amount, fee, from, to } = draft
  if (stage === 'void') return
  const isDone = stage === 'done'
  if (from !== undefined) {
    const payer = from.payer ?? from
    payer.available -= fee
    if (!isDone) payer.processing += fee
    if (isDone && draft.validator !== undefined) from.validator = draft.validator
    if (type !== 'change pool') {
      if (type === 'unstake') from.staking -= amount
      else from.available -= amount
      if (!isDone) from.processing += amount
      else if (type === 'stake') from.staking += amount
      else if (type === 'unstake') from.available += amount
    }
    refuseBelowZero(payer, draft)
    refuseBelowZero(from, draft)
  }
  if (to !== undefined && isDone) {
    if (type === 'claim') to.claimable -= amount
    to.available += amount
    refuseBelowZero(to, draft)
  }
}

/** Each hour adds the same share of the stake, cut to whole base units. Stake that is still underway earns nothing. */
export function accrue(position: Position, hours: number): void {
  position.claimable += BigInt(hours) * ((position.staking * position.asset.hourlyReward) / trillion)
}

const trillion = 1_000_000_000_000n

export function total({ available, processing, staking, claimable }: Position): bigint {
  return available + processing + staking + claimable
}

function refuseBelowZero(position: Position, { type, amount }: Draft): void {
  const { vault, asset, available, processing, staking, claimable } = position
  if (available < 0n || processing < 0n || staking < 0n || claimable < 0n)
    throw new Error(`${type} of ${amount} ${asset.id} would leave ${vault.name} below zero`)
}
