import type { TransactionStatus } from '../../contract/enumerations.ts'
import { drawDust } from './amounts.ts'
import type { AssetProfile } from './assets.ts'
import { toVault } from './desk.ts'
import type { Draft, Position } from './ledger.ts'
import type { Organisation } from './organisation.ts'
import { type Random, randomFrom, recordId } from './prng.ts'
import { bitcoinTwins, evmLookAlike, tronTwins } from './whitelists.ts'

/** Planted in every history, so that the console has something to find. */
export interface Incidents {
  /** A separate source of chance, so that planting does not change the rest of the history. */
  readonly random: Random
  /** Dust before the row of that index, from a look-alike of whoever was paid in the row before. */
  dust(index: number): Draft | undefined
  /** The draft as planned, except for a few withdrawals to a look-alike, to an unlisted address, or with another memo. */
  divert(draft: Draft, status: TransactionStatus, index: number): Draft
}

/** Smaller books have no room for incidents. */
const fewest = 1000

export function incidents(seed: number, count: number, organisation: Organisation): Incidents {
  const random = randomFrom(seed, 'incidents')
  const dustingsLeft = count < fewest ? [] : [...dustings]
  const diversionsLeft = count < fewest ? [] : [...diversions]
  const poisonings: Poisoning[] = []
  let paid: Draft | undefined

  function lookAlike(dusting: Dusting, { type, position, destination }: Draft): string | undefined {
    if (type !== dusting.after || position.asset.network.family !== dusting.family) return undefined
    const real = destination.destination_address
    if (dusting.family === 'EVM') return evmLookAlike(real, random.bytes(16), dusting.ending)
    const { poisoned } = dusting.family === 'BTC' ? bitcoinTwins : tronTwins
    return poisoned.real === real ? poisoned.lookAlike : undefined
  }

  function isListed(
    { destination_id, destination_address }: Draft['destination'],
    asset: AssetProfile,
  ): boolean {
    return organisation
      .whitelisted(asset)
      .some(({ whitelist, address }) => whitelist.id === destination_id && address === destination_address)
  }

  /** The changed withdrawal; undefined where this one does not fit. */
  function diverted({ to, statuses, note }: Diversion, draft: Draft, status: TransactionStatus) {
    const { asset, vault } = draft.position
    const { network } = asset
    if (!statuses.includes(status)) return undefined
    if (to === 'look-alike') {
      const poisoning = poisonings.find(
        ({ payment }) => payment.position.vault === vault && isListed(payment.destination, asset),
      )
      if (poisoning === undefined) return undefined
      const { destination_id: id, destination_name: name } = poisoning.payment.destination
      return redirected(draft, id, name, poisoning.lookAlike, note)
    }
    if (to === 'no memo' || to === 'another memo') {
      const { memo } = draft.destination
      if (memo === '') return undefined
      // Another customer's memo.
      const sent = to === 'no memo' ? '' : `${memo.slice(0, -1)}${(Number(memo.slice(-1)) + 1) % 10}`
      return { ...draft, destination: { ...draft.destination, memo: sent } }
    }
    if (to === 'former address') {
      const { destination_id: id, destination_name: name } = draft.destination
      const address = network.address(randomFrom(seed, `former/${name}/${network.family}`))
      return redirected(draft, id, name, address, note)
    }
    if (!vault.sendsTo.includes('desk')) return undefined
    const id = recordId(randomFrom(seed, `whitelist/${removedWhitelist}`), 'wls')
    const address = network.address(randomFrom(seed, `former/${removedWhitelist}/${network.family}`))
    return redirected(draft, id, removedWhitelist, address, note)
  }

  return {
    random,
    dust(index) {
      if (paid === undefined) return undefined
      for (const [at, dusting] of dustingsLeft.entries()) {
        if (dusting.from * count > index) continue
        const address = lookAlike(dusting, paid)
        if (address === undefined) continue
        dustingsLeft.splice(at, 1)
        if (dusting.after === 'withdraw' && dusting.ending === 'same ending')
          poisonings.push({ payment: paid, lookAlike: address })
        const { position } = paid
        paid = undefined
        return dustFrom(random, address, position)
      }
      return undefined
    },
    divert(draft, status, index) {
      paid = status === 'completed' ? draft : undefined
      if (draft.type !== 'withdraw') return draft
      for (const [at, diversion] of diversionsLeft.entries()) {
        if (diversion.from * count > index) continue
        const instead = diverted(diversion, draft, status)
        if (instead === undefined) continue
        diversionsLeft.splice(at, 1)
        // With only another memo, the payee is the same.
        if (instead.destination.destination_address !== draft.destination.destination_address)
          paid = undefined
        return instead
      }
      return draft
    },
  }
}

