import { withoutHidden } from '../../contract/hidden-characters.ts'
import type { Whitelist, WhitelistAsset } from '../../contract/normal-records.ts'
import { folded } from '../../list/rank.ts'

/** Shorter texts are in some address by chance. */
export const shortestAddressPart = 4

export interface SearchTerms {
  /** All of them have to be in the name. */
  readonly words: readonly string[]
  /** Has to be in an address; null if too short. */
  readonly part: string | null
  /** Tell whether an address is one that the text names, however it is spelled. */
  readonly isNamed: ReturnType<AddressKnowledge['accountTests']>
  readonly isCaseless: AddressKnowledge['isCaseless']
}

/** What is known of addresses with the code of chains, which loads hash functions. */
export interface AddressKnowledge {
  readonly accountTests: (pasted: string) => readonly ((address: string) => boolean)[]
  readonly isCaseless: (address: string, networkId: string | null) => boolean
}

/** Addresses that pass through documents get gaps and hidden characters. Without `knowledge`, only parts as they are typed are found. */
export function readSearchTerms(typed: string, knowledge: AddressKnowledge | null): SearchTerms {
  const { text } = withoutHidden(typed)
  const part = text.replace(/\s+/g, '')
  return {
    words: folded(text).split(' ').filter(Boolean),
    part: part.length >= shortestAddressPart ? part : null,
    isNamed: knowledge?.accountTests(typed) ?? [],
    isCaseless: knowledge?.isCaseless ?? (() => false),
  }
}

/** The whitelists that have the text in their name or in one of their addresses. */
export function foundWhitelists(whitelists: readonly Whitelist[], terms: SearchTerms): readonly Whitelist[] {
  if (terms.words.length === 0) return whitelists
  return whitelists.filter(
    (whitelist) => hasName(whitelist, terms) || addressesFound(whitelist, terms).length > 0,
  )
}

/** Case counts where it does on the network of an address. */
export function addressesFound(
  { assets }: Whitelist,
  { part, isNamed, isCaseless }: SearchTerms,
): readonly WhitelistAsset[] {
  if (part === null) return []
  const lower = part.toLowerCase()
  return assets.filter(
    ({ address, network_id }) =>
      address !== null &&
      (address.includes(part) ||
        (isCaseless(address, network_id) && address.toLowerCase().includes(lower)) ||
        isNamed.some((isSame) => isSame(address))),
  )
}

function hasName({ whitelist_name }: Whitelist, { words }: SearchTerms): boolean {
  const name = folded(whitelist_name ?? '')
  return words.every((word) => name.includes(word))
}
