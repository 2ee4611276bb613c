import type { TransactionStatus } from '../../contract/enumerations.ts'
import type { AssetProfile } from './assets.ts'
import { drawDust, vaultParty } from './desk.ts'
import { type Draft, externalParty, whitelistParty } from './ledger.ts'
import type { Organisation } from './organisation.ts'
import { type Random, randomFrom, recordId } from './prng.ts'
import { bitcoinTwins, evmLookAlike, tronTwins } from './whitelists.ts'

/** Smaller books have no room for incidents. */
const fewest = 1000

export class Incidents {
  /** Separate, so that incidents do not change the rest of the history. */
  readonly random: Random
  readonly #seed: number
  readonly #count: number
  readonly #organisation: Organisation
  readonly #dustings: Dusting[]
  readonly #diversions: Diversion[]
  readonly #poisonings: { readonly payment: Draft; readonly lookAlike: string }[] = []
  #paid: Draft | undefined

  constructor(seed: number, count: number, organisation: Organisation) {
    this.random = randomFrom(seed, 'incidents')
    this.#seed = seed
    this.#count = count
    this.#organisation = organisation
    this.#dustings = count < fewest ? [] : [...dustings]
    this.#diversions = count < fewest ? [] : [...diversions]
  }

  /** Precedes the row of that index and comes from a look-alike of the address that the row before paid. */
  dust(index: number): Draft | undefined {
    const paid = this.#paid
    if (paid === undefined) return undefined
    for (const [at, dusting] of this.#dustings.entries()) {
      const lookAlike = dusting.from * this.#count > index ? undefined : this.#lookAlike(dusting, paid)
      if (lookAlike === undefined) continue
      this.#dustings.splice(at, 1)
      if (dusting.ending === 'same ending') this.#poisonings.push({ payment: paid, lookAlike })
      this.#paid = undefined
      const { position } = paid
      const amount = drawDust(this.random, position.asset)
      const destination = vaultParty(this.random, position)
      const source = externalParty(lookAlike)
      return {
        ...{ type: 'deposit', position, amount, fee: 0n, source, destination },
        memo: '',
        to: position,
        note: '',
      }
    }
    return undefined
  }

  /** Diverts a few withdrawals: to a look-alike, to an unlisted address, or with another memo. */
  divert(draft: Draft, status: TransactionStatus, index: number): Draft {
    this.#paid = status === 'completed' ? draft : undefined
    if (draft.type !== 'withdraw') return draft
    for (const [at, diversion] of this.#diversions.entries()) {
      const { from, statuses = ['completed'] } = diversion
      if (from * this.#count > index || !statuses.includes(status)) continue
      const instead = this.#diverted(diversion.to, draft)
      if (instead === undefined) continue
      this.#diversions.splice(at, 1)
      // With only another memo, the payee is the same.
      if ('destination' in instead) this.#paid = undefined
      const note = diversion.note ?? draft.note
      return { ...draft, ...instead, ...(note !== undefined && { note }) }
    }
    return draft
  }

  #lookAlike(dusting: Dusting, { type, position, destination: { address } }: Draft): string | undefined {
    if (type !== 'withdraw' || position.asset.network.family !== dusting.family) return undefined
    if (dusting.family === 'EVM') return evmLookAlike(address, this.random.bytes(16), dusting.ending)
    const { poisoned } = dusting.family === 'BTC' ? bitcoinTwins : tronTwins
    return poisoned.real === address ? poisoned.lookAlike : undefined
  }

  /** Undefined where this withdrawal does not fit. */
  #diverted(to: Diversion['to'], { position: { asset, vault }, destination, memo }: Draft) {
    const former = ({ id, name }: { readonly id: string; readonly name: string }) => {
      const { family } = asset.network
      const address = asset.network.address(randomFrom(this.#seed, `former/${name}/${family}`))
      return { destination: whitelistParty({ id, name }, address), memo: '' }
    }
    if (to === 'former address') return former(destination)
    if (to === 'removed whitelist') {
      const id = recordId(randomFrom(this.#seed, `whitelist/${removedWhitelist}`), 'wls')
      return vault.sendsTo.includes('desk') ? former({ id, name: removedWhitelist }) : undefined
    }
    if (to === 'look-alike') {
      const { payment, lookAlike } =
        this.#poisonings.find(
          ({ payment }) => payment.position.vault === vault && this.#isListed(payment.destination, asset),
        ) ?? {}
      return payment && lookAlike
        ? { destination: whitelistParty(payment.destination, lookAlike), memo: '' }
        : undefined
    }
    if (memo === '') return undefined
    // Another customer's memo.
    return { memo: to === 'no memo' ? '' : `${memo.slice(0, -1)}${(Number(memo.slice(-1)) + 1) % 10}` }
  }

  #isListed({ id, address }: Draft['destination'], asset: AssetProfile): boolean {
    return this.#organisation
      .whitelisted(asset)
      .some((entry) => entry.whitelist.id === id && entry.address === address)
  }
}

/** Dust follows the first payment to that family after that share of the history. */
interface Dusting {
  readonly from: number
  readonly family: 'EVM' | 'BTC' | 'TRX'
  readonly ending: 'same ending' | 'other ending'
}

const dustings: readonly Dusting[] = [
  ...[0.12, 0.2, 0.28, 0.63, 0.97].map((from) => ({ from, family: 'EVM', ending: 'same ending' }) as const),
  { from: 0.17, family: 'TRX', ending: 'same ending' },
  { from: 0.23, family: 'BTC', ending: 'same ending' },
  { from: 0.52, family: 'EVM', ending: 'other ending' },
]

interface Diversion {
  readonly from: number
  readonly to: 'look-alike' | 'former address' | 'removed whitelist' | 'no memo' | 'another memo'
  readonly statuses?: readonly TransactionStatus[]
  readonly note?: string
}

const stopped =
  'Stopped: this is not the address on file, only its ends are the same. Copied from a dust deposit'
const refused = 'Signer refused: the address is a look-alike of the beneficiary’s'
const incident = 'Incident: paid to a look-alike of the beneficiary’s address, reported the same day'

/** Of completed withdrawals, unless there are other statuses. */
const diversions: readonly Diversion[] = [
  { from: 0.11, to: 'removed whitelist', note: 'Closing of the account, final balance' },
  { from: 0.26, to: 'removed whitelist' },
  ...[0.19, 0.36, 0.71, 0.9].map((from) => ({ from, to: 'former address' }) as const),
  { from: 0.58, to: 'former address', note: 'To the address before the change of custodian' },
  { from: 0.22, to: 'look-alike', statuses: ['rejected', 'cancelled'], note: stopped },
  { from: 0.3, to: 'look-alike', statuses: ['failed'], note: refused },
  { from: 0.45, to: 'look-alike', note: incident },
  { from: 0.24, to: 'no memo' },
  { from: 0.48, to: 'another memo' },
]

/** No longer listed; its withdrawals still name it. */
const removedWhitelist = 'Pelham & Rooke Brokers'
