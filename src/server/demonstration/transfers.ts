import { drawAmount, drawDust, drawNear } from './amounts.ts'
import { assets } from './assets.ts'
import {
  type Draft,
  feeOf,
  fromVault,
  fromWhitelist,
  purse,
  spendable,
  toVault,
  toWhitelist,
} from './drafts.ts'
import type { Organisation } from './organisation.ts'
import { emptier, fuller, type Position, total } from './positions.ts'
import { type Random, weighted } from './prng.ts'
import type { WhitelistAddress } from './whitelists.ts'

/** Deposits, withdrawals and rebalances that the positions can afford as they stand. */
export interface Transfers {
  deposit(): Draft
  /** What a position had when the books began. */
  opening(position: Position): Draft
  /** Undefined where the vault that came up has nothing to send or nobody to send to. */
  withdraw(): Draft | undefined
  rebalance(): Draft | undefined
}

export function transfers(random: Random, organisation: Organisation, all: readonly Position[]): Transfers {
  const movable = all.filter((position) => !position.lockedUp)
  const served = movable.filter((position) => position.vault.purpose !== 'staking')
  const busy = (position: Position) => position.vault.activity * position.asset.activity
  const pickServed = weighted(served, busy)
  const payees = new Map(served.map((position) => [position, payeesOf(organisation, position)]))
  const circles = assets
    .flatMap(({ id }) => [true, false].map((ofClients) => ({ id, ofClients })))
    .map(({ id, ofClients }) =>
      movable.filter((position) => position.asset.id === id && isOfClients(position) === ofClients),
    )
    .filter((positions) => positions.length > 1)
  const pickCircle = weighted(circles, ([first]) => first?.asset.activity ?? 0)

  function arrival(
    position: Position,
    amount: bigint,
    sender: WhitelistAddress | undefined,
    memo = '',
  ): Draft {
    const { network } = position.asset
    return {
      type: 'deposit',
      position,
      amount,
      fee: 0n,
      source:
        sender === undefined
          ? {
              source_type: 'external',
              source_id: '',
              source_name: '',
              source_address: organisation.outsider(random, network),
            }
          : fromWhitelist(sender),
      destination: toVault(random, position, memo),
      to: position,
    }
  }

  /** Brought by the organisation itself from one of its accounts elsewhere, or from an address that nobody listed. */
  function ownArrival(position: Position, typical: bigint): Draft {
    const senders = sendersTo(organisation, position).filter(({ whitelist }) => whitelist.type === ours)
    const sender = senders.length > 0 ? random.pick(senders) : undefined
    return arrival(position, drawNear(random, position.asset, typical), sender)
  }

  function deposit(): Draft {
    const position = emptier(pickServed(random), pickServed(random))
    const { asset, vault, target } = position
    if (random.chance(0.012)) return arrival(position, drawDust(random, asset), undefined)
    const typical = asset.typicalAmount * vault.scale
    const wanted = total(position) > target * 2n ? typical / 8n + 1n : typical
    const amount = drawAmount(random, asset, wanted, target) ?? target
    const isOmnibus = vault.purpose === 'clients' && vault.type === 'warm'
    const senders = sendersTo(organisation, position)
    const known = senders.length > 0 && random.chance(isOmnibus ? 0.3 : 0.75)
    // An omnibus vault tells its clients' deposits apart by memo, where the network has memos.
    const memo = isOmnibus ? (asset.network.memo?.(random) ?? '') : ''
    return arrival(position, amount, known ? random.pick(senders) : undefined, memo)
  }

  /** Brings the network's own asset to a vault that cannot pay its fees. */
  function refill(to: Position): Draft {
    const wanted = to.target / 3n
    const givers = movable.filter(
      (position) =>
        position.asset.id === to.asset.id &&
        position !== to &&
        isOfClients(position) === isOfClients(to) &&
        position.holding.available > wanted * 2n,
    )
    const moved = givers.length > 0 ? move(random.pick(givers), to, wanted) : undefined
    return moved ?? ownArrival(to, wanted)
  }

  function move(from: Position, to: Position, typical: bigint): Draft | undefined {
    const fee = feeOf(random, from)
    const affordable = (spendable(from, fee) * 2n) / 5n
    const room = (to.target * 3n) / 2n - total(to)
    const amount = drawAmount(random, from.asset, typical, affordable < room ? affordable : room)
    if (amount === undefined) return undefined
    return {
      type: 'rebalance',
      position: from,
      amount,
      fee,
      source: fromVault(random, from),
      destination: toVault(random, to),
      from,
      to,
    }
  }

  return {
    deposit,
    opening: (position) => ownArrival(position, position.target),
    withdraw() {
      const position = fuller(pickServed(random), pickServed(random))
      const receivers = payees.get(position) ?? []
      if (receivers.length === 0) return undefined
      const fee = feeOf(random, position)
      if (position.payer !== undefined && purse(position).available < fee * 4n) return refill(position.payer)
      // A vault that is nearly empty waits for money instead of sending crumbs.
      const ceiling = (spendable(position, fee) * 3n) / 5n
      if (ceiling < position.target / 100n) return undefined
      const { asset, vault } = position
      const amount = drawAmount(random, asset, asset.typicalAmount * vault.scale, ceiling)
      if (amount === undefined) return undefined
      return {
        type: 'withdraw',
        position,
        amount,
        fee,
        source: fromVault(random, position),
        destination: toWhitelist(random.pick(receivers)),
        from: position,
      }
    },
    rebalance() {
      const positions = pickCircle(random)
      const from = fuller(random.pick(positions), random.pick(positions))
      const others = positions.filter((position) => position !== from)
      const to = emptier(random.pick(others), random.pick(others))
      // What is set aside for salaries and invoices goes back to the treasury at the most.
      if (from.vault.purpose === 'payroll' && to.vault.purpose !== 'treasury') return undefined
      if (from.payer !== undefined && purse(from).available < feeOf(random, from) * 4n)
        return refill(from.payer)
      return move(from, to, (from.asset.typicalAmount * (from.vault.scale + to.vault.scale)) / 2n)
    },
  }
}

const ours = 'my_organization'

/** Client assets and the organisation's own are kept apart: nothing is rebalanced between the two. */
function isOfClients({ vault }: Position): boolean {
  return vault.purpose === 'clients'
}

function payeesOf(organisation: Organisation, { asset, vault }: Position): readonly WhitelistAddress[] {
  return organisation.whitelisted(asset).filter(({ whitelist }) => vault.sendsTo.includes(whitelist.kind))
}

/** Clients and trading partners pay in where they are served; every other vault is funded by the organisation itself. */
function sendersTo(organisation: Organisation, { asset, vault }: Position): readonly WhitelistAddress[] {
  return organisation.whitelisted(asset).filter(({ whitelist: { type, kind } }) => {
    if (kind === 'idle') return false
    if (vault.purpose === 'clients') return type === ours || kind === 'client'
    if (vault.purpose === 'settlement') return type === ours || kind === 'desk' || kind === 'client'
    return type === ours
  })
}
