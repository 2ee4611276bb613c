/**
 * The name that a service gives to one end of a transaction, held against the address there. Said is only what the lists that were
 * read show: a whitelist that is not among them may have been removed, and a vault may have addresses that nothing has told yet.
 */

import type { Transaction, Whitelist } from '../api/records.ts'
import { canonicalAddress, chainOf } from '../chains/index.ts'
import type { KnownAddress } from './known.ts'
import { type MemoFault, memoFault, needsMemo, wrongMemoHarm } from './memo.ts'
import { isSameNetwork, type NamedParty, partyOf } from './party.ts'
import { plainAddress, splitMemo } from './validity.ts'

/** Why a name does not stand on its address. In words here, so that they are fetched with what finds it. */
export interface Mismatch {
  readonly kind: 'other-address' | 'other-network' | 'other-asset' | 'memo' | 'gone' | 'new-address'
  /** Without a full stop. Memos and ids in it came from outside. */
  readonly sentence: string
  /** What it means, in whole sentences. */
  readonly meaning: string
}

const otherAddress: Mismatch = {
  kind: 'other-address',
  sentence: 'Not an address of this whitelist',
  meaning:
    'The service names this whitelist, but the whitelist does not have this address now. It may have had it before.',
}

const gone: Mismatch = {
  kind: 'gone',
  sentence: 'This whitelist is not in the list any more',
  meaning: 'It may have been removed. Which addresses it had is not known.',
}

const newAddress: Mismatch = {
  kind: 'new-address',
  sentence: 'Not seen for this vault before',
  meaning:
    'Other transactions of this vault use a different address on this network. That may be right: a vault can have several.',
}

const faults: Readonly<Record<MemoFault, (listed: string) => string>> = {
  missing: (listed) => `The memo is missing: this whitelist has ${listed}`,
  zeros: (listed) => `The memo lost its leading zeros: this whitelist has ${listed}`,
  other: (listed) => `Not the memo of this whitelist, which has ${listed}`,
  extra: () => 'It has a memo, but this whitelist has none',
}

/** What answers for each end that is shown, given who is known to have its address. */
export interface NamedParties {
  mismatchOf(party: NamedParty, names: readonly KnownAddress[]): Mismatch | null
  /** Takes in what more transactions tell. */
  learn(transactions: readonly Transaction[]): void
  /** How many were taken in: as long as it is the same, so are the answers. */
  learned(): number
}

/** Makes it of these whitelists, and of what these transactions tell of vaults. `areAll`: a whitelist that is not among these is gone. */
export function namedParties(
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[],
  areAll: boolean,
): NamedParties {
  const listed = whitelists.map(({ whitelist_id, whitelist_name, assets }) => ({
    id: whitelist_id,
    name: whitelist_name,
    // Where the service leaves addresses out, it may have any.
    isVague: assets.length === 0 || assets.some(({ address }) => !address?.trim()),
  }))
  const byId = groups(listed, ({ id }) => id)
  const byName = groups(listed, ({ name }) => name)
  const tellings: Tellings = new Map()
  let learned = 0
  learn(transactions)
  return { mismatchOf: mismatch, learn, learned: () => learned }

  function learn(told: readonly Transaction[]): void {
    learned += told.length
    tell(told, tellings)
  }

  function mismatch(party: NamedParty, names: readonly KnownAddress[]): Mismatch | null {
    if (!party.address?.trim()) return null
    if (party.type === 'vault') return isNewOfVault(party, tellings) ? newAddress : null
    if (party.type !== 'whitelist' || !(party.id || party.name)) return null
    const ofId = byId.get(party.id) ?? []
    // Who reads the name of another whitelist takes the address for one of that.
    const ofName = ofId.some(({ name }) => name === party.name) ? [] : (byName.get(party.name) ?? [])
    const claimed = [ofId, ofName].filter((lists) => lists.length > 0)
    if (claimed.length === 0) return areAll ? gone : null
    for (const lists of claimed) {
      if (lists.some(({ isVague }) => isVague)) continue
      const ids = lists.map(({ id, name }) => JSON.stringify([id, name]))
      const its = names.filter(
        ({ kind, id, name }) => kind === 'whitelist' && ids.includes(JSON.stringify([id, name])),
      )
      const found = mismatchOf(party, its)
      if (found) return found
    }
    return null
  }
}

