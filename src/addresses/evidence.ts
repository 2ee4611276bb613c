/** What a verdict on an address rests on, and how those who have the address are called in it. */
import type { Transaction } from '../api/records.ts'
import type { Validity } from '../chains/index.ts'
import type { KnownAddress, LookAlike } from './known.ts'
import type { ChainValidity } from './validity.ts'

/** What is known of an address at sight, before its transactions are counted. */
export interface Evidence {
  /** Not blank. */
  readonly address: string
  /** The network that it is meant for; null where none was named. */
  readonly networkId: string | null
  /** The asset that is to be sent; null where none was named. */
  readonly assetId: string | null
  /** The memo that came with it; null where none did. */
  readonly memo: string | null
  /** Who has it on this network, and on others of its chain. */
  readonly names: readonly KnownAddress[]
  /** Who has it on networks of other chains, where nobody has it on this one. */
  readonly elsewhere: readonly KnownAddress[]
  readonly lookAlikes: readonly LookAlike[]
  /** What it is on the network that was named. */
  readonly validity: Validity
  /** What it is for each chain that says something of it, and for each in which it is known. */
  readonly validities: readonly ChainValidity[]
}

/** Ids, names and memos in it came from outside. */
export interface Verdict {
  readonly tone: 'good' | 'warning' | 'danger' | 'neutral'
  readonly title: string
  /** One or two sentences. */
  readonly sentence: string
  /** The one thing to do, as a sentence. */
  readonly action: string
}

/** Those on the network that was named; all where none was. */
export function namesHere(names: readonly KnownAddress[], networkId: string | null): readonly KnownAddress[] {
  return networkId === null ? names : names.filter((name) => isSameNetwork(name.networkId, networkId))
}

/** The networks on which they are known. */
export function networksOf(names: readonly KnownAddress[]): string {
  return inWords([...new Set(names.map((name) => name.networkId ?? 'a network that was not named'))])
}

/** "the whitelist Kraken settlement", "your vault Treasury cold": both where it has several names. */
export function everyName(names: readonly KnownAddress[]): string {
  return inWords([...new Set(names.map(described))])
}

/** One of them: "the whitelist Kraken settlement". */
export function described({ kind, name, id }: KnownAddress): string {
  const called = name || id || 'without a name'
  return kind === 'vault' ? `your vault ${called}` : `the whitelist ${called}`
}

/** "A, B and C". */
export function inWords(items: readonly string[], last = 'and'): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} ${last} ${items.at(-1)}`
}

/** Whether two ids name one network: case and space around them say nothing. No id is the same as an empty one. */
export function isSameNetwork(one: string | null, other: string | null): boolean {
  return plain(one) === plain(other)
}

function plain(networkId: string | null): string {
  return networkId?.trim().toLowerCase() ?? ''
}

/** One end of a transaction, whichever, as the service names it. */
export interface NamedParty {
  readonly transactionId: string | null
  readonly type: string | null
  readonly id: string | null
  readonly name: string | null
  readonly address: string | null
  readonly networkId: string | null
  readonly assetId: string | null
  /** Null where the service sent none, and of a source. */
  readonly memo: string | null
}

/** One end of a transaction under one set of names. */
export function partyOf(
  { transaction_id, network_id, asset_id, source, destination }: Omit<Transaction, 'received'>,
  end: 'source' | 'destination',
): NamedParty {
  const common = { transactionId: transaction_id, networkId: network_id, assetId: asset_id }
  return end === 'source'
    ? {
        ...common,
        type: source.source_type,
        id: source.source_id,
        name: source.source_name,
        address: source.source_address,
        memo: null,
      }
    : {
        ...common,
        type: destination.destination_type,
        id: destination.destination_id,
        name: destination.destination_name,
        address: destination.destination_address,
        memo: destination.memo,
      }
}
