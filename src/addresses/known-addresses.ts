/**
 * Trusted addresses: those of whitelists, and of own vaults as transactions name them. Forging those takes control of the service.
 * The source of a deposit is never trusted: anybody can send dust from a look-alike, to poison a payment history.
 */

import { type Chain, canonicalAddress } from '../chains/chain.ts'
import { chainOf, plainAddress, splitMemo } from '../chains/index.ts'
import type { FormerDestination, OwnAddress } from '../contract/addresses.ts'
import type { Whitelist } from '../contract/normal-records.ts'
import { closeness, LikenessIndex, type Resemblance } from './likeness.ts'

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

export function knownAddresses(whitelists: readonly Whitelist[], own: readonly OwnAddress[]): KnownAddresses {
  return new KnownAddresses(new Map(), listedAssets(whitelists, own))
}

interface AddressLookup {
  readonly names: readonly KnownAddress[]
  readonly lookAlikes: readonly LookAlike[]
}

export class KnownAddresses {
  readonly #indexes: Map<Chain, ChainIndex>

  constructor(indexes: Map<Chain, ChainIndex>, added: Iterable<ListedAsset>) {
    this.#indexes = indexes
    for (const listed of added) {
      const chain = chainOf(listed.networkId)
      const index = indexes.get(chain) ?? new ChainIndex(chain)
      indexes.set(chain, index)
      index.add(listed)
    }
  }

  /** Distinct addresses, over all chains. */
  get size(): number {
    return [...this.#indexes.values()].reduce((sum, index) => sum + index.size, 0)
  }

  /** The same index, grown, as a new object: whatever depends on this one is computed again. */
  learn(own: readonly OwnAddress[]): KnownAddresses {
    return new KnownAddresses(this.#indexes, listedAssets([], own))
  }

  /** Names come with this network first; look-alikes closest first, and none for a known address. */
  lookup(address: string, networkId: string | null): AddressLookup {
    const searched = placesOf(this.#indexes, address, networkId)
    const groups = searched.flatMap(({ index, texts }) => index.groupsOf(texts))
    const names = thisNetworkFirst(
      groups.flatMap((group) => [...group.names.values()]),
      networkId,
    )
    if (names.length > 0) return { names, lookAlikes: [] }
    const lookAlikes = searched.flatMap(({ index, texts }) => index.lookAlikes(texts, networkId))
    return {
      names,
      lookAlikes: lookAlikes.sort((one, other) => closeness(one) - closeness(other)),
    }
  }
}

/** The indexes that may have an address, and what to look for in each. Null searches every chain. */
function placesOf<Index>(indexes: ReadonlyMap<Chain, Index>, address: string, networkId: string | null) {
  const [chain, unplaced] = [chainOf(networkId), chainOf(null)]
  const chains = chain === unplaced ? [...indexes.keys()] : [chain, unplaced]
  return chains.flatMap((one) => {
    const index = indexes.get(one)
    // Includes the original: an address with its memo may be listed on a network that lacks that form.
    const texts = new Set([address, plainAddress(address, one === unplaced ? null : networkId)])
    return index ? [{ chain: one, index, texts }] : []
  })
}

function thisNetworkFirst(names: readonly KnownAddress[], networkId: string | null): KnownAddress[] {
  const isHere = (name: KnownAddress) => name.networkId === networkId
  return [...names.filter(isHere), ...names.filter((name) => !isHere(name))]
}

interface ListedAsset extends Omit<KnownAddress, 'assetIds' | 'memos'> {
  readonly assetId: string
  readonly memo: string | null
}

function* listedAssets(whitelists: readonly Whitelist[], own: readonly OwnAddress[]): Generator<ListedAsset> {
  for (const { whitelist_id: id, whitelist_name: name, assets } of whitelists)
    for (const { address, network_id: networkId, asset_id, memo } of assets)
      if (hasText(address)) {
        const assetId = asset_id ?? ''
        yield { kind: 'whitelist', address, networkId, id, name, assetId, memo: hasText(memo) ? memo : null }
      }
  for (const { address, network_id: networkId, asset_id, vault_id: id, vault_name: name } of own)
    yield { kind: 'vault', address, networkId, id, name, assetId: asset_id ?? '', memo: null }
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

interface Group {
  readonly names: Map<string, KnownAddress & { assetIds: string[]; memos: (string | null)[] }>
  readonly assets: Set<string>
  readonly forms: Set<string>
}

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

  add({ assetId, memo: separateMemo, ...listed }: ListedAsset): void {
    const { kind, id, networkId } = listed
    const address = listed.address.trim()
    const apart = splitMemo(address, networkId)
    const canonical = canonicalAddress(address, this.#chain)
    const group = this.#groups.get(canonical) ?? {
      ...{ names: new Map(), assets: new Set<string>(), forms: new Set<string>() },
    }
    this.#groups.set(canonical, group)
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

  groupsOf(texts: Iterable<string>): readonly Group[] {
    const accounts = new Set([...texts].map((text) => canonicalAddress(text, this.#chain)))
    return [...accounts].flatMap((account) => this.#groups.get(account) ?? [])
  }

  /** Each known address once, with its closest likeness. */
  lookAlikes(texts: Iterable<string>, networkId: string | null): readonly LookAlike[] {
    return [...this.#alike.find(texts)].flatMap(([group, resemblance]) => {
      const [known] = thisNetworkFirst([...group.names.values()], networkId)
      return known ? [{ known, ...resemblance }] : []
    })
  }
}

/** The address as given, without a memo in it, and the chain's forms of it that differ by more than case. */
export function formsOf(address: string, networkId: string | null, chain: Chain): readonly string[] {
  const text = address.trim()
  const canonical = canonicalAddress(text, chain)
  const others = chain.otherForms?.(canonical) ?? []
  return [
    ...new Set([text, plainAddress(text, networkId), ...(others.length > 0 ? [...others, canonical] : [])]),
  ]
}

export type FormerLookAlike = { readonly former: FormerDestination } & Resemblance

/**
 * Addresses that were sent to before are trusted no more for it, but one that looks like them is made to: poisoners forge addresses of those who are
 * paid. The source of a deposit is left out, since anybody can send something.
 */
export class FormerLikenesses {
  readonly #indexes = new Map<Chain, LikenessIndex<FormerDestination>>()

  constructor(destinations: readonly FormerDestination[]) {
    for (const former of destinations) {
      const chain = chainOf(former.network_id)
      const index = this.#indexes.get(chain) ?? new LikenessIndex(chain)
      this.#indexes.set(chain, index)
      for (const form of formsOf(former.address, former.network_id, chain)) index.add(form, former)
    }
  }

  /** Closest first, without the address itself. One equal end is left out: among thousands, some share it by chance. */
  find(address: string, networkId: string | null): readonly FormerLookAlike[] {
    const found = placesOf(this.#indexes, address, networkId).flatMap(({ chain, index, texts }) => {
      const own = new Set([...texts].map((text) => canonicalAddress(text, chain)))
      return [...index.find(texts)].flatMap(([former, resemblance]) =>
        resemblance.likeness === 'one-end' || own.has(canonicalAddress(former.address, chain))
          ? []
          : [{ former, ...resemblance }],
      )
    })
    return found.sort((one, other) => closeness(one) - closeness(other))
  }
}
