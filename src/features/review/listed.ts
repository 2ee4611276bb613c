/** The addresses of whitelists by what all their spellings share, with the transactions that went to them. */

import { type MemoFault, memoFault, needsMemo } from '../../addresses/memo.ts'
import { splitMemo, validityOf } from '../../addresses/validity.ts'
import type { Whitelist } from '../../api/records.ts'
import { innerMap } from '../../books/grouped.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { type Chain, canonicalAddress, chainOf, type Validity } from '../../chains/index.ts'
import { type Counting, countTransactions, type ListedEntry, type Subject, type Uses } from './findings.ts'

/** One address, however often and however it is written. */
export interface ListedAddress extends Subject {
  readonly entries: readonly CheckedEntry[]
  readonly otherMemos: readonly OtherMemo[]
}

/** Completed withdrawals whose memo is not that of the entries that they may be for. */
export interface OtherMemo {
  readonly fault: MemoFault
  readonly entries: readonly CheckedEntry[]
  /** The first few, '' for none. */
  readonly sent: readonly string[]
  readonly uses: Uses
}

/** An entry with what can be said of it alone. */
export interface CheckedEntry extends ListedEntry {
  readonly validity: Validity
  /** The memo that its address has in it; null where it has none. */
  readonly memoWithin: string | null
  /** Tells the whitelists apart, those without an id too. */
  readonly whitelist: number
}

/** All that is listed. Adding and asking take as long with a hundred thousand addresses as with ten. */
export class Listed {
  whitelists = 0
  entries = 0
  /** Entries that have no address. */
  withoutAddress = 0
  readonly #chains = new Map<Chain, Map<string, Place>>()
  readonly #ids = new Set<string>()
  /** Most transactions go where others went. */
  readonly #asked = new Map<string | null, Map<string, Asked>>()

