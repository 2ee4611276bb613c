/** The addresses of whitelists, each once however it is spelled, with the transactions that went to it. */
import { type MemoFault, memoFault, needsMemo } from '../../addresses/memo.ts'
import { splitMemo, validityOf } from '../../addresses/validity.ts'
import type { Whitelist } from '../../api/records.ts'
import { innerMap } from '../../books/grouped.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { type Chain, canonicalAddress, chainOf, type Validity } from '../../chains/index.ts'
import { Uses, Withdrawals } from './findings.ts'

/** One entry of a whitelist that has an address. */
export interface ListedEntry {
  readonly whitelist_id: string | null
  readonly whitelist_name: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly address: string
  readonly memo: string | null
  /** The memo that the address itself contains; null where it has none. */
  readonly memoWithin: string | null
  readonly validity: Validity
  /** Tells whitelists apart, those without an id too. */
  readonly whitelist: number
}

/** Completed withdrawals with a memo that is not that of the entries they may be for. */
export interface OtherMemo {
  readonly fault: MemoFault
  readonly entries: readonly ListedEntry[]
  /** The first few, '' for none. */
  readonly sent: Set<string>
  readonly withdrawals: Withdrawals
}

/** Transactions to an address that are about one whitelist, asset and network. */
interface Use {
  readonly uses: Uses
  /** The entries that they may be for, and their memos. Found with the first withdrawal: in a crowd of entries that takes long. */
  meant: { readonly entries: readonly ListedEntry[]; readonly memos: readonly (string | null)[] } | null
  readonly otherMemos: Map<MemoFault, OtherMemo>
}

export class ListedAddress {
  readonly address: string
  readonly chain: Chain
  readonly network_id: string | null
  readonly entries: ListedEntry[] = []
  transactions = 0
  readonly #whitelists = new Set<string | null>()
  /** By whitelist, asset and network. Under null are transactions that name none of these whitelists. */
  readonly #uses = new Map<string | null, Map<string, Map<string, Use>>>()

  constructor(address: string, chain: Chain, network_id: string | null) {
    this.address = address
    this.chain = chain
    this.network_id = network_id
  }

  list(entry: ListedEntry): void {
    this.entries.push(entry)
    if (entry.whitelist_id) this.#whitelists.add(entry.whitelist_id)
  }

