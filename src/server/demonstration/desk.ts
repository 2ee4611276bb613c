import { cardanoRewardAddressOf } from '../../chains/cardano.ts'
import { powerOfTen } from '../../contract/decimal.ts'
import type { TransactionType } from '../../contract/enumerations.ts'
import type { AssetProfile } from './assets.ts'
import { type Draft, type Position, total } from './ledger.ts'
import { type Organization, ownKinds, partners, type WhitelistEntry } from './organization.ts'
import type { Random } from './prng.ts'

/** Ethereum's contract for requests to withdraw stake (EIP-7002). */
const ethereumWithdrawalRequests = '0x00000961Ef480Eb55e80D19ad83579A64c007002'

/** Drafts transactions that the books can afford. */
export class Desk {
  readonly #random: Random
  readonly #organization: Organization
  readonly #staking: readonly Position[]
  /** Each as often as it is active. */
  readonly #served: readonly Position[]

  constructor(random: Random, organization: Organization, positions: readonly Position[]) {
    this.#random = random
    this.#organization = organization
    this.#staking = positions.filter(({ vault }) => vault.purpose === 'staking')
    this.#served = positions.flatMap((position) => {
      const { vault, asset } = position
      return vault.purpose === 'staking'
        ? []
        : new Array<Position>(vault.activity * asset.activity).fill(position)
    })
  }

  /** Undefined where the vault that was picked cannot do that, or has no counterparty for it. */
  draft(type: TransactionType): Draft | undefined {
    const drafts: Readonly<Record<TransactionType, () => Draft | undefined>> = {
      deposit: () => this.deposit(),
      withdraw: () => this.#withdraw(),
      rebalance: () => this.#rebalance(),
      stake: () => this.#stake(),
      unstake: () => this.#unstake(),
      claim: () => this.#claim(),
      'change pool': () => this.#changePool(),
    }
    return drafts[type]()
  }

  deposit(): Draft {
    const random = this.#random
    const [one, other] = [random.pick(this.#served), random.pick(this.#served)]
    const to = total(one) * other.target <= total(other) * one.target ? one : other
    const { asset, vault, target } = to
    if (random.chance(0.012)) return this.#arrival(to, drawDust(random, asset), [])
    const amount = drawAmount(random, total(to) > target * 2n ? typical(to) / 8n : typical(to), target)
    const payers = this.#organization.listed(asset, partners[vault.purpose].payers)
    const isOmnibus = vault.name === 'Client Omnibus Warm'
    // An omnibus vault tells its clients' deposits apart by memo.
    const memo = isOmnibus ? asset.network.memo?.(random) : ''
    return this.#arrival(to, amount ?? target, random.chance(isOmnibus ? 0.3 : 0.75) ? payers : [], memo)
  }

  /** The organization's own money. */
  funding(to: Position, amount = to.target): Draft {
    const drawn = rounded(this.#random, (amount * BigInt(this.#random.between(850, 1150))) / 1000n)
    return this.#arrival(to, drawn, this.#organization.listed(to.asset, ownKinds))
  }

  /** From a stranger, unless somebody is listed. */
  #arrival(to: Position, amount: bigint, payers: readonly WhitelistEntry[], memo = ''): Draft {
    const { asset } = to
    const payer = payers.length > 0 ? this.#random.pick(payers) : undefined
    const source = payer
      ? party('whitelist', payer.address, payer.whitelist)
      : party('external', this.#organization.outsider(this.#random, asset.network))
    const destination = vaultParty(this.#random, to)
    return { type: 'deposit', asset, amount, fee: 0n, source, destination, memo, to }
  }

  #withdraw(): Draft | undefined {
    const from = this.#fuller(this.#random.pick(this.#served), this.#random.pick(this.#served))
    const payees = this.#organization.listed(from.asset, partners[from.vault.purpose].payees)
    if (payees.length === 0) return undefined
    const { whitelist, address, memo } = this.#random.pick(payees)
    return this.#departure('withdraw', from, { destination: party('whitelist', address, whitelist), memo })
  }

  #rebalance(): Draft | undefined {
    const one = this.#random.pick(this.#served)
    const isOfClients = ({ vault }: Position) => vault.purpose === 'clients'
    const others = this.#served.filter(
      (other) => other !== one && other.asset === one.asset && isOfClients(other) === isOfClients(one),
    )
    if (others.length === 0) return undefined
    const other = this.#random.pick(others)
    const from = this.#fuller(one, other)
    const to = from === one ? other : one
    return this.#departure('rebalance', from, { destination: vaultParty(this.#random, to), to })
  }

  #stake(): Draft | undefined {
    const from = this.#random.pick(this.#staking)
    // Cardano delegates a whole wallet to one pool.
    const own = from.asset.id === 'ADA' ? from.validator : undefined
    const validator = own ?? this.#random.pick(this.#organization.validators(from.asset.network))
    return this.#departure('stake', from, { destination: validator, validator }, (available) =>
      drawStake(this.#random, from, from.target / 12n, available),
    )
  }

  #unstake(): Draft | undefined {
    const from = this.#random.pick(this.#staking)
    const { asset, validator, staking, target } = from
    if (validator === undefined) return undefined
    const destination =
      asset.id === 'ETH' ? party('network', ethereumWithdrawalRequests, asset.network) : validator
    return this.#departure('unstake', from, { destination }, () =>
      drawStake(this.#random, from, target / 30n, staking),
    )
  }

  #changePool(): Draft | undefined {
    const from = this.#random.pick(this.#staking.filter(({ asset }) => asset.id === 'ADA'))
    if (from.validator === undefined || from.staking === 0n) return undefined
    const pools = this.#organization.validators(from.asset.network)
    const validator = this.#random.pick(pools.filter((other) => other !== from.validator))
    return this.#departure('change pool', from, { destination: validator, validator }, () => from.staking)
  }

  #claim(): Draft | undefined {
    const to = this.#random.pick(this.#staking)
    const { asset, target, claimable: amount, validator } = to
    if (validator === undefined || amount < target / 1_000_000n) return undefined
    const destination = vaultParty(this.#random, to)
    // Cardano pays rewards from the vault's own reward account, other networks from the validator.
    const payer = asset.id === 'ADA' ? cardanoRewardAddressOf(destination.address) : validator.address
    const source = party('network', payer, asset.network)
    return { type: 'claim', asset, amount, fee: 0n, source, destination, memo: '', to }
  }

  /** A vault that cannot pay its fees is topped up instead. */
  #departure(
    type: TransactionType,
    from: Position,
    rest: Pick<Draft, 'destination' | 'to' | 'validator'> & { readonly memo?: string },
    amountOf = (available: bigint) => drawAmount(this.#random, typical(from), available),
  ): Draft | undefined {
    const { asset, available, payer } = from
    // The lower of two draws: quiet hours are more frequent than crowded ones.
    const price = () => this.#random.between(...asset.network.fee)
    const fee = BigInt(Math.min(price(), price())) * (asset.isNative ? 1n : 3n)
    if (payer !== undefined && payer.available < fee * 4n) return this.funding(payer, payer.target / 3n)
    const spendable = payer === undefined ? available - fee : available
    const amount = spendable < 0n ? undefined : amountOf(spendable / 2n)
    if (amount === undefined) return undefined
    const source = vaultParty(this.#random, from)
    return { type, asset, amount, fee, source, memo: '', from, ...rest }
  }

  #fuller(one: Position, other: Position): Position {
    return one.available * other.target >= other.available * one.target ? one : other
  }
}

