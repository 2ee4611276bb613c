/**
 * The addresses that the console trusts: those of whitelists, and the organisation's own as the service names them, the source of a
 * transaction whose source is a vault, and the destination of one whose destination is a vault. Both are the service's own word;
 * who lies there has the service already. What a stranger can write is never trusted: the source of a deposit is whoever sent it,
 * and sending dust from a look-alike is how histories are poisoned.
 */

import type { Transaction, Whitelist } from '../api/records.ts'
import { type Chain, canonicalAddress, chainOf } from '../chains/index.ts'
import {
  type Likeness,
  likenesses,
  likenessOfEnds,
  type NearIndex,
  nearIndex,
  nearOf,
  seen as seenOf,
  type VisibleEnds,
  visibleEnds,
} from './likeness.ts'
import type { Typo } from './party.ts'
import { formsOf, plainAddress, splitMemo } from './validity.ts'

/** One address on one network under one name: an entry of a whitelist, or an address of a vault, with all its assets. */
export interface KnownAddress {
  /** As it is listed: an address that has its memo within is known by its account, and shown as it came. */
  readonly address: string
  readonly networkId: string | null
  readonly chain: Chain
  readonly kind: 'vault' | 'whitelist'
  readonly id: string | null
  readonly name: string | null
  /** '' for an asset without an id. */
  readonly assetIds: readonly string[]
  /** The memo for the asset in the same place of `assetIds`, null where there is none beside the address or within; vaults' are null. */
  readonly memos: readonly (string | null)[]
}

/** As much of a transaction as tells addresses. */
type TransactionEnds = Pick<Transaction, 'source' | 'destination' | 'asset_id' | 'network_id'>

/** A known address that another resembles, and how. */
export type LookAlike = { readonly known: KnownAddress } & Resemblance

type Resemblance =
  | { readonly likeness: 'typo'; readonly typo: Typo }
  | { readonly likeness: Exclude<Likeness, 'typo'> }

export interface KnownAddresses {
  /** How many different addresses are known, each counted once in its chain. */
  readonly size: number
  /**
   * What is known of an address. `names`: who has it, on this network first, then on others of the chain; see each one's
   * `networkId`. `lookAlikes`: the known addresses that it resembles, the closest first; none for an address that is itself known.
   * Without a network, every chain is asked. By maps: it is compared only with those that share a piece of it.
   */
  lookup(
    address: string,
    networkId: string | null,
  ): { readonly names: readonly KnownAddress[]; readonly lookAlikes: readonly LookAlike[] }
  /** Takes in what more transactions tell; they stand after those before. */
  learn(transactions: readonly TransactionEnds[]): void
  /** How much was learned that may change what is said of addresses on a network: as long as it is the same, so are the answers. */
  learned(networkId: string | null): number
}

/** Reads the known addresses out of records; those read first stand first. */
export function knownAddresses(
  whitelists: readonly Whitelist[],
  transactions: readonly TransactionEnds[],
): KnownAddresses {
  const indexes = new Map<Chain, ChainIndex>()
  const met = new Set<string>()
  const learn = (listed: readonly Whitelist[], told: readonly TransactionEnds[]) => {
    for (const found of addressesIn(listed, told)) {
      // Most transactions repeat what others said: that is told before anything is worked out.
      const { kind, id, networkId, address, assetId, memo } = found
      const fingerprint = JSON.stringify([kind, id, networkId, address, assetId, memo])
      if (met.has(fingerprint)) continue
      met.add(fingerprint)
      const chain = chainOf(networkId)
      const index = indexes.get(chain) ?? emptyIndex()
      indexes.set(chain, index)
      index.learned += 1
      add({ ...found, chain }, index)
    }
  }
  learn(whitelists, transactions)
  const sum = (asked: Iterable<ChainIndex | undefined>, of: (index: ChainIndex) => number) =>
    [...asked].reduce((all, index) => all + (index ? of(index) : 0), 0)
  return {
    get size() {
      return sum(indexes.values(), ({ byAddress }) => byAddress.size)
    },
    lookup: (address, networkId) => lookup(address, networkId, indexes),
    learn: (told) => learn([], told),
    learned: (networkId) =>
      sum(
        chainsNamed(networkId, indexes).map((chain) => indexes.get(chain)),
        (index) => index.learned,
      ),
  }
}

type Indexes = ReadonlyMap<Chain, ChainIndex>

/** The known addresses of one chain, by the address that all spellings share, and by what is seen of each. */
interface ChainIndex {
  readonly byAddress: Map<string, Group>
  readonly byStart: Map<string, Seen[]>
  readonly byEnd: Map<string, Seen[]>
  /** Every form of them, by their canonical spelling. */
  readonly near: NearIndex<string>
  /** Their places among all of their address, by address, kind, id and network. */
  readonly byKey: Map<string, number>
  /** Which of them has which asset with which memo. */
  readonly assets: Set<string>
  /** How many different things were told of them. */
  learned: number
}

/** All that is known of one address, its forms, and their ends: more than one pair where they differ by more than case. */
interface Group {
  readonly entries: KnownAddress[]
  readonly forms: Set<string>
  readonly seen: Seen[]
}

interface Seen extends VisibleEnds {
  readonly canonical: string
}

/** One asset of a known address; its chain is worked out only of what is new. */
interface Found extends Omit<KnownAddress, 'assetIds' | 'memos' | 'chain'> {
  readonly assetId: string
  readonly memo: string | null
}

/** Where the service named no network, an address may be of any: the same text is the same, and both ends alike are alike. */
function chainsNamed(networkId: string | null, indexes: Indexes): readonly Chain[] {
  const chain = chainOf(networkId)
  const unplaced = chainOf(null)
  return chain === unplaced ? [...indexes.keys()] : [chain, unplaced]
}

