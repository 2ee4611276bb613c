import { canonicalAddress, type Validity } from '../chains/chain.ts'
import { chainOf } from '../chains/index.ts'
import type { OwnAddress } from '../contract/addresses.ts'
import type { Whitelist } from '../contract/normal-records.ts'
import {
  formsOf,
  type KnownAddress,
  type KnownAddresses,
  knownAddresses,
  type LookAlike,
} from './known-addresses.ts'
import { type Difference, differenceOf, likenesses, likenessOf } from './likeness.ts'
import { needsMemo, needsSeparateMemo } from './memo.ts'
import { type Mismatch, nameChecker } from './named-party.ts'
import type { NamedParty } from './party.ts'
import { validityOf } from './validity.ts'

export interface AddressFacts {
  /** Shared by all spellings of this address, and by no other. */
  readonly key: string
  /** This network first. */
  readonly names: readonly KnownAddress[]
  /** Closest first. */
  readonly lookAlikes: readonly LookAlike[]
  readonly validity: Validity
}

export interface PartyFacts {
  /** Null without an address. */
  readonly facts: AddressFacts | null
  /** Null where nothing contradicts the service's name for it. */
  readonly mismatch: Mismatch | null
}

/** Lists that are complete: what is missing in them does not exist. */
interface AllKnown {
  readonly whitelists: boolean
  readonly own: boolean
}

export class AddressBook {
  readonly known: KnownAddresses
  readonly #mismatchOf: ReturnType<typeof nameChecker>
  readonly factsOf = remembered(
    (address, networkId): AddressFacts => ({
      ...formOf(address, networkId),
      ...this.known.lookup(address, networkId),
    }),
  )
  // Pages reach the chains through the book, which loads after their first rows.
  readonly needsMemo = needsMemo
  readonly needsSeparateMemo = needsSeparateMemo

  constructor(whitelists: readonly Whitelist[], own: readonly OwnAddress[], areAll: AllKnown) {
    this.known = knownAddresses(whitelists, own)
    this.#mismatchOf = nameChecker(whitelists, areAll.own ? own : [], areAll.whitelists)
  }

  partyFactsOf(party: NamedParty): PartyFacts {
    if (!party.address) return { facts: null, mismatch: null }
    const facts = this.factsOf(party.address, party.networkId)
    return { facts, mismatch: this.#mismatchOf(party, facts.names) }
  }

  /** Shows the known address in its most similar form. */
  differenceOf(address: string, trusted: Pick<KnownAddress, 'address' | 'networkId'>): Difference {
    return differenceOf(address, resembledForm(address, trusted), chainOf(trusted.networkId))
  }
}

function resembledForm(
  address: string,
  { address: listed, networkId }: Pick<KnownAddress, 'address' | 'networkId'>,
): string {
  const chain = chainOf(networkId)
  const forms = formsOf(listed, networkId, chain).map(
    (form) => [likenessOf(address, form, chain), form] as const,
  )
  const alike = likenesses.flatMap((wanted) => forms.filter(([likeness]) => likeness === wanted))
  return alike[0]?.[1] ?? listed
}

function remembered<T>(
  answer: (address: string, networkId: string | null) => T,
): (address: string, networkId: string | null) => T {
  const memory = new Map<string, T>()
  return (address, networkId) => {
    const key = JSON.stringify([address, networkId])
    const found = memory.get(key) ?? answer(address, networkId)
    // Enough for a day's pages, but a tab may stay open longer.
    if (memory.size >= 10_000) memory.clear()
    memory.set(key, found)
    return found
  }
}

/** Shared by all books, because it computes hashes. */
const formOf = remembered((address, networkId): Pick<AddressFacts, 'key' | 'validity'> => {
  const chain = chainOf(networkId)
  return {
    key: JSON.stringify([chain.name, canonicalAddress(address, chain)]),
    validity: validityOf(address, networkId),
  }
})
