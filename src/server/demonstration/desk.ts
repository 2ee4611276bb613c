import { cardanoRewardAddressOf } from '../../chains/cardano.ts'
import { powerOfTen } from '../../contract/decimal.ts'
import type { TransactionType } from '../../contract/enumerations.ts'
import { drawAmount, drawDust, drawNear } from './amounts.ts'
import { drawFee } from './assets.ts'
import { type Draft, type Position, total } from './ledger.ts'
import { type Organisation, type Validator, vaultAddress } from './organisation.ts'
import { type Random, weighted } from './prng.ts'
import type { WhitelistAddress } from './whitelists.ts'

export interface Desk {
  /** Undefined where the chosen vault cannot do that, or has nobody to do it with. */
  plan(type: TransactionType): Draft | undefined
  deposit(): Draft
  opening(position: Position): Draft
  /** Delegates everything that a position has available; undefined where it has nothing. */
  lockUp(position: Position): Draft | undefined
}

/** Ethereum's contract for requests to withdraw stake (EIP-7002). */
const ethereumWithdrawalRequests = '0x00000961Ef480Eb55e80D19ad83579A64c007002'

export function openDesk(random: Random, organisation: Organisation, all: readonly Position[]): Desk {
  const movable = all.filter((position) => !position.isLockedUp)
  const served = movable.filter(({ vault }) => vault.purpose !== 'staking')
  const pickServed = weighted(served, ({ vault, asset }) => vault.activity * asset.activity)
  const delegating = movable.filter(delegates)
  const payees = new Map(served.map((position) => [position, payeesOf(organisation, position)]))
  const senders = new Map(all.map((position) => [position, sendersTo(organisation, position)]))

  const feeOf = ({ asset }: Position) => drawFee(random, asset.network, !asset.isNative)
  const fromVault = ({ vault, asset }: Position): Draft['source'] => ({
    source_type: 'vault',
    source_id: vault.id,
    source_name: vault.name,
    source_address: vaultAddress(random, vault, asset.network.id),
  })

  function arrival(to: Position, amount: bigint, sender: WhitelistAddress | undefined, memo = ''): Draft {
    const source: Draft['source'] =
      sender === undefined
        ? {
            source_type: 'external',
            source_id: '',
            source_name: '',
            source_address: organisation.outsider(random, to.asset.network),
          }
        : {
            source_type: 'whitelist',
            source_id: sender.whitelist.id,
            source_name: sender.whitelist.name,
            source_address: sender.address,
          }
    return {
      type: 'deposit',
      position: to,
      amount,
      fee: 0n,
      source,
      destination: toVault(random, to, memo),
      to,
    }
  }

  /** From one of the organisation's own accounts elsewhere, or from an unlisted address. */
  function ownArrival(to: Position, typical: bigint): Draft {
    const own = senders.get(to)?.filter(({ whitelist }) => whitelist.type === 'my_organization') ?? []
    return arrival(to, drawNear(random, to.asset, typical), own.length > 0 ? random.pick(own) : undefined)
  }

  function deposit(): Draft {
    const to = emptier(pickServed(random), pickServed(random))
    const { asset, vault, target } = to
    if (random.chance(0.012)) return arrival(to, drawDust(random, asset), undefined)
    const typical = asset.typicalAmount * vault.scale
    const wanted = total(to) > target * 2n ? typical / 8n + 1n : typical
    const amount = drawAmount(random, asset, wanted, target) ?? target
    const isOmnibus = vault.purpose === 'clients' && vault.type === 'warm'
    const known = senders.get(to) ?? []
    const isKnown = known.length > 0 && random.chance(isOmnibus ? 0.3 : 0.75)
    // An omnibus vault tells its clients' deposits apart by memo, where the network has memos.
    const memo = isOmnibus ? (asset.network.memo?.(random) ?? '') : ''
    return arrival(to, amount, isKnown ? random.pick(known) : undefined, memo)
  }

  /** Something that leaves a vault, with its fee. A vault that cannot pay its fees is topped up instead. */
  function leaving(
    from: Position,
    fee: bigint,
    draft: Pick<Draft, 'type' | 'destination' | 'to' | 'validator'>,
    amount: bigint | undefined,
  ): Draft | undefined {
    if (from.payer !== undefined && from.payer.available < fee * 4n)
      return ownArrival(from.payer, from.payer.target / 3n)
    if (amount === undefined || spendable(from, fee) < 0n) return undefined
    return { ...draft, position: from, amount, fee, source: fromVault(from), from }
  }

  function withdraw(): Draft | undefined {
    const from = fuller(pickServed(random), pickServed(random))
    const receivers = payees.get(from) ?? []
    if (receivers.length === 0) return undefined
    const { asset, vault, target } = from
    const fee = feeOf(from)
    const ceiling = (spendable(from, fee) * 3n) / 5n
    // A vault that is nearly empty waits for money.
    const amount =
      ceiling < target / 100n
        ? undefined
        : drawAmount(random, asset, asset.typicalAmount * vault.scale, ceiling)
    const { whitelist, address, memo } = random.pick(receivers)
    const destination: Draft['destination'] = {
      destination_type: 'whitelist',
      destination_id: whitelist.id,
      destination_name: whitelist.name,
      destination_address: address,
      memo,
    }
    return leaving(from, fee, { type: 'withdraw', destination }, amount)
  }

  function rebalance(): Draft | undefined {
    const one = pickServed(random)
    const circle = movable.filter(
      (other) => other !== one && other.asset === one.asset && isOfClients(other) === isOfClients(one),
    )
    if (circle.length === 0) return undefined
    const other = emptier(random.pick(circle), random.pick(circle))
    const from = fuller(one, other)
    const to = from === one ? other : one
    // Payroll money goes back to the treasury at the most.
    if (from.vault.purpose === 'payroll' && to.vault.purpose !== 'treasury') return undefined
    const fee = feeOf(from)
    const affordable = (spendable(from, fee) * 2n) / 5n
    const room = (to.target * 3n) / 2n - total(to)
    const typical = (from.asset.typicalAmount * (from.vault.scale + to.vault.scale)) / 2n
    const amount = drawAmount(random, from.asset, typical, affordable < room ? affordable : room)
    return leaving(from, fee, { type: 'rebalance', destination: toVault(random, to), to }, amount)
  }

  function stake(from: Position, amountOf: (ceiling: bigint) => bigint | undefined): Draft | undefined {
    const fee = feeOf(from)
    // Cardano delegates a wallet as a whole: there is one pool at a time.
    const validator = isPooled(from) && from.validator ? from.validator : random.pick(validatorsOf(from))
    const amount = amountOf(spendable(from, fee))
    return leaving(from, fee, { type: 'stake', destination: toValidator(validator), validator }, amount)
  }

  function unstake(): Draft | undefined {
    const from = random.pick(delegating)
    if (from.validator === undefined) return undefined
    const amount = drawStake(random, from, from.target / 30n, from.staking)
    const destination = from.asset.id === 'ETH' ? toWithdrawalRequests(from) : toValidator(from.validator)
    return leaving(from, feeOf(from), { type: 'unstake', destination }, amount)
  }

  function claim(): Draft | undefined {
    const to = random.pick(delegating)
    const { asset, vault, claimable, validator } = to
    if (validator === undefined || claimable < asset.typicalAmount / 5000n) return undefined
    const amount = random.chance(0.75) ? claimable : drawAmount(random, asset, claimable / 2n, claimable)
    if (amount === undefined) return undefined
    const own = vaultAddress(random, vault, asset.network.id)
    const source: Draft['source'] = {
      source_type: 'network',
      source_id: asset.network.id,
      source_name: asset.network.name,
      // On Cardano rewards come from the vault's own reward account, elsewhere from the validator.
      source_address: isPooled(to) ? cardanoRewardAddressOf(own) : validator.address,
    }
    return { type: 'claim', position: to, amount, fee: 0n, source, destination: toVault(random, to), to }
  }

  function changePool(): Draft | undefined {
    const from = random.pick(delegating.filter(isPooled))
    if (from.validator === undefined || from.staking === 0n) return undefined
    const next = random.pick(validatorsOf(from).filter((other) => other !== from.validator))
    const change = { type: 'change pool', destination: toValidator(next), validator: next } as const
    return leaving(from, feeOf(from), change, from.staking)
  }

  const validatorsOf = ({ asset }: Position) => organisation.validators(asset.network)
  const plans: Readonly<Record<TransactionType, () => Draft | undefined>> = {
    deposit,
    withdraw,
    rebalance,
    stake: () => {
      const from = random.pick(delegating)
      const enough = (ceiling: bigint) =>
        ceiling < from.target / 1000n ? undefined : drawStake(random, from, from.target / 12n, ceiling / 2n)
      return stake(from, enough)
    },
    unstake,
    claim,
    'change pool': changePool,
  }
  return {
    plan: (type) => plans[type](),
    deposit,
    opening: (position) => ownArrival(position, position.target),
    lockUp: (position) => stake(position, (all) => (all > 0n ? all : undefined)),
  }
}

