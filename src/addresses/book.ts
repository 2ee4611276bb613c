/** Everything that can be said of an address at sight, in one: what is known, what it resembles, whether it can be right. */

import type { Transaction, Whitelist } from '../api/records.ts'
import { canonicalAddress, chainOf, type Validity } from '../chains/index.ts'
import { type KnownAddress, type KnownAddresses, knownAddresses, type LookAlike } from './known.ts'
import { type Difference, differenceOf, likenesses, likenessOf } from './likeness.ts'
import { needsSeparateMemo } from './memo.ts'
import { type Mismatch, namedParties } from './named-party.ts'
import type { NamedParty } from './party.ts'
import { formsOf, plainAddress, validityOf } from './validity.ts'

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

/** What can be said of one end of a transaction. */
export interface PartyFacts {
  /** Of its address; null where it has none. */
  readonly facts: AddressFacts | null
  /** Why the name that the service gives to it does not stand on its address; null where nothing says so. */
  readonly mismatch: Mismatch | null
}

/** What is known of addresses, to be asked for each one that is shown. */
export interface AddressBook {
  readonly known: KnownAddresses
  factsOf(address: string, networkId: string | null): AddressFacts
  /** What can be said of one end of a transaction: the same object for the same one, until something was learned that changes it. */
  partyFactsOf(party: NamedParty): PartyFacts
  /** Whether receivers usually ask for a memo beside this address. */
  needsSeparateMemo(address: string, networkId: string | null, assetId: string | null): boolean
  /** Two addresses in parts, to be shown one above the other with what differs marked; the known one in the form that is alike. */
  differenceOf(address: string, known: KnownAddress): Difference
}

/**
 * The book of these whitelists, and of the vaults whose addresses these transactions tell. What it was asked, it remembers. A whitelist
 * is called gone only where these are known to be all.
 */
export function addressBook(
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[],
  areAllWhitelists = false,
): AddressBook {
  return growingBook(whitelists, transactions, areAllWhitelists).book
}

/**
 * Makes a book of whatever is known by then. As long as the whitelists are the same and nothing that was told is gone, it goes on with the
 * one before, whose answers follow: to make one anew for every page that is read takes longer than to draw the page. What is said of an
 * address stays the same object until something was learned that may change it.
 */
export function addressBooks(): typeof addressBook {
  let last: GrowingBook | null = null
  return (whitelists, transactions, areAllWhitelists = false) => {
    const isSame = last?.whitelists === whitelists && last.areAllWhitelists === areAllWhitelists
    if (!last || !isSame || !last.growTo(transactions))
      last = growingBook(whitelists, transactions, areAllWhitelists)
    // Another object: whoever holds the one before learns that there is more to ask.
    return { ...last.book }
  }
}

interface GrowingBook {
  readonly book: AddressBook
  readonly whitelists: readonly Whitelist[]
  readonly areAllWhitelists: boolean
  /** Takes in those that are new; false where one of those before is gone. */
  growTo(transactions: readonly Transaction[]): boolean
}

function growingBook(
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[],
  areAllWhitelists: boolean,
): GrowingBook {
  const known = knownAddresses(whitelists, transactions)
  const parties = namedParties(whitelists, transactions, areAllWhitelists)
  const factsOf = rememberingAddresses(
    (address, networkId): AddressFacts => ({
      ...formOf(address, networkId),
      ...known.lookup(address, networkId),
    }),
    (networkId) => known.learned(networkId),
    areSameFacts,
  )
  // For as long as somebody shows it: a tab that stays open all day shows thousands of parties.
  const factsByParty = new WeakMap<NamedParty, Remembered<PartyFacts>>()
  const partyFactsOf = (party: NamedParty): PartyFacts => {
    const { address, networkId } = party
    if (!address) return nothingSaid
    const find = () => {
      const facts = factsOf(address, networkId)
      return { facts, mismatch: parties.mismatchOf(party, facts.names) }
    }
    const learned = known.learned(networkId) + parties.learned()
    return remembered(factsByParty, party, learned, find, areSameOfParty)
  }
  let told = new Set(transactions)
  return {
    whitelists,
    areAllWhitelists,
    growTo(now) {
      const all = new Set(now)
      if (![...told].every((one) => all.has(one))) return false
      const added = now.filter((one) => !told.has(one))
      known.learn(added)
      parties.learn(added)
      told = all
      return true
    },
    book: {
      known,
      factsOf,
      partyFactsOf,
      needsSeparateMemo,
      differenceOf: (address, trusted) =>
        differenceOf(address, resembledForm(address, trusted), trusted.chain),
    },
  }
}

