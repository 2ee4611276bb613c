import type { Whitelist, WhitelistAsset } from '../../api/records.ts'
import { looksCaseless } from '../../list/find/pasted.ts'
import { folded } from '../../list/find/rank.ts'
import { splitHidden } from '../../records/untrusted-text.ts'

/** Shorter texts are in some address by chance. */
export const shortestAddressPart = 4

interface SearchTerms {
  /** All of them have to be in the name. */
  readonly words: readonly string[]
  /** Has to be in an address; null if too short. */
  readonly part: string | null
}

/** Addresses that pass through documents get gaps and hidden characters. */
export function readSearchTerms(typed: string): SearchTerms {
  const plain = splitHidden(typed).flatMap((part) => (part.kind === 'plain' ? [part.text] : []))
  const part = plain.join('').replace(/\s+/g, '')
  return {
    words: folded(typed).split(' ').filter(Boolean),
    part: part.length >= shortestAddressPart ? part : null,
  }
}

/** The whitelists that have the text in their name or in one of their addresses. */
export function foundWhitelists(whitelists: readonly Whitelist[], typed: string): readonly Whitelist[] {
  const terms = readSearchTerms(typed)
  if (terms.words.length === 0) return whitelists
  return whitelists.filter(
    (whitelist) => hasName(whitelist, terms) || addressesFound(whitelist, terms).length > 0,
  )
}

/** Case counts where it does in addresses of that form. */
export function addressesFound({ assets }: Whitelist, { part }: SearchTerms): readonly WhitelistAsset[] {
  if (part === null) return []
  const lower = part.toLowerCase()
  return assets.filter(
    ({ address }) =>
      address !== null &&
      (address.includes(part) || (looksCaseless(address) && address.toLowerCase().includes(lower))),
  )
}

function hasName({ whitelist_name }: Whitelist, { words }: SearchTerms): boolean {
  const name = folded(whitelist_name ?? '')
  return words.every((word) => name.includes(word))
}