export function toVault(random: Random, { vault, asset }: Position, memo = ''): Draft['destination'] {
  return {
    destination_type: 'vault',
    destination_id: vault.id,
    destination_name: vault.name,
    destination_address: vaultAddress(random, vault, asset.network.id),
    memo,
  }
}

/** Available after the fee; negative where it does not cover the fee. */
function spendable({ available, payer }: Position, fee: bigint): bigint {
  if (payer === undefined) return available - fee
  return payer.available < fee ? -1n : available
}

/** The position that holds less of its target. */
function emptier(one: Position, other: Position): Position {
  return total(one) * other.target <= total(other) * one.target ? one : other
}

/** The position that has more of its target available. */
function fuller(one: Position, other: Position): Position {
  return one.available * other.target >= other.available * one.target ? one : other
}

/** Client assets and the organisation's own are kept apart. */
function isOfClients({ vault }: Position): boolean {
  return vault.purpose === 'clients'
}

function isPooled({ asset }: Position): boolean {
  return asset.id === 'ADA'
}

/** Staking vaults delegate; on Cardano, where delegated coins stay free to move, every cold vault does. */
function delegates({ asset, vault }: Position): boolean {
  return (
    asset.hourlyReward > 0n && (vault.purpose === 'staking' || (asset.id === 'ADA' && vault.type === 'cold'))
  )
}

function payeesOf(organisation: Organisation, { asset, vault }: Position): readonly WhitelistAddress[] {
  return organisation.whitelisted(asset).filter(({ whitelist }) => vault.sendsTo.includes(whitelist.kind))
}

/** Clients and trading partners pay in where they are served; the organisation funds every other vault. */
function sendersTo(organisation: Organisation, { asset, vault }: Position): readonly WhitelistAddress[] {
  return organisation.whitelisted(asset).filter(({ whitelist: { type, kind } }) => {
    if (kind === 'idle') return false
    if (type === 'my_organization') return true
    if (vault.purpose === 'settlement') return kind === 'desk' || kind === 'client'
    return vault.purpose === 'clients' && kind === 'client'
  })
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