function mismatchOf(
  { address, networkId, assetId, memo }: NamedParty,
  its: readonly KnownAddress[],
): Mismatch | null {
  if (its.length === 0) return otherAddress
  const here = its.filter((one) => !one.networkId || !networkId || isSameNetwork(one.networkId, networkId))
  if (here.length === 0)
    return {
      kind: 'other-network',
      sentence: `This whitelist has it on ${inWords(its.map((one) => one.networkId))}, not on this network`,
      meaning: 'Only its owner can say whether it also works on this network.',
    }
  const entries = here.flatMap(({ assetIds, memos }) =>
    assetIds.map((id, at) => ({ id, memo: memos[at] ?? null })),
  )
  const meant = entries.filter(({ id }) => !id || !assetId || id.toLowerCase() === assetId.toLowerCase())
  if (meant.length === 0)
    return {
      kind: 'other-asset',
      sentence: `This whitelist has it for ${inWords(entries.map(({ id }) => id))}, not for this asset`,
      meaning: 'Only its owner can say whether this asset can be received there.',
    }
  const listed = meant.map((entry) => entry.memo)
  const fault = memoFault(memo || (splitMemo(address ?? '', networkId)?.memo ?? memo), listed)
  // What stands beside an address on a network without memos is a note.
  if (fault === null || (fault === 'extra' && needsMemo(networkId, assetId) === false)) return null
  return {
    kind: 'memo',
    sentence: faults[fault](inWords(listed)),
    meaning: wrongMemoHarm,
  }
}

/** Which transactions tell that a vault has an address on a network: by vault and network, then by address. */
type Tellings = Map<string, Map<string, Set<string | null>>>

function tell(transactions: readonly Transaction[], tellings: Tellings): void {
  for (const transaction of transactions)
    for (const end of ['source', 'destination'] as const) {
      const party = partyOf(transaction, end)
      const place = placeOf(party)
      if (place === null) continue
      const [vault, address] = place
      const addresses = tellings.get(vault) ?? new Map<string, Set<string | null>>()
      tellings.set(vault, addresses)
      addresses.set(address, (addresses.get(address) ?? new Set()).add(party.transactionId))
    }
}

function isNewOfVault(party: NamedParty, tellings: Tellings): boolean {
  const place = placeOf(party)
  const addresses = place && tellings.get(place[0])
  if (!addresses) return false
  const others = (tellers: ReadonlySet<string | null> | undefined) =>
    [...(tellers ?? [])].filter((id) => id !== party.transactionId).length
  return (
    others(addresses.get(place[1])) === 0 && [...addresses.values()].some((tellers) => others(tellers) > 1)
  )
}

/** Null of what is no vault, and where each payment may have an address of its own, or the rules are not known. */
function placeOf({
  type,
  id,
  address,
  networkId,
}: NamedParty): readonly [vault: string, address: string] | null {
  const chain = chainOf(networkId)
  if (type !== 'vault' || !id || !address?.trim() || !chain.isKnown || chain.usesFreshAddresses) return null
  const canonical = canonicalAddress(plainAddress(address, networkId), chain)
  return [JSON.stringify([id, networkId?.trim().toLowerCase()]), canonical]
}

/** Those without a key are in none. */
function groups<T>(
  all: readonly T[],
  keyOf: (one: T) => string | null,
): ReadonlyMap<string | null, readonly T[]> {
  const found = new Map<string | null, T[]>()
  for (const one of all) {
    const key = keyOf(one)
    if (key) found.set(key, [...(found.get(key) ?? []), one])
  }
  return found
}

function inWords(texts: readonly (string | null)[]): string {
  return [...new Set(texts)].filter((text) => text).join(' or ')
}
