import { cardanoRewardAddressOf } from '../../chains/cardano.ts'
import { powerOfTen } from '../../contract/decimal.ts'
import type { TransactionType } from '../../contract/enumerations.ts'
import type { AssetProfile } from './assets.ts'
import { type Draft, externalParty, networkParty, type Position, total, whitelistParty } from './ledger.ts'
import { type Organisation, type Validator, vaultAddress } from './organisation.ts'
import type { Random } from './prng.ts'
import type { WhitelistAddress } from './whitelists.ts'

/** Ethereum's contract for requests to withdraw stake (EIP-7002). */
const ethereumWithdrawalRequests = '0x00000961Ef480Eb55e80D19ad83579A64c007002'

/** Plans transactions that the books can afford. */
export class Desk {
  readonly #random: Random
  readonly #organisation: Organisation
  readonly #all: readonly Position[]
  readonly #delegating: readonly Position[]
  readonly #pickServed: (random: Random) => Position

  constructor(random: Random, organisation: Organisation, all: readonly Position[]) {
    this.#random = random
    this.#organisation = organisation
    this.#all = all
    this.#delegating = all.filter(({ vault }) => vault.purpose === 'staking')
    const served = all.filter(({ vault }) => vault.purpose !== 'staking')
    this.#pickServed = weighted(served, ({ vault, asset }) => vault.activity * asset.activity)
  }

  /** Undefined where the chosen vault cannot do that, or has no counterparty for it. */
  plan(type: TransactionType): Draft | undefined {
    const plans: Readonly<Record<TransactionType, () => Draft | undefined>> = {
      deposit: () => this.deposit(),
      withdraw: () => this.#withdraw(),
      rebalance: () => this.#rebalance(),
      stake: () => this.#stake(),
      unstake: () => this.#unstake(),
      claim: () => this.#claim(),
      'change pool': () => this.#changePool(),
    }
    return plans[type]()
  }