/** A look-alike that has sent dust, and the payment that it followed. */
interface Poisoning {
  readonly payment: Draft
  readonly lookAlike: string
}

function dustFrom(random: Random, address: string, position: Position): Draft {
  return {
    type: 'deposit',
    position,
    amount: drawDust(random, position.asset),
    fee: 0n,
    source: { source_type: 'external', source_id: '', source_name: '', source_address: address },
    destination: toVault(random, position),
    to: position,
    note: '',
  }
}

function redirected(draft: Draft, id: string, name: string, address: string, note: string): Draft {
  return {
    ...draft,
    destination: {
      destination_type: 'whitelist',
      destination_id: id,
      destination_name: name,
      destination_address: address,
      memo: '',
    },
    ...(note === '' ? {} : { note }),
  }
}

/** Dust sent as soon as, after that share of the history, somebody of that family has been paid. */
interface Dusting {
  readonly from: number
  readonly family: 'EVM' | 'BTC' | 'TRX'
  readonly after: 'withdraw' | 'rebalance'
  readonly ending: 'same ending' | 'other ending'
}

const dustings: readonly Dusting[] = [
  { from: 0.12, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.17, family: 'TRX', after: 'withdraw', ending: 'same ending' },
  { from: 0.2, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.23, family: 'BTC', after: 'withdraw', ending: 'same ending' },
  { from: 0.28, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.41, family: 'EVM', after: 'rebalance', ending: 'same ending' },
  { from: 0.52, family: 'EVM', after: 'withdraw', ending: 'other ending' },
  { from: 0.63, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.84, family: 'EVM', after: 'withdraw', ending: 'same ending' },
  { from: 0.97, family: 'EVM', after: 'withdraw', ending: 'same ending' },
]

/** A withdrawal that, after that share of the history, goes elsewhere. */
interface Diversion {
  readonly from: number
  readonly to: 'look-alike' | 'former address' | 'removed whitelist' | 'no memo' | 'another memo'
  /** The withdrawal must have one of these. */
  readonly statuses: readonly TransactionStatus[]
  readonly note: string
}

const diversions: readonly Diversion[] = [
  {
    from: 0.11,
    to: 'removed whitelist',
    statuses: ['completed'],
    note: 'Closing of the account, final balance',
  },
  { from: 0.19, to: 'former address', statuses: ['completed'], note: '' },
  {
    from: 0.22,
    to: 'look-alike',
    statuses: ['rejected', 'cancelled'],
    note: 'Stopped: this is not the address on file, only its ends are the same. Copied from a dust deposit',
  },
  { from: 0.26, to: 'removed whitelist', statuses: ['completed'], note: '' },
  {
    from: 0.3,
    to: 'look-alike',
    statuses: ['failed'],
    note: 'Signer refused: the address is a look-alike of the beneficiary’s',
  },
  { from: 0.36, to: 'former address', statuses: ['completed'], note: '' },
  {
    from: 0.45,
    to: 'look-alike',
    statuses: ['completed'],
    note: 'Incident: paid to a look-alike of the beneficiary’s address, reported the same day',
  },
  {
    from: 0.58,
    to: 'former address',
    statuses: ['completed'],
    note: 'To the address before the change of custodian',
  },
  { from: 0.71, to: 'former address', statuses: ['completed'], note: '' },
  { from: 0.9, to: 'former address', statuses: ['completed'], note: '' },
  { from: 0.24, to: 'no memo', statuses: ['completed'], note: '' },
  { from: 0.48, to: 'another memo', statuses: ['completed'], note: '' },
]

/** Removed since; its withdrawals still name it. */
const removedWhitelist = 'Pelham & Rooke Brokers'
