/**
 * The addresses that the console trusts: those of whitelists, and the organisation's own as the service names them, the source of a
 * transaction whose source is a vault, and the destination of one whose destination is a vault. Both are the service's own word;
 * who lies there has the service already. What a stranger can write is never trusted: the source of a deposit is whoever sent it,
 * and sending dust from a look-alike is how histories are poisoned.
 */
import type { Transaction, Whitelist } from '../api/records.ts'
import { type AddressFamily, canonicalAddress, familyOf } from './families.ts'
import { type Likeness, visibleEnds } from './likeness.ts'

/** One address on one network under one name: an entry of a whitelist, or an address of a vault, with all its assets. */
export interface KnownAddress {
  readonly address: string
  readonly networkId: string | null
  readonly family: AddressFamily
  readonly kind: 'vault' | 'whitelist'
  readonly id: string | null
  readonly name: string | null
  /** As the service sent it; null for vaults. */
  readonly whitelistType: string | null
  /** '' for an asset without an id. */
  readonly assetIds: readonly string[]
  /** The memo for the asset in the same place of `assetIds`, null where there is none; vaults' are null. */
  readonly memos: readonly (string | null)[]
}

/** A known address that another resembles. */
export interface LookAlike {
  readonly known: KnownAddress
  readonly likeness: Likeness
}

export interface KnownAddresses {
  /** How many different addresses are known, each counted once in its family. */
  readonly size: number
  /**
   * What is known of an address. `names`: who has it, on this network first, then on others of the family; see each one's
   * `networkId`. `lookAlikes`: the known addresses that it resembles, both ends first; none for an address that is itself known.
   * Without a network, every family is asked. By maps: as fast with a hundred thousand as with ten.
   */
  lookup(
    address: string,
    networkId: string | null,
  ): { readonly names: readonly KnownAddress[]; readonly lookAlikes: readonly LookAlike[] }
  readonly all: readonly KnownAddress[]
}

/** Reads the known addresses out of records; those read first stand first. */
export function knownAddresses(
  whitelists: readonly Whitelist[],
  transactions: readonly Transaction[],
): KnownAddresses {
  const indexes = new Map<AddressFamily, FamilyIndex>()
  const all: KnownAddress[] = []
  for (const found of addressesIn(whitelists, transactions)) {
    const index = indexes.get(found.family) ?? emptyIndex()
    indexes.set(found.family, index)
    const added = add(found, index)
    if (added !== null) all.push(added)
  }
  const size = [...indexes.values()].reduce((sum, { byAddress }) => sum + byAddress.size, 0)
  return { all, size, lookup: (address, networkId) => lookup(address, networkId, indexes) }
}

type Indexes = ReadonlyMap<AddressFamily, FamilyIndex>

/** The known addresses of one family, by the address that all spellings share, and by what is seen of them. */
interface FamilyIndex {
  readonly byAddress: Map<string, KnownAddress[]>
  readonly byKey: Map<string, Gathering>
  /** Addresses by their first four, their last four, and both. */
  readonly byStart: Map<string, string[]>
  readonly byEnd: Map<string, string[]>
  readonly byBoth: Map<string, string[]>
  /** What the three hold already. */
  readonly indexed: Set<string>
}

/** A known address while its assets are gathered, and those that it has. */
interface Gathering {
  readonly known: KnownAddress
  readonly assetIds: string[]
  readonly memos: (string | null)[]
  readonly has: Set<string>
}

/** One asset of a known address. */
interface Found extends Omit<KnownAddress, 'assetIds' | 'memos'> {
  readonly assetId: string
  readonly memo: string | null
}

function lookup(address: string, networkId: string | null, indexes: Indexes) {
  const family = familyOf(networkId)
  const unplaced = familyOf(null)
  const asked: readonly AddressFamily[] = family === unplaced ? [...indexes.keys()] : [family]
  // Where the service named no network, the same text is the same address for all that is known.
  const named = family === unplaced ? asked : [family, unplaced]
  const names = named.flatMap((one) => entriesAt(canonicalAddress(address, one), indexes.get(one)))
  if (names.length > 0) return { names: thisNetworkFirst(names, networkId), lookAlikes: [] }
  const alike = asked.flatMap((one) => alikeIn(address, networkId, one, indexes.get(one)))
  return { names: [], lookAlikes: alike.sort((one, other) => rank(one) - rank(other)) }
}