  deposit(): Draft {
    const random = this.#random
    const to = emptier(this.#pickServed(random), this.#pickServed(random))
    const { asset, vault, target } = to
    if (random.chance(0.012)) return this.#arrival(to, drawDust(random, asset))
    const typical = asset.typicalAmount * vault.scale
    const wanted = total(to) > target * 2n ? typical / 8n + 1n : typical
    const amount = drawAmount(random, asset, wanted, target) ?? target
    const senders = sendersTo(this.#organisation, to)
    const isOmnibus = vault.purpose === 'clients' && vault.type === 'warm'
    const isListed = senders.length > 0 && random.chance(isOmnibus ? 0.3 : 0.75)
    // An omnibus vault tells its clients' deposits apart by memo.
    const memo = isOmnibus ? (asset.network.memo?.(random) ?? '') : ''
    return this.#arrival(to, amount, isListed ? random.pick(senders) : undefined, memo)
  }

  /** The organisation's own money. */
  funding(to: Position, typical = to.target): Draft {
    const own = sendersTo(this.#organisation, to).filter(
      ({ whitelist: { type } }) => type === 'my_organization',
    )
    const amount = drawNear(this.#random, to.asset, typical)
    return this.#arrival(to, amount, own.length > 0 ? this.#random.pick(own) : undefined)
  }

  #arrival(to: Position, amount: bigint, sender?: WhitelistAddress, memo = ''): Draft {
    const source =
      sender === undefined
        ? externalParty(this.#organisation.outsider(this.#random, to.asset.network))
        : whitelistParty(sender.whitelist, sender.address)
    const destination = vaultParty(this.#random, to)
    return { type: 'deposit', position: to, amount, fee: 0n, source, destination, memo, to }
  }

  /** A vault that cannot pay its fees is topped up instead. */
  #leaving(
    from: Position,
    fee: bigint,
    amount: bigint | undefined,
    draft: Pick<Draft, 'type' | 'destination' | 'to' | 'validator'> & { readonly memo?: string },
  ): Draft | undefined {
    if (from.payer !== undefined && from.payer.available < fee * 4n)
      return this.funding(from.payer, from.payer.target / 3n)
    if (amount === undefined || spendable(from, fee) < 0n) return undefined
    return { memo: '', ...draft, position: from, amount, fee, source: vaultParty(this.#random, from), from }
  }

  #withdraw(): Draft | undefined {
    const random = this.#random
    const from = fuller(this.#pickServed(random), this.#pickServed(random))
    const { asset, vault, target } = from
    const payees = this.#organisation
      .whitelisted(asset)
      .filter(({ whitelist }) => vault.sendsTo.includes(whitelist.kind))
    if (payees.length === 0) return undefined
    const fee = this.#feeOf(from)
    const ceiling = (spendable(from, fee) * 3n) / 5n
    // A nearly empty vault waits for money.
    const isLow = ceiling < target / 100n
    const amount = isLow ? undefined : drawAmount(random, asset, asset.typicalAmount * vault.scale, ceiling)
    const { whitelist, address, memo } = random.pick(payees)
    return this.#leaving(from, fee, amount, {
      type: 'withdraw',
      destination: whitelistParty(whitelist, address),
      memo,
    })
  }

  #rebalance(): Draft | undefined {
    const random = this.#random
    const one = this.#pickServed(random)
    const circle = this.#all.filter(
      (other) => other !== one && other.asset === one.asset && isOfClients(other) === isOfClients(one),
    )
    if (circle.length === 0) return undefined
    const other = random.pick(circle)
    const from = fuller(one, other)
    const to = from === one ? other : one
    const fee = this.#feeOf(from)
    const affordable = (spendable(from, fee) * 2n) / 5n
    const room = (to.target * 3n) / 2n - total(to)
    const typical = (from.asset.typicalAmount * (from.vault.scale + to.vault.scale)) / 2n
    const amount = drawAmount(random, from.asset, typical, affordable < room ? affordable : room)
    return this.#leaving(from, fee, amount, { type: 'rebalance', destination: vaultParty(random, to), to })
  }

  #stake(): Draft | undefined {
    const from = this.#random.pick(this.#delegating)
    const fee = this.#feeOf(from)
    // Cardano delegates a whole wallet to one pool.
    const validator =
      isPooled(from) && from.validator ? from.validator : this.#random.pick(this.#validatorsOf(from))
    const amount = drawStake(this.#random, from, from.target / 12n, spendable(from, fee) / 2n)
    return this.#leaving(from, fee, amount, { type: 'stake', destination: validator, validator })
  }

  #unstake(): Draft | undefined {
    const from = this.#random.pick(this.#delegating)
    if (from.validator === undefined) return undefined
    const amount = drawStake(this.#random, from, from.target / 30n, from.staking)
    const { asset, validator } = from
    const destination =
      asset.id === 'ETH' ? networkParty(asset.network, ethereumWithdrawalRequests) : validator
    return this.#leaving(from, this.#feeOf(from), amount, { type: 'unstake', destination })
  }

  #claim(): Draft | undefined {
    const to = this.#random.pick(this.#delegating)
    const { asset, vault, claimable: amount, validator } = to
    if (validator === undefined || amount < asset.typicalAmount / 5000n) return undefined
    // Cardano pays rewards from the vault's own reward account, other networks from the validator.
    const own = vaultAddress(this.#random, vault, asset.network.id)
    const source = networkParty(asset.network, isPooled(to) ? cardanoRewardAddressOf(own) : validator.address)
    return {
      type: 'claim',
      position: to,
      amount,
      fee: 0n,
      source,
      destination: vaultParty(this.#random, to),
      memo: '',
      to,
    }
  }

  #changePool(): Draft | undefined {
    const from = this.#random.pick(this.#delegating.filter(isPooled))
    if (from.validator === undefined || from.staking === 0n) return undefined
    const validator = this.#random.pick(this.#validatorsOf(from).filter((other) => other !== from.validator))
    const fee = this.#feeOf(from)
    return this.#leaving(from, fee, from.staking, { type: 'change pool', destination: validator, validator })
  }

  /** The lower of two draws: quiet hours are more frequent than crowded ones. */
  #feeOf({ asset }: Position): bigint {
    const price = () => this.#random.between(...asset.network.fee)
    return BigInt(Math.min(price(), price())) * (asset.isNative ? 1n : 3n)
  }

