/** What a typed text is compared with: names and ids of the directory, of the transactions read in this tab, and of the books. */
import { partyOf } from '../../addresses/party.ts'
import type { Directory } from '../../api/directory.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { folded } from '../../list/find/rank.ts'
import { assetsIn, distinct } from '../../list/suggestions.tsx'
import { labelOf, partyTypeLabels, vaultKind } from '../../records/labels.ts'

export type PartyEnd = 'source' | 'destination'
export const partyEnds: readonly PartyEnd[] = ['source', 'destination']

/** An asset, a network or a party. */
export interface KnownCode {
  readonly id: string
  readonly name: string
  /** Id and name, folded. */
  readonly names: readonly string[]
}

/** A vault, a whitelist, or another party of a transaction. */
export interface KnownParty extends KnownCode {
  /** "cold vault". */
  readonly what: string
  /** At which it can be. */
  readonly ends: readonly PartyEnd[]
}

export interface Known {
  readonly parties: readonly KnownParty[]
  readonly assets: readonly KnownCode[]
  readonly networks: readonly KnownCode[]
  /** Each with its owner. */
  readonly addresses: readonly { readonly address: string; readonly of: string }[]
  /** Read in this tab; searched until the books are there. */
  readonly transactions: readonly BookedTransaction[]
  /** Null until they are read. */
  readonly books: SearchedBooks | null
  readonly now: Date
}

type Names = Pick<Known, 'parties' | 'assets' | 'networks' | 'addresses'>

/** What the transactions of the books name. */
export interface BooksNames extends Names {
  readonly rows: number
}

export interface ListedRows {
  readonly total: number
  /** The first of them. */
  readonly transactions: readonly BookedTransaction[]
}

export const noRows: ListedRows = { total: 0, transactions: [] }

export interface SearchedBooks extends BooksNames {
  find(isMeant: (row: BookedTransaction) => boolean, most: number): readonly BookedTransaction[]
  /** With every word in a note, memo, hash or id. */
  listed(text: string): ListedRows
}

/** The first name of an id or address counts. */
export function knownFrom(
  directory: Directory,
  transactions: readonly BookedTransaction[],
  now: Date,
  books: SearchedBooks | null = null,
): Known {
  const { vaults, whitelists } = directory
  const named = namesIn(transactions)
  const inDirectory = assetsIn(directory)
  const merged = <T>(own: readonly (T | null)[], of: (names: Names) => readonly (T | null)[]) => [
    ...own,
    ...of(named),
    ...(books ? of(books) : []),
  ]
  return {
    parties: distinct(
      merged(
        [
          ...vaults.map(({ vault_id, vault_name, vault_type }) =>
            party(vault_id, vault_name, vaultKind(vault_type), partyEnds),
          ),
          ...whitelists.map(({ whitelist_id, whitelist_name }) =>
            party(whitelist_id, whitelist_name, 'whitelist', partyEnds),
          ),
        ],
        ({ parties }) => parties,
      ),
      'id',
    ),
    assets: distinct(
      merged(
        inDirectory.map((row) => code(row.asset_id, row.asset_name)),
        ({ assets }) => assets,
      ),
      'id',
    ),
    networks: distinct(
      merged(
        inDirectory.map((row) => code(row.network_id, row.network_name)),
        ({ networks }) => networks,
      ),
      'id',
    ),
    addresses: distinct(
      merged(
        whitelists.flatMap(({ whitelist_name, assets }) =>
          assets.map(({ address }) => owned(address, whitelist_name, 'whitelist')),
        ),
        ({ addresses }) => addresses,
      ),
      'address',
    ),
    transactions,
    books,
    now,
  }
}

export function namesIn(transactions: readonly BookedTransaction[]): Names {
  const ends = transactions.flatMap((one) => partyEnds.map((end) => ({ end, ...partyOf(one, end) })))
  return {
    // Validators and stake pools are in no list, and are only ever at one end.
    parties: distinct(
      ends.map(({ end, type, id, name }) =>
        type === 'network'
          ? null
          : party(id, name, kindOf(type), type === 'vault' || type === 'whitelist' ? partyEnds : [end]),
      ),
      'id',
    ),
    assets: distinct(
      transactions.map((row) => code(row.asset_id, row.asset_name)),
      'id',
    ),
    networks: distinct(
      transactions.map((row) => code(row.network_id, row.network_name)),
      'id',
    ),
    addresses: distinct(
      ends.map(({ address, name, type }) => owned(address, name, kindOf(type))),
      'address',
    ),
  }
}

function code(id: string | null, name: string | null): KnownCode | null {
  return id ? { id, name: name || id, names: [folded(id), folded(name || id)] } : null
}

function party(
  id: string | null,
  name: string | null,
  what: string,
  ends: readonly PartyEnd[],
): KnownParty | null {
  const named = code(id, name)
  return named && { ...named, what, ends }
}

function owned(address: string | null, name: string | null, what: string) {
  return address ? { address, of: name ? `${name} · ${what}` : what } : null
}

function kindOf(type: string | null): string {
  return (labelOf(partyTypeLabels, type) ?? type ?? '').toLowerCase()
}
