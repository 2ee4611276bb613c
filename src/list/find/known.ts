import type { Directory } from '../../api/directory.ts'
import type { BookedTransaction, BookRow } from '../../books/transaction-table.ts'
import { labelOf, partyTypeLabels, vaultTypeLabels } from '../../records/labels.ts'
import { folded } from './pasted.ts'

/** Which end of a transaction. */
export type PartyEnd = 'source' | 'destination'

/** An asset or a network; a party has more. */
export interface KnownCode {
  readonly id: string
  readonly name: string
  /** Id and name as they are compared. */
  readonly names: readonly string[]
}

/** A vault, a whitelist, or another end of a transaction that was read. */
export interface KnownParty extends KnownCode {
  /** What it is, in words: "cold vault". */
  readonly what: string
  /** At which ends of a transaction it can stand. */
  readonly ends: readonly PartyEnd[]
}

/** An address and whose it is, where somebody said so. */
export interface FoundAddress {
  readonly address: string
  readonly of: string
}

/** Everything against which a pasted text is read. */
export interface Known {
  readonly parties: readonly KnownParty[]
  readonly assets: readonly KnownCode[]
  readonly networks: readonly KnownCode[]
  readonly addresses: readonly FoundAddress[]
  /** Transactions read in this tab. */
  readonly transactions: readonly BookedTransaction[]
  /** Null where they are not read. */
  readonly books: SearchedBooks | null
  /** What the offer to read the books says. */
  readonly readLabel: string
  readonly now: Date
}

/** The books, as they are searched. */
export interface SearchedBooks {
  readonly rows: number
  /** Transactions that together have every party, address, asset and network. */
  readonly naming: readonly BookedTransaction[]
  /** The first transactions of this kind, so many at the most. */
  find(isMeant: (row: BookRow) => boolean, most: number): readonly BookedTransaction[]
}

/** Gathers what is known from the directory and the transactions read; what comes first names what comes twice. */
export function knownFrom(
  directory: Directory,
  transactions: readonly BookedTransaction[],
  now: Date,
  books: SearchedBooks | null = null,
  readLabel = '',
): Known {
  const { vaults, whitelists, holdings } = directory
  const held = [...holdings, ...vaults.flatMap(({ assets }) => assets)]
  const listed = whitelists.flatMap(({ assets }) => assets)
  const naming = books ? [...transactions, ...books.naming] : transactions
  return {
    parties: distinct(
      [
        ...vaults.map((vault) =>
          party(vault.vault_id, vault.vault_name, vaultKind(vault.vault_type), bothEnds),
        ),
        ...whitelists.map((list) => party(list.whitelist_id, list.whitelist_name, 'whitelist', bothEnds)),
        ...naming.flatMap(partiesOf),
      ],
      ({ id }) => id,
    ),
    assets: codes([...held, ...listed, ...naming], (row) => [row.asset_id, row.asset_name]),
    networks: codes([...held, ...listed, ...naming], (row) => [row.network_id, row.network_name]),
    addresses: distinct(
      [
        ...whitelists.flatMap((list) =>
          list.assets.map(({ address }) => known(address, list.whitelist_name, 'whitelist')),
        ),
        ...naming.flatMap(addressesOf),
      ],
      ({ address }) => address,
    ),
    transactions,
    books,
    readLabel,
    now,
  }
}

/** What kind of vault it is, in words: "cold vault"; a type that is in no enumeration as it came. */
export function vaultKind(type: string | null): string {
  return type ? `${(labelOf(vaultTypeLabels, type) ?? type).toLowerCase()} vault` : 'vault'
}

const bothEnds: readonly PartyEnd[] = ['source', 'destination']

/** A vault and a whitelist can stand at either end, whichever it was read at; what else there is, where it was read. */
function endsOf(type: string | null, readAt: PartyEnd): readonly PartyEnd[] {
  return type === 'vault' || type === 'whitelist' ? bothEnds : [readAt]
}

function party(
  id: string | null,
  name: string | null,
  what: string,
  ends: readonly PartyEnd[],
): KnownParty | null {
  return id ? { ...code(id, name), what, ends } : null
}

/** Validators and stake pools are in no list, but in transactions. A network is found as what it is. */
function partiesOf({ source, destination }: BookedTransaction): (KnownParty | null)[] {
  return [
    source.source_type === 'network'
      ? null
      : party(
          source.source_id,
          source.source_name,
          kindOf(source.source_type),
          endsOf(source.source_type, 'source'),
        ),
    destination.destination_type === 'network'
      ? null
      : party(
          destination.destination_id,
          destination.destination_name,
          kindOf(destination.destination_type),
          endsOf(destination.destination_type, 'destination'),
        ),
  ]
}

function addressesOf({ source, destination }: BookedTransaction): (FoundAddress | null)[] {
  return [
    known(source.source_address, source.source_name, kindOf(source.source_type)),
    known(
      destination.destination_address,
      destination.destination_name,
      kindOf(destination.destination_type),
    ),
  ]
}

function known(address: string | null, name: string | null, what: string): FoundAddress | null {
  return address ? { address, of: name ? `${name} · ${what}` : what } : null
}

function kindOf(type: string | null): string {
  return (labelOf(partyTypeLabels, type) ?? type ?? '').toLowerCase()
}

function codes<R>(
  rows: readonly R[],
  read: (row: R) => readonly [string | null, string | null],
): KnownCode[] {
  return distinct(
    rows.map((row) => {
      const [id, name] = read(row)
      return id ? code(id, name) : null
    }),
    ({ id }) => id,
  )
}

function code(id: string, name: string | null): KnownCode {
  return { id, name: name || id, names: [folded(id), folded(name || id)] }
}

function distinct<T>(items: readonly (T | null)[], key: (item: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const item of items) if (item !== null && !byKey.has(key(item))) byKey.set(key(item), item)
  return [...byKey.values()]
}
