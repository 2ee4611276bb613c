/** Whitelisted addresses, each once for all its spellings, with the transactions to it. */
import { type MemoFault, memoFault, needsMemo } from '../../addresses/memo.ts'
import { validityOf } from '../../addresses/validity.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { type Chain, canonicalAddress, chainOf, splitMemo, type Validity } from '../../chains/index.ts'
import type { Whitelist } from '../../contract/normal-records.ts'
import { type Recorded, Uses, Withdrawals } from './uses.ts'

export interface WhitelistedEntry {
  readonly whitelist_id: string | null
  readonly whitelist_name: string | null
  readonly asset_id: string | null
  readonly network_id: string | null
  readonly address: string
  readonly memo: string | null
  /** The memo in the address itself; null if it has none. */
  readonly memoWithin: string | null
  readonly validity: Validity
  /** Tells whitelists apart, even without an id. */
  readonly whitelist: number
}

/** Completed withdrawals whose memo matches none of the entries they may be for. */
export interface OtherMemo {
  readonly fault: MemoFault
  readonly entries: readonly WhitelistedEntry[]
  /** The first few; '' for no memo. */
  readonly sent: Set<string>
  readonly withdrawals: Withdrawals
}

interface Use {
  readonly uses: Uses
  /** Entries that withdrawals may be for. Looked up once, since there may be many. */
  candidates: {
    readonly entries: readonly WhitelistedEntry[]
    readonly memos: readonly (string | null)[]
  } | null
  readonly otherMemos: Map<MemoFault, OtherMemo>
}

export class WhitelistedAddress {
  readonly address: string
  readonly chain: Chain
  readonly network_id: string | null
  readonly entries: WhitelistedEntry[] = []
  /** All transactions to it, whatever name they give. */
  readonly all = new Uses()
  readonly #whitelists = new Set<string | null>()
  readonly #uses = new Map<string, Use>()

  constructor(address: string, chain: Chain, network_id: string | null) {
    this.address = address
    this.chain = chain
    this.network_id = network_id
  }

  list(entry: WhitelistedEntry): void {
    this.entries.push(entry)
    if (entry.whitelist_id) this.#whitelists.add(entry.whitelist_id)
  }

  /** Compares memos if `isWithdrawal`. `memoWithin` is the memo in the transaction's own address. */
  use(
    transaction: BookedTransaction,
    memoWithin: string | null,
    recorded: Recorded,
    isWithdrawal: boolean,
  ): void {
    this.all.add(transaction, recorded)
    const { asset_id, network_id, destination } = transaction
    const { destination_id } = destination
    const named = this.#whitelists.has(destination_id) ? destination_id : null
    const name = nameOfUse(named, asset_id, network_id)
    const use = this.#uses.get(name) ?? { uses: new Uses(), candidates: null, otherMemos: new Map() }
    this.#uses.set(name, use)
    use.uses.add(transaction, recorded)
    if (!isWithdrawal) return
    use.candidates ??= this.#entriesFor(named, asset_id, network_id)
    const sent = destination.memo?.trim() || (memoWithin ?? destination.memo)
    const fault = memoFault(sent, use.candidates.memos)
    if (fault === null || (fault === 'extra' && needsMemo(network_id, asset_id) === false)) return
    const other = use.otherMemos.get(fault) ?? {
      ...{ fault, entries: use.candidates.entries, sent: new Set(), withdrawals: new Withdrawals() },
    }
    use.otherMemos.set(fault, other)
    other.withdrawals.add(transaction, recorded)
    if (other.sent.size < mostMemos) other.sent.add(sent ?? '')
  }

  #entriesFor(
    named: string | null,
    asset_id: string | null,
    network_id: string | null,
  ): Use['candidates'] & {} {
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

  usesOf({ whitelist_id, asset_id, network_id }: WhitelistedEntry): Uses {
    return (whitelist_id && this.#uses.get(nameOfUse(whitelist_id, asset_id, network_id))?.uses) || new Uses()
  }

  isUsed(entry: WhitelistedEntry): boolean {
    const { whitelist_id, asset_id, network_id } = entry
    // An entry without a whitelist, asset or network may be meant by anything sent to its address.
    const isVague = !whitelist_id || !asset_id || !network_id
    return (
      this.usesOf(entry).transactions > 0 ||
      this.#uses.has(nameOfUse(null, asset_id, network_id)) ||
      (isVague && this.all.transactions > 0)
    )
  }

  otherMemos(): readonly OtherMemo[] {
    return [...this.#uses.values()].flatMap(({ otherMemos }) => [...otherMemos.values()])
  }
}

/** `named` is null if the transaction names none of the address's whitelists. */
function nameOfUse(named: string | null, asset_id: string | null, network_id: string | null): string {
  return JSON.stringify([named, asset_id ?? '', network_id ?? ''])
}

/** A limit, so that a hostile service cannot fill memory. */
const mostMemos = 4

/** Adding and matching take constant time, whatever the number of addresses. */
export class WhitelistedAddresses {
  whitelists = 0
  withoutAddress = 0
  readonly #chains = new Set<Chain>()
  readonly #addresses = new Map<string, WhitelistedAddress>()
  readonly #ids = new Set<string>()
  /** A cache: most transactions go where others went. */
  readonly #matches = new Map<string, Matches>()

  add({ whitelist_id, whitelist_name, assets }: Whitelist): void {
    if (whitelist_id) this.#ids.add(whitelist_id)
    const whitelist = this.whitelists++
    for (const { address, asset_id, network_id, memo } of assets) {
      if (address === null || address.trim() === '') {
        this.withoutAddress += 1
        continue
      }
      const chain = chainOf(network_id)
      this.#chains.add(chain)
      // Transactions show the account of an address that contains a memo, not the address.
      const apart = splitMemo(address, network_id)
      const name = addressName(address, chain)
      const listed = this.#addresses.get(name) ?? new WhitelistedAddress(address, chain, network_id)
      this.#addresses.set(name, listed)
      listed.list({
        ...{ whitelist, whitelist_id, whitelist_name, asset_id, network_id, address, memo },
        memoWithin: apart?.memo ?? null,
        validity: validityOf(address, network_id),
      })
    }
  }

  /** Returns false if the destination is on no whitelist. */
  use(transaction: BookedTransaction, address: string, recorded: Recorded, isWithdrawal: boolean): boolean {
    const { listed, memoWithin } = this.#match(address, transaction.network_id)
    for (const one of listed) one.use(transaction, memoWithin, recorded, isWithdrawal)
    return listed.length > 0
  }

  has(whitelist_id: string): boolean {
    return this.#ids.has(whitelist_id)
  }

  addresses(): readonly WhitelistedAddress[] {
    return [...this.#addresses.values()]
  }

  #match(address: string, network_id: string | null): Matches {
    const key = JSON.stringify([network_id, address])
    const before = this.#matches.get(key)
    if (before) return before
    const chain = chainOf(network_id)
    const unplaced = chainOf(null)
    // Without a network, the same text is the same address everywhere.
    const possible = chain === unplaced ? [...this.#chains] : [chain, unplaced]
    const apart = splitMemo(address, network_id)
    const listed = possible.flatMap((one) => this.#addresses.get(addressName(address, one)) ?? [])
    const asked = { listed, memoWithin: apart?.memo ?? null }
    this.#matches.set(key, asked)
    return asked
  }
}

/** The same for every spelling of an address. */
function addressName(address: string, chain: Chain): string {
  return JSON.stringify([chain.name, canonicalAddress(address, chain)])
}

interface Matches {
  readonly listed: readonly WhitelistedAddress[]
  readonly memoWithin: string | null
}
