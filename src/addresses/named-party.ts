/** Compares the name that the service gives to an address. The lists may omit removed whitelists and unused vault addresses. */

import { canonicalAddress } from '../chains/chain.ts'
import { chainOf, splitMemo } from '../chains/index.ts'
import type { OwnAddress } from '../contract/addresses.ts'
import type { Whitelist } from '../contract/normal-records.ts'
import type { KnownAddress } from './known-addresses.ts'
import { type MemoFault, memoFault, needsMemo, wrongMemoHarm } from './memo.ts'
import { isSameNetwork, type NamedParty } from './party.ts'

export interface Mismatch {
  readonly kind: 'other-address' | 'other-network' | 'other-asset' | 'memo' | 'gone' | 'new-address'
  /** Without a full stop. Names, memos and ids in it come from outside. */
  readonly sentence: string
  readonly meaning: string
}

const gone: Mismatch = {
  kind: 'gone',
  sentence: 'This whitelist is no longer listed',
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

/** `areAll`: the whitelists are complete, so a missing one was removed. `own`: all addresses of vaults, or none. */
export function nameChecker(
  whitelists: readonly Whitelist[],
  own: readonly OwnAddress[],
  areAll: boolean,
): (party: NamedParty, names: readonly KnownAddress[]) => Mismatch | null {
  const vaultAddresses = vaultAddressesIn(own)
  return (party, names) => {
    const { type, id, name, address } = party
    if (!address?.trim()) return null
    if (type === 'vault') return isNewForVault(party, vaultAddresses) ? newAddress : null
    if (type !== 'whitelist' || !(id || name)) return null
    const ofId = id ? whitelists.filter(({ whitelist_id }) => whitelist_id === id) : []
    // A reader takes the address for one of the whitelist with that name.
    const isOtherName = name && ofId.every(({ whitelist_name }) => whitelist_name !== name)
    const ofName = isOtherName ? whitelists.filter(({ whitelist_name }) => whitelist_name === name) : []
    const claimed = [ofId, ofName].filter((lists) => lists.length > 0)
    if (claimed.length === 0) return areAll ? gone : null
    for (const lists of claimed) {
      // The service omits some addresses, so the whitelist may have this one.
      if (lists.some(({ assets }) => assets.length === 0 || assets.some((asset) => !asset.address?.trim())))
        continue
      const entries = names.filter(
        (one) =>
          one.kind === 'whitelist' &&
          lists.some((list) => list.whitelist_id === one.id && list.whitelist_name === one.name),
      )
      const mismatch = mismatchWith(party, entries)
      if (mismatch) return mismatch
    }
    return null
  }
}

function mismatchWith(
  { address, name, networkId, assetId, memo }: NamedParty,
  entries: readonly KnownAddress[],
): Mismatch | null {
  if (entries.length === 0)
    return {
      kind: 'other-address',
      sentence: `This address is not on ${name || 'this whitelist'} today`,
      meaning: 'It may have been before.',
    }
  const here = entries.filter(
    (entry) => !entry.networkId || !networkId || isSameNetwork(entry.networkId, networkId),
  )
  if (here.length === 0)
    return {
      kind: 'other-network',
      sentence: `This whitelist has it on ${either(entries.map((entry) => entry.networkId))}, not on this network`,
      meaning: 'Only its owner can say whether it also works on this network.',
    }
  const assets = here.flatMap(({ assetIds, memos }) =>
    assetIds.map((id, at) => ({ id, memo: memos[at] ?? null })),
  )
  const possible = assets.filter(({ id }) => !id || !assetId || id.toLowerCase() === assetId.toLowerCase())
  if (possible.length === 0)
    return {
      kind: 'other-asset',
      sentence: `This whitelist has it for ${either(assets.map(({ id }) => id))}, not for this asset`,
      meaning: 'Only its owner can say whether this asset can be received there.',
    }
  const memos = possible.map((asset) => asset.memo)
  const fault = memoFault(memo || (splitMemo(address ?? '', networkId)?.memo ?? memo), memos)
  // On a network without memos, the text is only a note.
  if (fault === null || (fault === 'extra' && needsMemo(networkId, assetId) === false)) return null
  return { kind: 'memo', sentence: faults[fault](either(memos)), meaning: wrongMemoHarm }
}

/** By vault and network, then by address: transactions that show it. */
type VaultAddresses = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>

function vaultAddressesIn(own: readonly OwnAddress[]): VaultAddresses {
  const all = new Map<string, Map<string, Set<string>>>()
  for (const { address, network_id: networkId, vault_id: id, transaction_ids } of own) {
    const at = vaultAddressOf({ type: 'vault', id, address, networkId })
    if (at === null) continue
    const addresses = all.get(at.vault) ?? new Map<string, Set<string>>()
    all.set(at.vault, addresses)
    const ids = addresses.get(at.address) ?? new Set()
    addresses.set(at.address, ids)
    for (const transactionId of transaction_ids) ids.add(transactionId)
  }
  return all
}

/** No other transaction names this address, and several name a different one. */
function isNewForVault(party: NamedParty, all: VaultAddresses): boolean {
  const at = vaultAddressOf(party)
  const addresses = at && all.get(at.vault)
  if (!addresses) return false
  const countOthers = (ids: ReadonlySet<string> | undefined) =>
    [...(ids ?? [])].filter((id) => id !== party.transactionId).length
  return (
    countOthers(addresses.get(at.address)) === 0 &&
    [...addresses.values()].some((ids) => countOthers(ids) > 1)
  )
}

/** Null for other types, where each payment may use a fresh address, and for an unknown chain. */
function vaultAddressOf({
  type,
  id,
  address,
  networkId,
}: Pick<NamedParty, 'type' | 'id' | 'address' | 'networkId'>) {
  const chain = chainOf(networkId)
  if (type !== 'vault' || !id || !address?.trim() || !chain.isKnown || chain.usesFreshAddresses) return null
  return {
    vault: JSON.stringify([id, networkId?.trim().toLowerCase()]),
    address: canonicalAddress(address, chain),
  }
}

function either(texts: readonly (string | null)[]): string {
  return [...new Set(texts)].filter((text) => text).join(' or ')
}
