/** Everything that can be said of an address at sight, in one: what is known, what it resembles, whether it can be right. */
import type { Transaction, Whitelist } from '../api/records.ts'
import { canonicalAddress, chainOf, type Validity } from '../chains/index.ts'
import { formsOf, plainAddress } from './forms.ts'
import { type KnownAddress, type KnownAddresses, knownAddresses, type LookAlike } from './known.ts'
import { type Difference, differenceOf, likenesses, likenessOf } from './likeness.ts'
import { needsSeparateMemo } from './memo.ts'
import { type Mismatch, namedParties } from './named-party.ts'
import type { NamedParty } from './party.ts'
import { validityOf } from './validity.ts'

/** What can be said of one address on one network. */
export interface AddressFacts {
  /** What all spellings of this address share, and no other address has. */
  readonly key: string
  /** Who has it, on this network first. */
  readonly names: readonly KnownAddress[]
  /** Known addresses that it resembles without being one, the closest first. */
  readonly lookAlikes: readonly LookAlike[]
  readonly validity: Validity
}

/** What is known of addresses, to be asked for each one that is shown. */
export interface AddressBook {
  readonly known: KnownAddresses
  factsOf(address: string, networkId: string | null): AddressFacts
  /** Why the name that the service gives to one end of a transaction does not stand on the address there; null where nothing says so. */
  mismatchOf(party: NamedParty): Mismatch | null
  /** Whether receivers usually ask for a memo beside this address. */
  needsSeparateMemo(address: string, networkId: string | null, assetId: string | null): boolean
  /** Two addresses in parts, to be shown one above the other with what differs marked; the known one in the form that is alike. */
  differenceOf(address: string, known: KnownAddress): Difference
}

/** The book of these whitelists, and of the vaults whose addresses these transactions tell. What it was asked, it remembers. */
export function addressBook(
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[],
): AddressBook {
  const known = knownAddresses(whitelists, transactions)
  const mismatchOf = namedParties(whitelists, transactions)
  const factsOf = remembering(
    (address, networkId): AddressFacts => ({
      ...formOf(address, networkId),
      ...known.lookup(address, networkId),
    }),
  )
  return {
    known,
    factsOf,
    mismatchOf: (party) =>
      party.address ? mismatchOf(party, factsOf(party.address, party.networkId).names) : null,
    needsSeparateMemo,
    differenceOf: (address, trusted) => differenceOf(address, resembledForm(address, trusted), trusted.chain),
  }
}

function resembledForm(address: string, { address: listed, networkId, chain }: KnownAddress): string {
  const forms = formsOf(listed, networkId, chain).map(
    (form) => [likenessOf(address, form, chain), form] as const,
  )
  const alike = likenesses.flatMap((wanted) => forms.filter(([likeness]) => likeness === wanted))
  return alike[0]?.[1] ?? listed
}

type Answer<T> = (address: string, networkId: string | null) => T

/** The same answers, each found out once. */
function remembering<T>(answer: Answer<T>): Answer<T> {
  const remembered = new Map<string, T>()
  return (address, networkId) => {
    const question = JSON.stringify([address, networkId])
    const known = remembered.get(question)
    if (known !== undefined) return known
    const found = answer(address, networkId)
    if (remembered.size >= rememberedAtMost) remembered.clear()
    remembered.set(question, found)
    return found
  }
}

/** A day's pages; a tab stays open longer. */
const rememberedAtMost = 10_000

/** What an address itself tells, whatever is known of others: not found out again for each new book, since that takes hashes. */
const formOf = remembering((address, networkId): Pick<AddressFacts, 'key' | 'validity'> => {
  const chain = chainOf(networkId)
  return {
    key: JSON.stringify([chain.name, canonicalAddress(plainAddress(address, networkId), chain)]),
    validity: validityOf(address, networkId),
  }
})
