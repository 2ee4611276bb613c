/** The forms in which one account is written that differ by more than case: a look-alike may be made of any, and a service may have any. */
import { type Chain, canonicalAddress, chainOf, chains, type SplitAddress } from '../chains/index.ts'
import { validityIn } from './validity.ts'

/** Each form once: as it came, without the memo that it has within, and as its chain writes the same account otherwise. */
export function formsOf(address: string, networkId: string | null, chain: Chain): readonly string[] {
  const text = address.trim()
  const plain = plainAddress(text, networkId)
  return [...new Set([text, plain, ...(chain.otherForms?.(canonicalAddress(plain, chain)) ?? [])])]
}

/**
 * Takes an address and its memo apart, since services and whitelists have the two apart; null for every other address, and for a
 * damaged one. Without a network, every chain is tried.
 */
export function splitMemo(address: string, networkId: string | null): SplitAddress | null {
  const text = address.trim()
  for (const chain of networkId === null ? chains : [chainOf(networkId)])
    if (
      chain.addressWithMemo &&
      text.startsWith(chain.addressWithMemo.prefix) &&
      validityIn(text, chain).kind === 'valid'
    )
      return chain.addressWithMemo.split(text)
  return null
}

/** The account of an address: without the memo that it may have within, and as it came where it has none. */
export function plainAddress(address: string, networkId: string | null): string {
  return splitMemo(address, networkId)?.address ?? address
}
