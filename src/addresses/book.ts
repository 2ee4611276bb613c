/** Everything that can be said of an address at sight: who has it, what it resembles, and whether it can be right. */

import type { Transaction, Whitelist } from '../api/records.ts'
import { canonicalAddress, chainOf, type Validity } from '../chains/index.ts'
import { type KnownAddress, type KnownAddresses, knownAddresses, type LookAlike } from './known.ts'
import { type Difference, differenceOf, likenesses, likenessOf } from './likeness.ts'
import { needsSeparateMemo } from './memo.ts'
import { type Mismatch, nameChecker } from './named-party.ts'
import type { NamedParty } from './party.ts'
import { formsOf, plainAddress, validityOf } from './validity.ts'

/** What can be said of one address on one network. */
export interface AddressFacts {
  /** Shared by all spellings of this address, and by no other address. */
  readonly key: string
  /** Who has it, on this network first. */
  readonly names: readonly KnownAddress[]
  /** Known addresses that it resembles, closest first. */
  readonly lookAlikes: readonly LookAlike[]
  readonly validity: Validity
}

/** What can be said of one end of a transaction. */
export interface PartyFacts {
  /** Null without an address. */
  readonly facts: AddressFacts | null
  /** Why the service's name for it does not belong to its address; null where nothing says so. */
  readonly mismatch: Mismatch | null
}

export interface AddressBook {
  readonly known: KnownAddresses
  factsOf(address: string, networkId: string | null): AddressFacts
  partyFactsOf(party: NamedParty): PartyFacts
  /** Whether receivers usually ask for a memo beside this address. */
  needsSeparateMemo(address: string, networkId: string | null, assetId: string | null): boolean
  /** The known address is given in the form that is alike. */
  differenceOf(address: string, known: KnownAddress): Difference
}

/**
 * The book of these whitelists, and of the vaults whose addresses these transactions name. A whitelist that is missing counts as removed
 * only if these are all.
 */
export function addressBook(
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[],
  areAllWhitelists = false,
): AddressBook {
  return bookOf(knownAddresses(whitelists, transactions), whitelists, transactions, areAllWhitelists)
}

/** Makes a new book whenever more is known. Indexing whitelists takes long, so the index grows for as long as they stay the same. */
export function addressBooks(): typeof addressBook {
  let indexed: readonly Whitelist[] = []
  let learned: readonly Transaction[] = []
  let known = knownAddresses(indexed, learned)
  return (whitelists, transactions, areAllWhitelists = false) => {
    if (indexed === whitelists && learned.every((one, at) => transactions[at] === one))
      known.learn(transactions.slice(learned.length))
    else known = knownAddresses(whitelists, transactions)
    indexed = whitelists
    learned = transactions
    return bookOf(known, whitelists, transactions, areAllWhitelists)
  }
}

function bookOf(
  known: KnownAddresses,
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[],
  areAllWhitelists: boolean,
): AddressBook {
  const mismatchOf = nameChecker(whitelists, transactions, areAllWhitelists)
  const factsOf = remembered((address, networkId): AddressFacts => {
    return { ...formOf(address, networkId), ...known.lookup(address, networkId) }
  })
  return {
    known,
    factsOf,
    partyFactsOf(party) {
      if (!party.address) return { facts: null, mismatch: null }
      const facts = factsOf(party.address, party.networkId)
      return { facts, mismatch: mismatchOf(party, facts.names) }
    },
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

/** Remembers what `answer` says of each address on each network. */
function remembered<T>(
  answer: (address: string, networkId: string | null) => T,
): (address: string, networkId: string | null) => T {
  const memory = new Map<string, T>()
  return (address, networkId) => {
    const key = JSON.stringify([address, networkId])
    const found = memory.get(key) ?? answer(address, networkId)
    // A day's pages; a tab stays open longer.
    if (memory.size >= 10_000) memory.clear()
    memory.set(key, found)
    return found
  }
}

/** What an address says of itself. Shared by all books, since it takes hashes. */
const formOf = remembered((address, networkId): Pick<AddressFacts, 'key' | 'validity'> => {
  const chain = chainOf(networkId)
  return {
    key: JSON.stringify([chain.name, canonicalAddress(plainAddress(address, networkId), chain)]),
    validity: validityOf(address, networkId),
  }
})