export function party<Type extends string>(
  type: Type,
  address: string,
  { id, name }: { readonly id: string; readonly name: string } = { id: '', name: '' },
) {
  return { type, id, name, address }
}

export function vaultParty(random: Random, { vault, addresses }: Position) {
  return party('vault', random.pick(addresses), vault)
}

/** Of one payment. */
function typical({ target }: Position): bigint {
  return target / 120n
}

/** On Ethereum only whole validators of 32 ether. */
function drawStake(random: Random, { asset }: Position, typical: bigint, most: bigint): bigint | undefined {
  const amount = drawAmount(random, typical, most) ?? 0n
  const unit = asset.id === 'ETH' ? 32n * powerOfTen(asset.decimals) : 1n
  return amount < unit ? undefined : amount - (amount % unit)
}

/** In base units; undefined where `most` leaves nothing. */
function drawAmount(random: Random, typical: bigint, most: bigint): bigint | undefined {
  if (most <= 0n) return undefined
  // Squared, so that most are small and a few are large.
  const drawn = (typical * BigInt(random.between(50, 2500)) * BigInt(random.between(50, 2500))) / 1_000_000n
  // Cutting at `most` would give many equal amounts.
  return rounded(random, drawn <= most ? drawn : (most * BigInt(random.between(350, 1000))) / 1000n) || 1n
}

/** Never more. Some amounts are round, some have few digits, some have all. */
function rounded(random: Random, amount: bigint): bigint {
  const exact = amount - random.bigBelow((amount >> 5n) + 1n)
  const digits = random.pick([random.between(1, 2), random.between(3, 6), Number.POSITIVE_INFINITY])
  return exact - (exact % powerOfTen(Math.max(0, exact.toString().length - digits)))
}

/** A tiny amount, such as address poisoners send. */
export function drawDust(random: Random, { decimals }: AssetProfile): bigint {
  return 1n + random.bigBelow(powerOfTen(random.between(1, Math.max(2, decimals - 4))))
}
