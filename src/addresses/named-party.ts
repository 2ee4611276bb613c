/** Compares the name that the service gives to an address with the whitelists, which may omit removed ones. */
import { splitMemo } from '../chains/index.ts'
import type { Whitelist } from '../contract/normal-records.ts'
import type { KnownAddress } from './known-addresses.ts'
import { type MemoFault, memoFault, needsMemo, wrongMemoHarm } from './memo.ts'
import { isSameNetwork, type NamedParty } from './party.ts'

export interface Mismatch {
  readonly kind: 'other-address' | 'other-network' | 'other-asset' | 'memo' | 'gone'
  /** Without a full stop. Names, memos and ids in it come from outside. */
  readonly sentence: string
  readonly meaning: string
}

const gone: Mismatch = {
  kind: 'gone',
  sentence: 'This whitelist is no longer listed',
  meaning: 'It may have been removed. Which addresses it had is not known.',
}

const faults: Readonly<Record<MemoFault, (listed: string) => string>> = {
  missing: (listed) => `The memo is missing: this whitelist has ${listed}`,
  zeros: (listed) => `The memo lost its leading zeros: this whitelist has ${listed}`,
  other: (listed) => `Not the memo of this whitelist, which has ${listed}`,
  extra: () => 'It has a memo, but this whitelist has none',
}

/** `areAll`: the whitelists are complete, so a missing one was removed. */
export function nameChecker(
  whitelists: readonly Whitelist[],
  areAll: boolean,
): (party: NamedParty, names: readonly KnownAddress[]) => Mismatch | null {
  return (party, names) => {
    const { type, id, name, address } = party
    if (type !== 'whitelist' || !address?.trim() || !(id || name)) return null
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

function either(texts: readonly (string | null)[]): string {
  return [...new Set(texts)].filter((text) => text).join(' or ')
}
