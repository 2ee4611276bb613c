import { withoutHidden } from '../../contract/hidden-characters.ts'
import type { Whitelist, WhitelistAsset } from '../../contract/normal-records.ts'

/** Shorter texts are in some address by chance. */
const shortestAddressPart = 4

export interface SearchTerms {
  /** The addresses that the text names, as they are written there. */
  readonly addresses: readonly string[]
  /** Whether an address has the text in it, or is one that it names in another spelling. */
  readonly isFound: (entry: Pick<WhitelistAsset, 'address' | 'network_id'>) => boolean
}

/** What is known of addresses with the code of chains, which loads hash functions. */
export interface AddressKnowledge {
  readonly addressesIn: (pasted: string) => readonly string[]
  /** One for each address: whether another is the same, however it is spelled. */
  readonly accountTests: (pasted: string) => readonly ((address: string) => boolean)[]
  /** Case counts where it does on the network of an address. */
  readonly isCaseless: (address: string, networkId: string | null) => boolean
}

/** Addresses that pass through documents get gaps and hidden characters. Without `knowledge`, only parts as they are typed are found. */
export function readSearchTerms(typed: string, knowledge: AddressKnowledge | null): SearchTerms {
  const part = withoutHidden(typed).text.replace(/\s+/g, '')
  const lower = part.toLowerCase()
  const addresses = knowledge?.addressesIn(typed).slice(0, mostAddresses) ?? []
  const tests = knowledge?.accountTests(typed) ?? []
  const isPart = (address: string, networkId: string | null) =>
    part.length >= shortestAddressPart &&
    (address.includes(part) ||
      (knowledge?.isCaseless(address, networkId) === true && address.toLowerCase().includes(lower)))
  return {
    addresses,
    isFound: ({ address, network_id }) =>
      address !== null && (isPart(address, network_id) || tests.some((isSame) => isSame(address))),
  }
}

/** More make too long a request. */
const mostAddresses = 20

export function addressesFound({ assets }: Whitelist, { isFound }: SearchTerms): readonly WhitelistAsset[] {
  return assets.filter(isFound)
}