function alikeIn(
  address: string,
  networkId: string | null,
  family: AddressFamily,
  index: FamilyIndex | undefined,
): LookAlike[] {
  const ends = visibleEnds(address, family)
  if (ends === null || index === undefined) return []
  const both = new Set(index.byBoth.get(ends.start + ends.end))
  // One end is told of families whose fixed prefix is known, as `likenessOf` has it.
  const either = family.isKnown
    ? new Set([...(index.byStart.get(ends.start) ?? []), ...(index.byEnd.get(ends.end) ?? [])])
    : both
  return [...either].flatMap((canonical) => {
    const [known] = thisNetworkFirst(entriesAt(canonical, index), networkId)
    return known ? [{ known, likeness: both.has(canonical) ? 'both-ends' : 'one-end' } as const] : []
  })
}

function rank({ likeness }: LookAlike): number {
  return likeness === 'both-ends' ? 0 : 1
}

function entriesAt(canonical: string, index: FamilyIndex | undefined): readonly KnownAddress[] {
  return index?.byAddress.get(canonical) ?? []
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
  transactions: readonly Transaction[],
): Generator<Found> {
  for (const { whitelist_id, whitelist_name, whitelist_type, assets } of whitelists)
    for (const { address, network_id, asset_id, memo } of assets)
      if (hasText(address))
        yield {
          kind: 'whitelist',
          ...placed(address, network_id),
          id: whitelist_id,
          name: whitelist_name,
          whitelistType: whitelist_type,
          assetId: asset_id ?? '',
          memo: hasText(memo) ? memo : null,
        }
  for (const { source, destination, network_id, asset_id } of transactions) {
    const own = { kind: 'vault', whitelistType: null, assetId: asset_id ?? '', memo: null } as const
    const { source_type, source_address, source_id, source_name } = source
    if (source_type === 'vault' && hasText(source_address))
      yield { ...own, ...placed(source_address, network_id), id: source_id, name: source_name }
    const { destination_type, destination_address, destination_id, destination_name } = destination
    if (destination_type === 'vault' && hasText(destination_address))
      yield {
        ...own,
        ...placed(destination_address, network_id),
        id: destination_id,
        name: destination_name,
      }
  }
}

function placed(address: string, networkId: string | null) {
  return { address, networkId, family: familyOf(networkId) }
}

function hasText(text: string | null): text is string {
  return text !== null && text.trim() !== ''
}

function emptyIndex(): FamilyIndex {
  return {
    byAddress: new Map(),
    byKey: new Map(),
    byStart: new Map(),
    byEnd: new Map(),
    byBoth: new Map(),
    indexed: new Set(),
  }
}

/** Takes in one find; returns the known address that it began, null where it belongs to one that is there. */
function add({ assetId, memo, ...found }: Found, index: FamilyIndex): KnownAddress | null {
  const canonical = canonicalAddress(found.address, found.family)
  addEnds(found, canonical, index)
  const key = JSON.stringify([canonical, found.kind, found.id, found.networkId])
  const asset = JSON.stringify([assetId, memo])
  const gathering = index.byKey.get(key)
  if (gathering) {
    if (gathering.has.has(asset)) return null
    gathering.has.add(asset)
    gathering.assetIds.push(assetId)
    gathering.memos.push(memo)
    return null
  }
  const assetIds = [assetId]
  const memos = [memo]
  const known: KnownAddress = { ...found, assetIds, memos }
  index.byKey.set(key, { known, assetIds, memos, has: new Set([asset]) })
  push(index.byAddress, canonical, known)
  return known
}

/** Several spellings of one address may have several ends. */
function addEnds(
  { address, family }: Pick<KnownAddress, 'address' | 'family'>,
  canonical: string,
  index: FamilyIndex,
): void {
  const ends = visibleEnds(address, family)
  if (ends === null) return
  const both = ends.start + ends.end
  if (index.indexed.has(both + canonical)) return
  index.indexed.add(both + canonical)
  push(index.byStart, ends.start, canonical)
  push(index.byEnd, ends.end, canonical)
  push(index.byBoth, both, canonical)
}

function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const values = map.get(key)
  if (values) values.push(value)
  else map.set(key, [value])
}
