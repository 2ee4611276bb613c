/** A service compares addresses as text, so an account has to be asked for in each spelling that somebody may have written. */
import { type Chain, canonicalAddress, chainOf, chains, plainAddress } from '../chains/index.ts'
import { validitiesOf } from './validity.ts'

/** The address as given, without a memo in it, and the chain's forms of it that differ by more than case. */
export function formsOf(address: string, networkId: string | null, chain: Chain): readonly string[] {
  const text = address.trim()
  const canonical = canonicalAddress(text, chain)
  const others = chain.otherForms?.(canonical) ?? []
  return [
    ...new Set([text, plainAddress(text, networkId), ...(others.length > 0 ? [...others, canonical] : [])]),
  ]
}

export interface ListedSpelling {
  readonly address: string
  readonly chain: Chain
}

/** As given first, then as listed, then as the chain writes it: in its forms, in small letters where case means nothing, with a checksum. */
export function spellingsOf(
  address: string,
  networkId: string | null,
  listed: readonly ListedSpelling[] = [],
): readonly string[] {
  const text = address.trim()
  const spelled = chainsOf(text, networkId, listed).flatMap((chain) => {
    const canonical = canonicalAddress(text, chain)
    return [...formsOf(text, networkId, chain), canonical, ...(chain.otherSpellings?.(canonical) ?? [])]
  })
  return [...new Set([text, ...listed.map((one) => one.address), ...spelled])]
}

/** Without a network, a list may tell; otherwise the first chain that recognizes the address, since every further spelling is a request. */
function chainsOf(
  text: string,
  networkId: string | null,
  listed: readonly ListedSpelling[],
): readonly Chain[] {
  if (networkId !== null) return [chainOf(networkId)]
  if (listed.length > 0) return [...new Set(listed.map(({ chain }) => chain))]
  const [recognized] = validitiesOf(text)
  const first = recognized?.chain ?? chains.find((chain) => formsOf(text, null, chain).length > 1)
  return first ? [first] : []
}