function lookup(address: string, networkId: string | null, indexes: Indexes) {
  const unplaced = chainOf(null)
  const named = chainsNamed(networkId, indexes)
  // As it came, too: it may be listed with its memo within on a network that has no such form.
  const texts = new Set([address, plainAddress(address, networkId)])
  const unplacedTexts = new Set([address, plainAddress(address, null)])
  const textsIn = (one: Chain) => (one === unplaced ? unplacedTexts : texts)
  const names = named.flatMap((one) =>
    [...textsIn(one)].flatMap((text) => entriesAt(canonicalAddress(text, one), indexes.get(one))),
  )
  if (names.length > 0) return { names: thisNetworkFirst(names, networkId), lookAlikes: [] }
  const alike = named.flatMap((one) => alikeIn(textsIn(one), networkId, one, indexes.get(one)))
  return { names: [], lookAlikes: alike.sort((one, other) => rank(one) - rank(other)) }
}

function alikeIn(
  texts: ReadonlySet<string>,
  networkId: string | null,
  chain: Chain,
  index: ChainIndex | undefined,
): LookAlike[] {
  const found = new Map<string, Resemblance>()
  const note = (canonical: string, now: Resemblance) => {
    const before = found.get(canonical)
    if (before === undefined || rank(now) < rank(before)) found.set(canonical, now)
  }
  for (const text of texts) {
    const ends = visibleEnds(text, chain)
    if (ends === null || index === undefined) continue
    for (const seen of [...(index.byStart.get(ends.start) ?? []), ...(index.byEnd.get(ends.end) ?? [])]) {
      const likeness = likenessOfEnds(ends, seen, chain)
      if (likeness !== null) note(seen.canonical, { likeness })
    }
    for (const [canonical, typo] of index.near.find(nearOf(seenOf(text), chain, null)))
      note(canonical, { likeness: 'typo', typo })
  }
  return [...found].flatMap(([canonical, resemblance]) => {
    const [known] = thisNetworkFirst(entriesAt(canonical, index), networkId)
    return known ? [{ known, ...resemblance }] : []
  })
}

/** The fewer edits, the closer. */
function rank(resemblance: Resemblance): number {
  return resemblance.likeness === 'typo'
    ? resemblance.typo.edits / 100
    : likenesses.indexOf(resemblance.likeness)
}

function entriesAt(canonical: string, index: ChainIndex | undefined): readonly KnownAddress[] {
  return index?.byAddress.get(canonical)?.entries ?? []
}

function thisNetworkFirst(
  entries: readonly KnownAddress[],
  networkId: string | null,
): readonly KnownAddress[] {
  if (entries.length < 2) return entries
  const onIt = (entry: KnownAddress) => entry.networkId === networkId
  return [...entries.filter(onIt), ...entries.filter((entry) => !onIt(entry))]
}

function* addressesIn(
  whitelists: readonly Whitelist[],
  transactions: readonly TransactionEnds[],
): Generator<Found> {
  for (const { whitelist_id, whitelist_name, assets } of whitelists)
    for (const { address, network_id, asset_id, memo } of assets)
      if (hasText(address))
        yield {
          kind: 'whitelist',
          address,
          networkId: network_id,
          id: whitelist_id,
          name: whitelist_name,
          assetId: asset_id ?? '',
          memo: hasText(memo) ? memo : null,
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

function emptyIndex(): ChainIndex {
  return {
    byAddress: new Map(),
    byStart: new Map(),
    byEnd: new Map(),
    near: nearIndex(),
    byKey: new Map(),
    assets: new Set(),
    learned: 0,
  }
}

/** Takes in one find: a known address that begins with it, or one more asset of one that is there. */
function add(
  { assetId, memo: beside, ...found }: Found & Pick<KnownAddress, 'chain'>,
  index: ChainIndex,
): void {
  const apart = splitMemo(found.address, found.networkId)
  const canonical = canonicalAddress(apart?.address ?? found.address, found.chain)
  const memo = beside ?? (found.kind === 'whitelist' ? (apart?.memo ?? null) : null)
  const group = index.byAddress.get(canonical) ?? { entries: [], forms: new Set(), seen: [] }
  index.byAddress.set(canonical, group)
  addForms(found, canonical, group, index)
  // What has its memo within stays apart from the same account with a memo beside it.
  const within = apart && found.address.trim()
  const key = JSON.stringify([canonical, found.kind, found.id, found.networkId, within])
  const asset = key + JSON.stringify([assetId, memo])
  if (index.assets.has(asset)) return
  index.assets.add(asset)
  const at = index.byKey.get(key)
  const before = at === undefined ? undefined : group.entries[at]
  if (at === undefined || !before) {
    index.byKey.set(key, group.entries.length)
    group.entries.push({ ...found, assetIds: [assetId], memos: [memo] })
    return
  }
  // Another object: whoever was told of the one before sees that there is more.
  const { assetIds, memos } = before
  group.entries[at] = { ...before, assetIds: [...assetIds, assetId], memos: [...memos, memo] }
}

function addForms(
  { address, networkId, chain }: Pick<KnownAddress, 'address' | 'networkId' | 'chain'>,
  canonical: string,
  { forms, seen }: Group,
  index: ChainIndex,
): void {
  for (const form of formsOf(address, networkId, chain)) {
    const near = nearOf(seenOf(form), chain, canonical)
    if (!forms.has(near.text)) index.near.add(near)
    forms.add(near.text)
    const ends = visibleEnds(form, chain)
    if (ends === null || seen.some(({ start, end }) => start === ends.start && end === ends.end)) continue
    const one = { ...ends, canonical }
    seen.push(one)
    push(index.byStart, ends.start, one)
    push(index.byEnd, ends.end, one)
  }
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