  /** Counts a transaction; memos are compared where `isWithdrawal`. `memoWithin` is what its own address contains. */
  use(transaction: BookedTransaction, memoWithin: string | null, isWithdrawal: boolean): void {
    this.transactions += 1
    const { asset_id, network_id, destination } = transaction
    const { destination_id } = destination
    const named = this.#whitelists.has(destination_id) ? destination_id : null
    const ofAsset = innerMap(innerMap(this.#uses, named), asset_id ?? '')
    const use = ofAsset.get(network_id ?? '') ?? { uses: new Uses(), meant: null, otherMemos: new Map() }
    ofAsset.set(network_id ?? '', use)
    use.uses.add(transaction)
    if (!isWithdrawal) return
    use.meant ??= this.#entriesFor(named, asset_id, network_id)
    const sent = destination.memo?.trim() || (memoWithin ?? destination.memo)
    const fault = memoFault(sent, use.meant.memos)
    if (fault === null || (fault === 'extra' && needsMemo(network_id, asset_id) === false)) return
    const other = use.otherMemos.get(fault) ?? {
      ...{ fault, entries: use.meant.entries, sent: new Set(), withdrawals: new Withdrawals() },
    }
    use.otherMemos.set(fault, other)
    other.withdrawals.add(transaction)
    if (other.sent.size < mostMemos) other.sent.add(sent ?? '')
  }

  #entriesFor(named: string | null, asset_id: string | null, network_id: string | null): Use['meant'] & {} {
    const isFor = (one: string | null, other: string | null) => !one || !other || one === other
    const entries = this.entries.filter(
      (entry) =>
        (named === null || entry.whitelist_id === named) &&
        isFor(entry.asset_id, asset_id) &&
        isFor(entry.network_id, network_id),
    )
    const memos = new Set(entries.map(({ memo, memoWithin }) => memo?.trim() || memoWithin))
    return { entries, memos: [...memos] }
  }

  /** The transactions that are about an entry's whitelist, asset and network. */
  usesOf({ whitelist_id, asset_id, network_id }: ListedEntry): Uses {
    return (whitelist_id && this.#lookUp(whitelist_id, asset_id, network_id)?.uses) || new Uses()
  }

  /** Whether any transaction may have meant an entry. */
  isUsed(entry: ListedEntry): boolean {
    const { whitelist_id, asset_id, network_id } = entry
    // An entry that does not say what it is for, or whose it is, is meant by whatever goes to its address.
    const isVague = !whitelist_id || !asset_id || !network_id
    return (
      this.usesOf(entry).transactions > 0 ||
      this.#lookUp(null, asset_id, network_id) !== undefined ||
      (isVague && this.transactions > 0)
    )
  }

  #lookUp(named: string | null, asset_id: string | null, network_id: string | null): Use | undefined {
    return this.#uses
      .get(named)
      ?.get(asset_id ?? '')
      ?.get(network_id ?? '')
  }

  otherMemos(): readonly OtherMemo[] {
    return [...this.#uses.values()]
      .flatMap((ofWhitelist) => [...ofWhitelist.values()])
      .flatMap((ofAsset) => [...ofAsset.values()])
      .flatMap(({ otherMemos }) => [...otherMemos.values()])
  }
}

/** So that a hostile service cannot fill memory. */
const mostMemos = 4

/** All that is listed. Adding and asking take as long with a hundred thousand addresses as with ten. */
export class Listed {
  whitelists = 0
  withoutAddress = 0
  readonly #chains = new Map<Chain, Map<string, ListedAddress>>()
  readonly #ids = new Set<string>()
  /** Most transactions go where others went. */
  readonly #asked = new Map<string | null, Map<string, Asked>>()

  add({ whitelist_id, whitelist_name, assets }: Whitelist): void {
    if (whitelist_id) this.#ids.add(whitelist_id)
    const whitelist = this.whitelists++
    for (const { address, asset_id, network_id, memo } of assets) {
      if (address === null || address.trim() === '') {
        this.withoutAddress += 1
        continue
      }
      const chain = chainOf(network_id)
      const ofChain = innerMap(this.#chains, chain)
      // Transactions have the account of an address that contains a memo, not the address.
      const apart = splitMemo(address, network_id)
      const canonical = canonicalAddress(apart?.address ?? address, chain)
      const listed = ofChain.get(canonical) ?? new ListedAddress(address, chain, network_id)
      ofChain.set(canonical, listed)
      listed.list({
        ...{ whitelist, whitelist_id, whitelist_name, asset_id, network_id, address, memo },
        memoWithin: apart?.memo ?? null,
        validity: validityOf(address, network_id),
      })
    }
  }

  /** Counts a transaction at its destination address; false where that is on no whitelist. */
  use(transaction: BookedTransaction, address: string, isWithdrawal: boolean): boolean {
    const { listed, memoWithin } = this.#ask(address, transaction.network_id)
    for (const one of listed) one.use(transaction, memoWithin, isWithdrawal)
    return listed.length > 0
  }

  /** Whether a whitelist has that id. */
  has(whitelist_id: string): boolean {
    return this.#ids.has(whitelist_id)
  }

  addresses(): readonly ListedAddress[] {
    return [...this.#chains.values()].flatMap((ofChain) => [...ofChain.values()])
  }

  #ask(address: string, network_id: string | null): Asked {
    const ofNetwork = innerMap(this.#asked, network_id)
    const before = ofNetwork.get(address)
    if (before) return before
    const chain = chainOf(network_id)
    const unplaced = chainOf(null)
    // Where no network is named, the same text is the same address for all that is listed.
    const possible = chain === unplaced ? [...this.#chains.keys()] : [chain, unplaced]
    const apart = splitMemo(address, network_id)
    const plain = apart?.address ?? address
    const listed = possible.flatMap((one) => this.#chains.get(one)?.get(canonicalAddress(plain, one)) ?? [])
    const asked = { listed, memoWithin: apart?.memo ?? null }
    ofNetwork.set(address, asked)
    return asked
  }
}

/** Where an address of a transaction is listed, and the memo that it contains. */
interface Asked {
  readonly listed: readonly ListedAddress[]
  readonly memoWithin: string | null
}
