/**
 * Trusted addresses: those of whitelists, and of own vaults as transactions name them. Forging those takes control of the service.
 * The source of a deposit is never trusted: anybody can send dust from a look-alike, to poison a payment history.
 */

import type { Transaction, Whitelist } from '../api/records.ts'
import { type Chain, canonicalAddress, chainOf, plainAddress, splitMemo } from '../chains/index.ts'
import { closeness, LikenessIndex, type Resemblance } from './likeness.ts'
import { formsOf, type ListedSpelling } from './spellings.ts'

/** One address under one name: a whitelist entry, or an address of a vault. */
export interface KnownAddress {
  /** As listed, with an embedded memo if there is one. */
  readonly address: string
  readonly networkId: string | null
  readonly kind: 'vault' | 'whitelist'
  readonly id: string | null
  readonly name: string | null
  /** '' for an asset without an id. */
  readonly assetIds: readonly string[]
  /** Parallel to `assetIds`. Null for none, and for a vault. */
  readonly memos: readonly (string | null)[]
}

export type LookAlike = { readonly known: KnownAddress } & Resemblance

export interface KnownAddresses {
  /** Distinct addresses, over all chains. */
  readonly size: number
  /** Names come with this network first; look-alikes closest first, and none for a known address. Null searches every chain. */
  lookup(address: string, networkId: string | null): AddressLookup
  /** The same index, grown, as another object: what was worked out from this one is worked out again. */
  learn(transactions: readonly TransactionEnds[]): KnownAddresses
}

interface AddressLookup {
  readonly names: readonly KnownAddress[]
  /** The account as it stands in the lists. */
  readonly spellings: readonly ListedSpelling[]
  readonly lookAlikes: readonly LookAlike[]
}

type TransactionEnds = Pick<Transaction, 'source' | 'destination' | 'asset_id' | 'network_id'>

/** In record order. */
export function knownAddresses(
  whitelists: readonly Whitelist[],
  transactions: readonly TransactionEnds[],
): KnownAddresses {
  return withAssets(new Map(), listedAssets(whitelists, transactions))
}

function withAssets(indexes: Map<Chain, ChainIndex>, all: Iterable<ListedAsset>): KnownAddresses {
  for (const listed of all) {
    const chain = chainOf(listed.networkId)
    const index = indexes.get(chain) ?? new ChainIndex(chain)
    indexes.set(chain, index)
    index.add(listed)
  }
  return {
    get size() {
      return [...indexes.values()].reduce((sum, index) => sum + index.size, 0)
    },
    lookup: (address, networkId) => lookup(address, networkId, indexes),
    learn: (more) => withAssets(indexes, listedAssets([], more)),
  }
}

function lookup(
  address: string,
  networkId: string | null,
  indexes: ReadonlyMap<Chain, ChainIndex>,
): AddressLookup {
  const chain = chainOf(networkId)
  const unplaced = chainOf(null)
  const chains = chain === unplaced ? [...indexes.keys()] : [chain, unplaced]
  const searched = chains.flatMap((one) => indexes.get(one) ?? [])
  const groups = searched.flatMap((index) => index.groupOf(address) ?? [])
  const names = thisNetworkFirst(
    groups.flatMap((group) => [...group.names.values()]),
    networkId,
  )
  const spellings = groups.flatMap(({ chain, texts }) => [...texts].map((text) => ({ address: text, chain })))
  if (names.length > 0) return { names, spellings, lookAlikes: [] }
  const alike = searched.flatMap((index) => {
    // Includes the original: an address with its memo may be listed on a network that lacks that form.
    const texts = new Set([address, plainAddress(address, index.isUnplaced ? null : networkId)])
    return index.lookAlikes(texts, networkId)
  })
  return { names, spellings, lookAlikes: alike.sort((one, other) => closeness(one) - closeness(other)) }
}

