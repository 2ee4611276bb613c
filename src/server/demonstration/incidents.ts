import type { TransactionStatus } from '../../contract/enumerations.ts'
import { drawDust, party, vaultParty } from './desk.ts'
import type { Draft } from './ledger.ts'
import type { Organization } from './organization.ts'
import {
  type Diversion,
  fewestWithPlanted,
  lookAlikeOf,
  plantedDiversions,
  plantedDust,
  removedWhitelist,
} from './planted.ts'
import { type Random, randomFrom, recordId } from './prng.ts'

/** Puts the planted transactions into a history of `count` rows. */
export function incidentsIn(count: number, seed: number, organization: Organization, random: Random) {
  const [dust, diversions] = count < fewestWithPlanted ? [[], []] : [[...plantedDust], [...plantedDiversions]]
  const poisonings: { readonly payment: Draft; readonly lookAlike: string }[] = []
  /** By the row before. */
  let paid: Draft | undefined

  const former = ({ asset }: Draft, { id, name }: { readonly id: string; readonly name: string }) => {
    const address = asset.network.address(randomFrom(seed, `former/${name}/${asset.network.family}`))
    return { destination: party('whitelist', address, { id, name }), memo: '' }
  }

  /** Undefined where the withdrawal does not fit. */
  const diverted: Readonly<Record<Diversion, (draft: Draft) => Partial<Draft> | undefined>> = {
    'former address': (draft) => former(draft, draft.destination),
    'removed whitelist': (draft) => {
      const id = recordId(randomFrom(seed, `whitelist/${removedWhitelist}`), 'wls')
      return draft.from?.vault.purpose === 'settlement'
        ? former(draft, { id, name: removedWhitelist })
        : undefined
    },
    'look-alike'({ from, asset }) {
      const { payment, lookAlike = '' } =
        poisonings.find(
          (one) =>
            one.payment.from?.vault === from?.vault &&
            organization.isListed(asset, one.payment.destination.address),
        ) ?? {}
      return payment && { destination: party('whitelist', lookAlike, payment.destination), memo: '' }
    },
    'no memo': ({ memo }) => (memo === '' ? undefined : { memo: '' }),
    // That of another customer.
    'other memo': ({ memo }) =>
      memo === '' ? undefined : { memo: `${memo.slice(0, -1)}${(Number(memo.slice(-1)) + 1) % 10}` },
  }

  return {
    /** Dust that comes before the row of that index. */
    dustBefore(index: number): Draft | undefined {
      const [payment, to] = [paid, paid?.from]
      if (!payment || !to) return undefined
      const { asset, destination } = payment
      return takeFirst(dust, ([after, family, ends]) => {
        if (after * count > index || family !== asset.network.family) return undefined
        const lookAlike = lookAlikeOf(destination.address, random, ends)
        if (lookAlike === destination.address || organization.isListed(asset, lookAlike)) return undefined
        if (ends === 'both') poisonings.push({ payment, lookAlike })
        paid = undefined
        return {
          ...{ type: 'deposit', asset, amount: drawDust(random, asset), fee: 0n, memo: '', note: '' },
          ...{ source: party('external', lookAlike), destination: vaultParty(random, to), to },
        }
      })
    },
    divert(draft: Draft, status: TransactionStatus, index: number): Draft {
      const change =
        draft.type === 'withdraw'
          ? takeFirst(diversions, ([after, to, ofStatus, note = draft.note]) => {
              if (after * count > index || ofStatus !== status) return undefined
              const change = diverted[to](draft)
              return change && { ...change, ...(note !== undefined && { note }) }
            })
          : undefined
      paid = draft.type === 'withdraw' && status === 'completed' && !change ? draft : undefined
      return { ...draft, ...change }
    },
  }
}

/** Takes the first item out that makes something. */
function takeFirst<Item, Made>(items: Item[], make: (item: Item) => Made | undefined): Made | undefined {
  for (const [at, item] of items.entries()) {
    const made = make(item)
    if (made === undefined) continue
    items.splice(at, 1)
    return made
  }
  return undefined
}
