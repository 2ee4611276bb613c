import type { TransactionStatus } from '../../contract/enumerations.ts'
import { drawDust } from './amounts.ts'
import type { Asset } from './assets.ts'
import { type Draft, toVault } from './drafts.ts'
import { type Diversion, type Dusting, diversions, dustings, removedWhitelist } from './incident-schedule.ts'
import type { Organisation } from './organisation.ts'
import type { Position } from './positions.ts'
import { type Random, randomFrom } from './prng.ts'
import { recordId } from './record-ids.ts'
import { bitcoinTwins, evmLookAlike, tronTwins } from './twins.ts'

/** What happens a few times in a history, however long it is: it is planted, so that the console has it to find. */
export interface Incidents {
  /** Its own source of chance, so that what is planted leaves the rest of the history as it is. */
  readonly random: Random
  /** A deposit of dust that comes before the row of that index, from a look-alike of whoever was paid in the row before. */
  dust(index: number): Draft | undefined
  /** The draft as planned, but for a few withdrawals that go to a look-alike, to an address on no whitelist, or with another memo. */
  divert(draft: Draft, status: TransactionStatus, index: number): Draft
}

/** Books of fewer transactions have no room for incidents. */
const fewest = 1000

/** @param count how many transactions the history has */
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

  /** Whether the payee may be paid in that asset at the same address. */
  function isListed({ destination_id, destination_address }: Draft['destination'], asset: Asset): boolean {
    return organisation
      .whitelisted(asset)
      .some(({ whitelist, address }) => whitelist.id === destination_id && address === destination_address)
  }

  /** What the withdrawal becomes; undefined where it is not one to which this can happen. */
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
      // As of another customer of the exchange.
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
        // Who was paid is the same, whatever the memo.
        if (instead.destination.destination_address !== draft.destination.destination_address)
          paid = undefined
        return instead
      }
      return draft
    },
  }
}

/** A look-alike that has sent dust, and the payment that it followed: to the one for whom it could be mistaken. */
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