function resembledForm(address: string, { address: listed, networkId, chain }: KnownAddress): string {
  const forms = formsOf(listed, networkId, chain).map(
    (form) => [likenessOf(address, form, chain), form] as const,
  )
  const alike = likenesses.flatMap((wanted) => forms.filter(([likeness]) => likeness === wanted))
  return alike[0]?.[1] ?? listed
}

/** An answer, and how much was known when it was found. */
interface Remembered<T> {
  readonly found: T
  readonly at: number
}

/** The answer, found once for each `at`; the same object as long as it says the same: who shows it need not draw it again. */
function remembered<K, T>(
  memory: { get(key: K): Remembered<T> | undefined; set(key: K, answer: Remembered<T>): unknown },
  key: K,
  at: number,
  find: () => T,
  isSame: (one: T, other: T) => boolean,
): T {
  const before = memory.get(key)
  if (before?.at === at) return before.found
  const now = find()
  const found = before && isSame(before.found, now) ? before.found : now
  memory.set(key, { found, at })
  return found
}

/** What `answer` says of an address on a network, found anew for each number that `version` gives for the network. */
function rememberingAddresses<T>(
  answer: (address: string, networkId: string | null) => T,
  version: (networkId: string | null) => number,
  isSame: (one: T, other: T) => boolean,
): (address: string, networkId: string | null) => T {
  const memory = new Map<string, Remembered<T>>()
  return (address, networkId) => {
    if (memory.size >= rememberedAtMost) memory.clear()
    // With its length, so that no address can be taken for another and what follows it.
    const key = `${address.length}:${address}${networkId === null ? '' : `:${networkId}`}`
    return remembered(memory, key, version(networkId), () => answer(address, networkId), isSame)
  }
}

const nothingSaid: PartyFacts = { facts: null, mismatch: null }

function areSameOfParty(one: PartyFacts, other: PartyFacts): boolean {
  return (
    one.facts === other.facts &&
    one.mismatch?.kind === other.mismatch?.kind &&
    one.mismatch?.sentence === other.mismatch?.sentence
  )
}

function areSameFacts(one: AddressFacts, other: AddressFacts): boolean {
  return (
    one.names.length === other.names.length &&
    one.names.every((name, at) => name === other.names[at]) &&
    one.lookAlikes.length === other.lookAlikes.length &&
    one.lookAlikes.every((alike, at) => isSameLookAlike(alike, other.lookAlikes[at]))
  )
}

function isSameLookAlike({ known, ...how }: LookAlike, other: LookAlike | undefined): boolean {
  if (other?.known !== known) return false
  const { known: _, ...otherHow } = other
  return JSON.stringify(how) === JSON.stringify(otherHow)
}

/** A day's pages; a tab stays open longer. */
const rememberedAtMost = 10_000

/** What an address itself tells, whatever is known of others: not found out again for each new book, since that takes hashes. */
const formOf = rememberingAddresses(
  (address, networkId): Pick<AddressFacts, 'key' | 'validity'> => {
    const chain = chainOf(networkId)
    return {
      key: JSON.stringify([chain.name, canonicalAddress(plainAddress(address, networkId), chain)]),
      validity: validityOf(address, networkId),
    }
  },
  () => 0,
  Object.is,
)
