import type { Whitelist, WhitelistAsset } from '../../api/records.ts'
import { withoutHidden } from '../../contract/hidden-characters.ts'
import { folded } from '../../list/rank.ts'

/** Shorter texts are in some address by chance. */
export const shortestAddressPart = 4

export interface SearchTerms {
  /** All of them have to be in the name. */
  readonly words: readonly string[]
  /** Has to be in an address; null if too short. */
  readonly part: string | null
  /** Tell whether an address is one that the text names, however it is spelled. */
  readonly isNamed: readonly ((address: string) => boolean)[]
}

/** The reader of pasted texts, which loads hash functions. */
export type AddressReader = (pasted: string) => SearchTerms['isNamed']

/** Addresses that pass through documents get gaps and hidden characters. Without a reader, only parts of addresses are found. */
export function readSearchTerms(typed: string, read: AddressReader | null): SearchTerms {
  const { text } = withoutHidden(typed)
  const part = text.replace(/\s+/g, '')
  return {
    words: folded(text).split(' ').filter(Boolean),
    part: part.length >= shortestAddressPart ? part : null,
    isNamed: read?.(typed) ?? [],
  }
}

/** The whitelists that have the text in their name or in one of their addresses. */
export function foundWhitelists(whitelists: readonly Whitelist[], terms: SearchTerms): readonly Whitelist[] {
  if (terms.words.length === 0) return whitelists
  return whitelists.filter(
    (whitelist) => hasName(whitelist, terms) || addressesFound(whitelist, terms).length > 0,
  )
}

/** Case counts where it does in addresses of that form. */
export function addressesFound(
  { assets }: Whitelist,
  { part, isNamed }: SearchTerms,
): readonly WhitelistAsset[] {
  if (part === null) return []
  const lower = part.toLowerCase()
  return assets.filter(
    ({ address }) =>
      address !== null &&
      (address.includes(part) ||
        (looksCaseless(address) && address.toLowerCase().includes(lower)) ||
        isNamed.some((isSame) => isSame(address))),
  )
}

/** Whether case means nothing in an address: in hexadecimal and bech32, not in base58. */
export function looksCaseless(address: string): boolean {
  return caselessShapes.some((shape) => shape.test(address))
}

const caselessShapes: readonly RegExp[] = [
  /^0x[0-9a-f]+$/i,
  // Bech32. Zcash has a prefix of one letter, Avalanche one with a dash.
  /^(?:u|(?:[A-Z]-)?[a-z]{2,20})1[02-9ac-hj-np-z]+$/i,
  // Bitcoin Cash.
  /^(?:bitcoincash:)?[qp][02-9ac-hj-np-z]{41}$/i,
]

function hasName({ whitelist_name }: Whitelist, { words }: SearchTerms): boolean {
  const name = folded(whitelist_name ?? '')
  return words.every((word) => name.includes(word))
}
