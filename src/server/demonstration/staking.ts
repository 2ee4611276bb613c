import { cardanoRewardAddressOf } from '../../chains/cardano.ts'
import { drawAmount } from './amounts.ts'
import { powerOfTen } from './decimals.ts'
import { type Draft, feeOf, fromVault, spendable, toVault } from './drafts.ts'
import type { Organisation } from './organisation.ts'
import type { Position } from './positions.ts'
import type { Random } from './prng.ts'
import type { Validator } from './validators.ts'
import { vaultAddress } from './vaults.ts'

/** Stakes, unstakes, claims and changes of pool that the positions can afford as they stand; undefined where none is. */
export interface Staking {
  stake(): Draft | undefined
  /** Delegates all that a position has available, to the last base unit. */
  stakeAll(position: Position): Draft | undefined
  unstake(): Draft | undefined
  claim(): Draft | undefined
  changePool(): Draft | undefined
}

/** The contract to which an Ethereum vault sends a request to withdraw stake (EIP-7002). */
const ethereumWithdrawalRequests = '0x00000961Ef480Eb55e80D19ad83579A64c007002'

export function staking(random: Random, organisation: Organisation, all: readonly Position[]): Staking {
  const delegating = all.filter(delegates)
  const pooled = delegating.filter((position) => position.asset.id === 'ADA')
  const delegations = new Map<Position, Map<Validator, bigint>>()
  const claiming = new Set<Position>()

  const delegated = (position: Position, validator: Validator) =>
    delegations.get(position)?.get(validator) ?? 0n

  function delegate(position: Position, validator: Validator, change: bigint): void {
    const ofPosition = delegations.get(position) ?? new Map<Validator, bigint>()
    delegations.set(position, ofPosition)
    const left = (ofPosition.get(validator) ?? 0n) + change
    if (left === 0n) ofPosition.delete(validator)
    else ofPosition.set(validator, left)
  }

  /** Cardano delegates a wallet as a whole: there is one pool at a time. */
  function validatorFor(position: Position): Validator {
    const current = position.asset.id === 'ADA' ? delegations.get(position)?.keys().next().value : undefined
    return current ?? random.pick(organisation.validators(position.asset.network))
  }

  function stakeOf(position: Position, amount: bigint, fee: bigint): Draft {
    const validator = validatorFor(position)
    return {
      type: 'stake',
      position,
      amount,
      fee,
      source: fromVault(random, position),
      destination: toValidator(validator),
      from: position,
      settle(stage) {
        if (stage === 'done') delegate(position, validator, amount)
      },
    }
  }

  return {
    stake() {
      const position = random.pick(delegating)
      const fee = feeOf(random, position)
      const ceiling = spendable(position, fee) / 2n
      if (ceiling < position.target / 2000n) return undefined
      const amount = drawStake(random, position, position.target / 12n, ceiling)
      return amount === undefined ? undefined : stakeOf(position, amount, fee)
    },
    stakeAll(position) {
      const fee = feeOf(random, position)
      const amount = spendable(position, fee)
      return amount > 0n ? stakeOf(position, amount, fee) : undefined
    },
    unstake() {
      const position = random.pick(delegating)
      const validators = [...(delegations.get(position)?.keys() ?? [])]
      if (validators.length === 0) return undefined
      const validator = random.pick(validators)
      const fee = feeOf(random, position)
      if (spendable(position, fee) < 0n) return undefined
      const amount = drawStake(random, position, position.target / 30n, delegated(position, validator))
      if (amount === undefined) return undefined
      return {
        type: 'unstake',
        position,
        amount,
        fee,
        source: fromVault(random, position),
        destination: position.asset.id === 'ETH' ? toWithdrawalRequests(position) : toValidator(validator),
        from: position,
        settle(stage) {
          if (stage !== 'void') delegate(position, validator, -amount)
        },
      }
    },
    claim() {
      const position = random.pick(delegating)
      const { claimable } = position.holding
      // One at a time: what is being claimed stays claimable until the network has paid it.
      if (claiming.has(position) || claimable < position.asset.typicalAmount / 5000n) return undefined
      const amount = random.chance(0.75)
        ? claimable
        : drawAmount(random, position.asset, claimable / 2n, claimable)
      if (amount === undefined) return undefined
      return {
        type: 'claim',
        position,
        amount,
        fee: 0n,
        source: {
          source_type: 'network',
          source_id: position.asset.network.id,
          source_name: position.asset.network.name,
          source_address: rewardSource(random, position, validatorFor(position)),
        },
        destination: toVault(random, position),
        to: position,
        settle(stage) {
          if (stage === 'underway') claiming.add(position)
        },
      }
    },
    changePool() {
      const position = random.pick(pooled)
      const pool = delegations.get(position)?.keys().next().value
      const fee = feeOf(random, position)
      if (pool === undefined || spendable(position, fee) < 0n) return undefined
      const amount = delegated(position, pool)
      const others = organisation.validators(position.asset.network).filter((other) => other !== pool)
      const next = random.pick(others)
      return {
        type: 'change pool',
        position,
        amount,
        fee,
        source: fromVault(random, position),
        destination: toValidator(next),
        from: position,
        settle(stage) {
          if (stage !== 'done') return
          delegate(position, pool, -amount)
          delegate(position, next, amount)
        },
      }
    },
  }
}

/** Staking vaults delegate; on Cardano, where delegated coins stay free to move, every cold vault does. */
function delegates({ asset, vault, lockedUp }: Position): boolean {
  if (lockedUp || asset.hourlyReward === 0n) return false
  return vault.purpose === 'staking' || (asset.id === 'ADA' && vault.type === 'cold')
}

/** On Ethereum whole validators of 32 ether, elsewhere any amount. */
function drawStake(
  random: Random,
  { asset }: Position,
  typical: bigint,
  ceiling: bigint,
): bigint | undefined {
  if (asset.id !== 'ETH') return drawAmount(random, asset, typical, ceiling)
  const validatorBalance = 32n * powerOfTen(asset.decimals)
  const affordable = ceiling / validatorBalance
  const wanted = BigInt(random.between(1, 24))
  const count = wanted < affordable ? wanted : affordable
  return count > 0n ? count * validatorBalance : undefined
}

function toValidator({ type, id, name, address }: Validator): Draft['destination'] {
  return {
    destination_type: type,
    destination_id: id,
    destination_name: name,
    destination_address: address,
    memo: '',
  }
}

function toWithdrawalRequests({ asset: { network } }: Position): Draft['destination'] {
  return {
    destination_type: 'network',
    destination_id: network.id,
    destination_name: network.name,
    destination_address: ethereumWithdrawalRequests,
    memo: '',
  }
}

/** Where rewards come from: the vault's own reward account on Cardano, the validator that earned them elsewhere. */
function rewardSource(random: Random, { vault, asset }: Position, validator: Validator): string {
  if (asset.id !== 'ADA') return validator.address
  return cardanoRewardAddressOf(vaultAddress(random, vault, asset.network.id))
}