  #validatorsOf({ asset }: Position): readonly Validator[] {
    return this.#organisation.validators(asset.network)
  }
}

export function vaultParty(random: Random, { vault, asset }: Position) {
  const address = vaultAddress(random, vault, asset.network.id)
  return { type: 'vault', id: vault.id, name: vault.name, address } as const
}

/** Negative where the available amount does not cover the fee. */
function spendable({ available, payer }: Position, fee: bigint): bigint {
  if (payer === undefined) return available - fee
  return payer.available < fee ? -1n : available
}

function emptier(one: Position, other: Position): Position {
  return total(one) * other.target <= total(other) * one.target ? one : other
}

function fuller(one: Position, other: Position): Position {
  return one.available * other.target >= other.available * one.target ? one : other
}

function isOfClients({ vault }: Position): boolean {
  return vault.purpose === 'clients'
}

function isPooled({ asset }: Position): boolean {
  return asset.id === 'ADA'
}

/** Clients and trading partners pay into the vaults that serve them. The organisation funds the others. */
function sendersTo(organisation: Organisation, { asset, vault }: Position): readonly WhitelistAddress[] {
  return organisation.whitelisted(asset).filter(({ whitelist: { type, kind } }) => {
    if (kind === 'idle') return false
    if (type === 'my_organization') return true
    if (vault.purpose === 'settlement') return kind === 'desk' || kind === 'client'
    return vault.purpose === 'clients' && kind === 'client'
  })
}

/** On Ethereum only whole validators of 32 ether. */
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

/** In base units; undefined where the ceiling leaves nothing. Some amounts are round, some have few decimals, some have all. */
function drawAmount(
  random: Random,
  asset: AssetProfile,
  typical: bigint,
  ceiling: bigint,
): bigint | undefined {
  if (ceiling <= 0n) return undefined
  // Squared, so that most are small and a few are large.
  const drawn = (typical * BigInt(random.between(50, 2500)) * BigInt(random.between(50, 2500))) / 1_000_000n
  // Cutting at the ceiling would give many equal amounts.
  const raw = drawn <= ceiling ? drawn : (ceiling * BigInt(random.between(350, 1000))) / 1000n
  const amount = inStyle(random, asset, raw)
  if (amount > ceiling) return ceiling
  return amount > 0n ? amount : 1n
}

function drawNear(random: Random, asset: AssetProfile, value: bigint): bigint {
  return inStyle(random, asset, (value * BigInt(random.between(850, 1150))) / 1000n)
}

/** A tiny amount, such as address poisoners send. */
export function drawDust(random: Random, asset: AssetProfile): bigint {
  return 1n + random.bigBelow(powerOfTen(random.between(1, Math.max(2, asset.decimals - 4))))
}

function inStyle(random: Random, asset: AssetProfile, raw: bigint): bigint {
  const style = random.below(3)
  if (style === 0) return cut(raw, Math.max(0, raw.toString().length - random.between(1, 2)))
  if (style === 1) return cut(raw, Math.max(0, asset.decimals - asset.plainDecimals))
  return raw + random.bigBelow((raw >> 5n) + 1n)
}

/** Sets the last digits to zero, unless nothing else would be left. */
function cut(amount: bigint, digits: number): bigint {
  const left = amount - (amount % powerOfTen(digits))
  return left === 0n ? amount : left
}

function weighted<Item>(items: readonly Item[], weightOf: (item: Item) => number): (random: Random) => Item {
  const limits: number[] = []
  for (const item of items) limits.push((limits.at(-1) ?? 0) + weightOf(item))
  return (random) => {
    const drawn = random.fraction() * (limits.at(-1) ?? 0)
    const item = items[limits.findIndex((limit) => drawn < limit)]
    if (item === undefined) throw new RangeError('nothing to pick from')
    return item
  }
}