function thisNetworkFirst(names: readonly KnownAddress[], networkId: string | null): KnownAddress[] {
  const isHere = (name: KnownAddress) => name.networkId === networkId
  return [...names.filter(isHere), ...names.filter((name) => !isHere(name))]
}

interface ListedAsset extends Omit<KnownAddress, 'assetIds' | 'memos'> {
  readonly assetId: string
  readonly memo: string | null
}

function* listedAssets(
  whitelists: readonly Whitelist[],
  transactions: readonly TransactionEnds[],
): Generator<ListedAsset> {
  for (const { whitelist_id: id, whitelist_name: name, assets } of whitelists)
    for (const { address, network_id: networkId, asset_id, memo } of assets)
      if (hasText(address)) {
        const assetId = asset_id ?? ''
        yield { kind: 'whitelist', address, networkId, id, name, assetId, memo: hasText(memo) ? memo : null }
      }
  for (const { source, destination, network_id, asset_id } of transactions) {
    const own = { kind: 'vault', networkId: network_id, assetId: asset_id ?? '', memo: null } as const
    const { source_type, source_address, source_id, source_name } = source
    if (source_type === 'vault' && hasText(source_address))
      yield { ...own, address: source_address, id: source_id, name: source_name }
    const { destination_type, destination_address, destination_id, destination_name } = destination
    if (destination_type === 'vault' && hasText(destination_address))
      yield { ...own, address: destination_address, id: destination_id, name: destination_name }
  }
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

interface Group {
  readonly names: Map<string, KnownAddress & { assetIds: string[]; memos: (string | null)[] }>
  readonly assets: Set<string>
  readonly chain: Chain
  /** As listed. */
  readonly texts: Set<string>
  readonly forms: Set<string>
}

/** Cap on spellings kept per address, so that a hostile service cannot fill memory. */
const mostTexts = 20

class ChainIndex {
  readonly #chain: Chain
  readonly #groups = new Map<string, Group>()
  readonly #alike: LikenessIndex<Group>

  constructor(chain: Chain) {
    this.#chain = chain
    this.#alike = new LikenessIndex(chain)
  }

  get size(): number {
    return this.#groups.size
  }

  get isUnplaced(): boolean {
    return this.#chain === chainOf(null)
  }

  add({ assetId, memo: separateMemo, ...listed }: ListedAsset): void {
    const { kind, id, networkId } = listed
    const address = listed.address.trim()
    const apart = splitMemo(address, networkId)
    const canonical = canonicalAddress(address, this.#chain)
    const group = this.#groups.get(canonical) ?? {
      ...{ names: new Map(), assets: new Set<string>(), chain: this.#chain },
      ...{ texts: new Set<string>(), forms: new Set<string>() },
    }
    this.#groups.set(canonical, group)
    if (group.texts.size < mostTexts) group.texts.add(address)
    for (const form of formsOf(address, networkId, this.#chain))
      if (!group.forms.has(form)) {
        group.forms.add(form)
        this.#alike.add(form, group)
      }
    // An address with an embedded memo stays separate from the same account with a separate memo.
    const key = JSON.stringify([kind, id, networkId, apart && address])
    const memo = separateMemo ?? (kind === 'whitelist' ? (apart?.memo ?? null) : null)
    const asset = JSON.stringify([key, assetId, memo])
    if (group.assets.has(asset)) return
    group.assets.add(asset)
    const name = group.names.get(key) ?? { ...listed, assetIds: [], memos: [] }
    group.names.set(key, name)
    name.assetIds.push(assetId)
    name.memos.push(memo)
  }

  groupOf(text: string): Group | undefined {
    return this.#groups.get(canonicalAddress(text, this.#chain))
  }

  /** Each known address once, with its closest likeness. */
  lookAlikes(texts: Iterable<string>, networkId: string | null): readonly LookAlike[] {
    return [...this.#alike.find(texts)].flatMap(([group, resemblance]) => {
      const [known] = thisNetworkFirst([...group.names.values()], networkId)
      return known ? [{ known, ...resemblance }] : []
    })
  }
}
