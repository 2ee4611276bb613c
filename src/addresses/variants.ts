/**
 * The spellings in which a service may have one address: it compares filters exactly, while case says nothing in some chains. Loads
 * hash functions.
 */

import { checksumCase } from '../chains/evm.ts'
import { type Chain, canonicalAddress, chainOf, chains, isCaseless } from '../chains/index.ts'
import { formsOf } from './forms.ts'
import type { KnownAddress } from './known.ts'
import { validitiesOf } from './validity.ts'

/**
 * Each spelling once: as it was asked, as it is known, in small letters where case says nothing, with the capitals of its checksum,
 * and in the other forms of its chain. Without a network, those of every chain that it may be of.
 */
export function variantsOf(
  address: string,
  networkId: string | null,
  names: readonly KnownAddress[] = [],
): readonly string[] {
  const possible =
    networkId === null
      ? [
          ...validitiesOf(address).map(({ chain }) => chain),
          ...names.map(({ chain }) => chain),
          ...chains.filter((chain) => formsOf(address, null, chain).length > 1),
        ]
      : [chainOf(networkId)]
  const spelled = possible.flatMap((chain) => [
    ...inCase(address, chain),
    ...formsOf(address, networkId, chain),
  ])
  const listed = names.map((known) => known.address.trim())
  return [...new Set([address, ...listed, ...spelled, ...ofItsChain(address, networkId)])].slice(0, most)
}

/** Enough for one address; every further one would be a request of its own. */
const most = 5

function inCase(address: string, chain: Chain): readonly string[] {
  if (!isCaseless(address, chain)) return []
  const small = canonicalAddress(address, chain)
  return [small, checksumCase(small)].filter((spelled) => spelled !== null)
}

/** Only where the chain was named: without it, every address of the EVM would cost one more. */
function ofItsChain(address: string, networkId: string | null): readonly string[] {
  return [chainOf(networkId).checksumCase?.(address.trim()) ?? []].flat()
}