  add({ whitelist_id, whitelist_name, whitelist_type, assets }: Whitelist): void {
    if (whitelist_id) this.#ids.add(whitelist_id)
    const whitelist = this.whitelists++
    for (const { address, asset_id, network_id, memo } of assets) {
      if (address === null || address.trim() === '') {
        this.withoutAddress += 1
        continue
      }
      this.entries += 1
      const chain = chainOf(network_id)
      const places = innerMap(this.#chains, chain)
      // One that has its memo within is the account that it is for, as transactions have it.
      const apart = splitMemo(address, network_id)
      const canonical = canonicalAddress(apart?.address ?? address, chain)
      const place = places.get(canonical) ?? emptyPlace(address, chain, network_id)
      places.set(canonical, place)
      spell(place, address)
      if (whitelist_id) place.ids.add(whitelist_id)
      place.entries.push({
        ...{ whitelist, whitelist_id, whitelist_name, whitelist_type, asset_id, network_id, address, memo },
        memoWithin: apart?.memo ?? null,
        validity: validityOf(address, network_id),
      })
    }
  }

  /** Counts a transaction where it belongs; false where its destination is on no whitelist. The memo is looked at of completed withdrawals. */
  use(transaction: BookedTransaction, address: string, isWithdrawal: boolean): boolean {
    const { places, memoWithin } = this.#placesAt(address, transaction.network_id)
    for (const place of places) {
      spell(place, address)
      place.uses.add(transaction)
      const use = countedUse(place, transaction)
      use.counting.add(transaction)
      if (isWithdrawal) holdMemoAt(place, use, transaction, memoWithin)
    }
    return places.length > 0
  }

  /** Whether a whitelist of that id was read. */
  has(whitelist_id: string): boolean {
    return this.#ids.has(whitelist_id)
  }

  *addresses(): Generator<ListedAddress> {
    for (const places of this.#chains.values()) for (const place of places.values()) yield written(place)
  }

  #placesAt(address: string, network_id: string | null): Asked {
    const ofNetwork = innerMap(this.#asked, network_id)
    const known = ofNetwork.get(address)
    if (known) return known
    const chain = chainOf(network_id)
    const unplaced = chainOf(null)
    // Where no network is named, the same text is the same address for all that is listed.
    const possible = chain === unplaced ? this.#chains.keys() : [chain, unplaced]
    const apart = splitMemo(address, network_id)
    const plain = apart?.address ?? address
    const placesIn = (one: Chain) => this.#chains.get(one)?.get(canonicalAddress(plain, one)) ?? []
    const found = { places: [...possible].flatMap(placesIn), memoWithin: apart?.memo ?? null }
    ofNetwork.set(address, found)
    return found
  }
}

/** Where an address of a transaction is listed, and the memo that it has in it. */
interface Asked {
  readonly places: readonly Place[]
  readonly memoWithin: string | null
}

interface Place {
  readonly address: string
  readonly chain: Chain
  readonly network_id: string | null
  readonly spellings: Set<string>
  readonly entries: Omit<CheckedEntry, 'uses' | 'isUsed'>[]
  /** The whitelists that have it. */
  readonly ids: Set<string>
  readonly uses: Counting
  /** By whitelist, asset and network; without the whitelist where a transaction names none of those that have it. */
  readonly counted: Map<string, Counting>
  /** The same by each of them: most transactions are about what others were about. */
  readonly asked: Map<string | null, Map<string | null, Map<string | null, Use>>>
  /** The same, and what is wrong with the memo. */
  readonly otherMemos: Map<string, Memos>
}

/** Transactions that are about one whitelist, asset and network. */
interface Use {
  readonly key: string
  /** The whitelist. */
  readonly named: string | null
  readonly counting: Counting
  /** Looked for with the first withdrawal: in a crowd of entries that takes long. */
  meant: Meant | null
}

/** The entries that a transaction may be for, and their memos. */
interface Meant {
  readonly at: readonly number[]
  readonly memos: readonly (string | null)[]
}

interface Memos {
  readonly fault: MemoFault
  readonly meant: Meant
  readonly sent: Set<string>
  readonly uses: Counting
}

function emptyPlace(address: string, chain: Chain, network_id: string | null): Place {
  return {
    address,
    chain,
    network_id,
    spellings: new Set(),
    entries: [],
    ids: new Set(),
    uses: countTransactions(),
    counted: new Map(),
    asked: new Map(),
    otherMemos: new Map(),
  }
}

/**
 * A transaction that names one of the whitelists that have its address is about that one; one that names none of them may be about
 * any, so that none of them is called unused.
 */
function countedUse(place: Place, transaction: BookedTransaction): Use {
  const { asset_id, network_id, destination } = transaction
  const { destination_id } = destination
  const named = destination_id !== null && place.ids.has(destination_id) ? destination_id : null
  const ofAsset = innerMap(innerMap(place.asked, named), asset_id)
  const known = ofAsset.get(network_id)
  if (known) return known
  const key = keyOfUse(named, asset_id, network_id)
  const counting = place.counted.get(key) ?? countTransactions()
  place.counted.set(key, counting)
  const use = { key, named, counting, meant: null }
  ofAsset.set(network_id, use)
  return use
}

/** Held against the entries of the whitelist that it names, or of all that have the address, for its asset and network. */
function holdMemoAt(place: Place, use: Use, transaction: BookedTransaction, memoWithin: string | null): void {
  const { asset_id, network_id, destination } = transaction
  const { memo } = destination
  const sent = memo?.trim() || (memoWithin ?? memo)
  const meant = use.meant ?? entriesMeant(place, use.named, transaction)
  use.meant = meant
  const fault = memoFault(sent, meant.memos)
  if (fault === null || (fault === 'extra' && needsMemo(network_id, asset_id) === false)) return
  const key = fault + use.key
  const found = place.otherMemos.get(key) ?? { fault, meant, sent: new Set(), uses: countTransactions() }
  place.otherMemos.set(key, found)
  found.uses.add(transaction)
  if (found.sent.size < mostSpellings) found.sent.add(sent ?? '')
}

function entriesMeant(
  { entries }: Place,
  named: string | null,
  { asset_id, network_id }: BookedTransaction,
): Meant {
  const isFor = (one: string | null, other: string | null) => !one || !other || one === other
  const its = entries.flatMap((entry, at) =>
    (named === null || entry.whitelist_id === named) &&
    isFor(entry.asset_id, asset_id) &&
    isFor(entry.network_id, network_id)
      ? [{ at, memo: entry.memo?.trim() || entry.memoWithin }]
      : [],
  )
  return { at: its.map(({ at }) => at), memos: [...new Set(its.map(({ memo }) => memo))] }
}

function written(place: Place): ListedAddress {
  const { address, chain, network_id, spellings, otherMemos } = place
  const entries = entriesOf(place)
  return {
    address,
    chain,
    network_id,
    spellings: [...spellings],
    uses: place.uses.read(),
    entries,
    otherMemos: [...otherMemos.values()].map(({ fault, meant, sent, uses }) => ({
      fault,
      entries: meant.at.flatMap((at) => entries[at] ?? []),
      sent: [...sent],
      uses: uses.read(),
    })),
  }
}

function entriesOf({ entries, counted, uses }: Place): readonly CheckedEntry[] {
  const all = uses.read()
  return entries.map((entry) => {
    const { whitelist_id, asset_id, network_id } = entry
    const counting = whitelist_id ? counted.get(keyOfUse(whitelist_id, asset_id, network_id)) : undefined
    const unnamed = counted.has(keyOfUse(null, asset_id, network_id))
    // An entry that does not say what it is for, or whose it is, is meant by whatever goes there.
    const isVague = !whitelist_id || !asset_id || !network_id
    return {
      ...entry,
      uses: counting?.read() ?? unused,
      isUsed: counting !== undefined || unnamed || (isVague && all.transactions > 0),
    }
  })
}

const unused: Uses = countTransactions().read()

function keyOfUse(whitelist_id: string | null, asset_id: string | null, network_id: string | null): string {
  return JSON.stringify([whitelist_id, asset_id ?? '', network_id ?? ''])
}

/** Cap on spellings and memos kept per address, so that a hostile service cannot fill memory. */
const mostSpellings = 4

function spell({ spellings }: { readonly spellings: Set<string> }, address: string): void {
  if (spellings.size < mostSpellings) spellings.add(address)
}
