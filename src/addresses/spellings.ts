import { type Chain, canonicalAddress, plainAddress } from '../chains/index.ts'

/** The address as given, without a memo in it, and the chain's forms of it that differ by more than case. */
export function formsOf(address: string, networkId: string | null, chain: Chain): readonly string[] {
  const text = address.trim()
  const canonical = canonicalAddress(text, chain)
  const others = chain.otherForms?.(canonical) ?? []
  return [
    ...new Set([text, plainAddress(text, networkId), ...(others.length > 0 ? [...others, canonical] : [])]),
  ]
}
