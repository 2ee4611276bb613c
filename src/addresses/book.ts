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
  return growingBook(whitelists, transactions).book
}

/**
 * Makes a book of whatever is known by then. As long as the whitelists are the same and nothing that was told is gone, it goes on with the
 * one before, whose answers follow: to make one anew for every page that is read takes longer than to draw the page. What is said of an
 * address stays the same object until something was learned that may change it.
 */
export function addressBooks(): typeof addressBook {
  let last: GrowingBook | null = null
  return (whitelists, transactions) => {
    if (last?.whitelists !== whitelists || !last.growTo(transactions))
      last = growingBook(whitelists, transactions)
    // Another object: whoever holds the one before learns that there is more to ask.
    return { ...last.book }
  }
}

interface GrowingBook {
  readonly book: AddressBook
  readonly whitelists: readonly Whitelist[]
  /** Takes in those that are new; false where one of those before is gone. */
  growTo(transactions: readonly Transaction[]): boolean
}

function growingBook(whitelists: readonly Whitelist[], transactions: readonly Transaction[]): GrowingBook {
  const known = knownAddresses(whitelists, transactions)
  const parties = namedParties(whitelists, transactions)
  const factsOf = remembering(
    (address, networkId): AddressFacts => ({
      ...formOf(address, networkId),
      ...known.lookup(address, networkId),
    }),
    known.learned,
  )
  let told = new Set(transactions)
  return {
    whitelists,
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
      mismatchOf: (party) =>
        party.address ? parties.mismatchOf(party, factsOf(party.address, party.networkId).names) : null,
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

type Answer<T> = (address: string, networkId: string | null) => T

/** The same answers, each found out once for each number that `version` gives for its network. */
function remembering<T>(answer: Answer<T>, version: (networkId: string | null) => number): Answer<T> {
  const remembered = new Map<string, { readonly found: T; readonly at: number }>()
  return (address, networkId) => {
    const question = JSON.stringify([address, networkId])
    const at = version(networkId)
    const known = remembered.get(question)
    if (known?.at === at) return known.found
    const found = answer(address, networkId)
    if (remembered.size >= rememberedAtMost) remembered.clear()
    remembered.set(question, { found, at })
    return found
  }
}

/** A day's pages; a tab stays open longer. */
const rememberedAtMost = 10_000

/** What an address itself tells, whatever is known of others: not found out again for each new book, since that takes hashes. */
const formOf = remembering(
  (address, networkId): Pick<AddressFacts, 'key' | 'validity'> => {
    const chain = chainOf(networkId)
    return {
      key: JSON.stringify([chain.name, canonicalAddress(plainAddress(address, networkId), chain)]),
      validity: validityOf(address, networkId),
    }
  },
  () => 0,
)
