import type { KnownAddress } from '../../addresses/known.ts'
import type { Subject } from '../../hygiene/findings.ts'

/** A listed address as the views of addresses know one, by the first of its names. */
export function knownAs({ address, chain, networkId, entries }: Subject): KnownAddress {
  const [entry] = entries
  return {
    address,
    chain,
    networkId,
    kind: 'whitelist',
    id: entry?.whitelistId ?? null,
    name: entry?.whitelistName ?? null,
    whitelistType: entry?.whitelistType ?? null,
    assetIds: entries.map(({ assetId }) => assetId ?? ''),
    memos: entries.map(({ memo }) => memo),
  }
}
