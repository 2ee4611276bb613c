/** Whitelisted addresses, each once for all its spellings, with the transactions to it. */
import { type MemoFault, needsMemo } from '../../addresses/memo.ts'
import { validityOf } from '../../addresses/validity.ts'
import { type Chain, canonicalAddress, type Validity } from '../../chains/chain.ts'
import { chainOf, splitMemo } from '../../chains/index.ts'
import type { Whitelist } from '../../contract/normal-records.ts'
import type { DestinationUse, PlacedText } from '../../store/queries/destination-uses.ts'
import type { FaultyWithdrawals, MemoCheck } from '../../store/queries/memo-faults.ts'
import { Uses, Withdrawals } from './uses.ts'

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
  readonly sent: PlacedText[]
  readonly withdrawals: Withdrawals
}

interface NamedUse {
  readonly uses: Uses
  readonly entries: readonly WhitelistedEntry[]
  readonly otherMemos: Map<MemoFault, OtherMemo>
}

/** `tell` gets what the database says of it. */
export interface AskedMemo {
  readonly check: MemoCheck
  tell(faulty: FaultyWithdrawals): void
}

export class WhitelistedAddress {
  readonly address: string
  readonly chain: Chain
  readonly network_id: string | null
  readonly entries: WhitelistedEntry[] = []
  /** All transactions to it, whatever name they give. */
  readonly all = new Uses()
  readonly #whitelists = new Set<string | null>()
  readonly #uses = new Map<string, NamedUse>()
  readonly #asked: AskedMemo[] = []

  constructor(address: string, chain: Chain, network_id: string | null) {
    this.address = address
    this.chain = chain
    this.network_id = network_id
  }

  list(entry: WhitelistedEntry): void {
    this.entries.push(entry)
    if (entry.whitelist_id) this.#whitelists.add(entry.whitelist_id)
  }

  /** `memoWithin` is the memo in the address that they went to. */
  use(use: DestinationUse, memoWithin: string | null): void {
    const { asset_id, network_id, whitelist_id, kind } = use
    // Without a network, one key need not be one address.
    const unplaced = chainOf(null)
    this.all.add(use, this.chain !== unplaced && chainOf(network_id) !== unplaced)
    const named = this.#whitelists.has(whitelist_id) ? whitelist_id : null
    const name = nameOfUse(named, asset_id, network_id)
    const namedUse = this.#uses.get(name) ?? {
      ...{ uses: new Uses(), otherMemos: new Map() },
      entries: this.#entriesFor(named, asset_id, network_id),
    }
    this.#uses.set(name, namedUse)
    namedUse.uses.add(use)
    if (kind === 'withdrawal') this.#askMemos(use, memoWithin, namedUse)
  }

  #askMemos(use: DestinationUse, memoWithin: string | null, { entries, otherMemos }: NamedUse): void {
    const memos = [...new Set(entries.map((entry) => entry.memo?.trim() || (entry.memoWithin ?? '')))]
    const isBare = memos.every((memo) => memo === '')
    const isNone = isBare && (!use.hasMemo || needsMemo(use.network_id, use.asset_id) === false)
    if (memos.length === 0 || isNone) return
    this.#asked.push({
      check: { use, memos, memoWithin },
      tell({ fault, sums, ids, sent }) {
        const other = otherMemos.get(fault) ?? { fault, entries, sent: [], withdrawals: new Withdrawals() }
        otherMemos.set(fault, other)
        other.withdrawals.tell(use, sums, ids)
        other.sent.push(...sent)
      },
    })
  }

  #entriesFor(
    named: string | null,
    asset_id: string | null,
    network_id: string | null,
  ): readonly WhitelistedEntry[] {
    const isFor = (one: string | null, other: string | null) => !one || !other || one === other
    return this.entries.filter(
      (entry) =>
        (named === null || entry.whitelist_id === named) &&
        isFor(entry.asset_id, asset_id) &&
        isFor(entry.network_id, network_id),
    )
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

  get askedMemos(): readonly AskedMemo[] {
    return this.#asked
  }

  otherMemos(): readonly OtherMemo[] {
    return [...this.#uses.values()].flatMap(({ otherMemos }) => [...otherMemos.values()])
  }
}

/** `named` is null if the transaction names none of the address's whitelists. */
function nameOfUse(named: string | null, asset_id: string | null, network_id: string | null): string {
  return JSON.stringify([named, asset_id ?? '', network_id ?? ''])
}

/** Adding and matching take constant time, whatever the number of addresses. */
export class WhitelistedAddresses {
  whitelists = 0
  withoutAddress = 0
  readonly #chains = new Set<Chain>()
  readonly #addresses = new Map<string, WhitelistedAddress>()
  readonly #ids = new Set<string>()

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

  /** An entry without a network is an address of whatever network a transaction has. */
  get areAnywhere(): boolean {
    return this.#chains.has(chainOf(null))
  }

  /** Returns false if the destination is on no whitelist. */
  use(use: DestinationUse): boolean {
    const { address, network_id } = use
    const chain = chainOf(network_id)
    const unplaced = chainOf(null)
    // Without a network, the same text is the same address everywhere.
    const possible = chain === unplaced ? [...this.#chains] : [chain, unplaced]
    const listed = possible.flatMap((one) => this.#addresses.get(addressName(address, one)) ?? [])
    const memoWithin = listed.length > 0 ? (splitMemo(address, network_id)?.memo ?? null) : null
    for (const one of listed) one.use(use, memoWithin)
    return listed.length > 0
  }

  has(whitelist_id: string): boolean {
    return this.#ids.has(whitelist_id)
  }

  addresses(): readonly WhitelistedAddress[] {
    return [...this.#addresses.values()]
  }
}

/** The same for every spelling of an address. */
function addressName(address: string, chain: Chain): string {
  return JSON.stringify([chain.name, canonicalAddress(address, chain)])
}
