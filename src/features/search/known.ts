/** What a typed text is compared with: names and ids of the directory, of the transactions read in this tab, and of the books. */
import { partyOf } from '../../addresses/party.ts'
import type { Directory } from '../../api/directory.ts'
import type { Books } from '../../books/books.ts'
import { type BookedTransaction, type BookRow, eachRow } from '../../books/transaction-table.ts'
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
  /** Read in this tab. */
  readonly transactions: readonly BookedTransaction[]
  /** Null until they are read. */
  readonly books: SearchedBooks | null
  readonly reading: BooksReading | null
  readonly now: Date
}

/** Reads the books. Null while they are being read. */
interface BooksReading {
  readonly label: string
  readonly begin: () => void
}

export interface SearchedBooks {
  readonly rows: number
  /** Transactions that together name every party, address, asset and network. */
  readonly naming: readonly BookedTransaction[]
  find(isMeant: (row: BookRow) => boolean, most: number): readonly BookedTransaction[]
}

/** The first name of an id or address counts. */
export function knownFrom(
  directory: Directory,
  transactions: readonly BookedTransaction[],
  now: Date,
  books: SearchedBooks | null = null,
  reading: BooksReading | null = null,
): Known {
  const { vaults, whitelists } = directory
  const naming = [...transactions, ...(books?.naming ?? [])]
  const ends = naming.flatMap((one) => partyEnds.map((end) => ({ end, ...partyOf(one, end) })))
  const rows = [...assetsIn(directory), ...naming]
  return {
    parties: distinct(
      [
        ...vaults.map(({ vault_id, vault_name, vault_type }) =>
          party(vault_id, vault_name, vaultKind(vault_type), partyEnds),
        ),
        ...whitelists.map(({ whitelist_id, whitelist_name }) =>
          party(whitelist_id, whitelist_name, 'whitelist', partyEnds),
        ),
        // Validators and stake pools are in no list, and are only ever at one end.
        ...ends.map(({ end, type, id, name }) =>
          type === 'network'
            ? null
            : party(id, name, kindOf(type), type === 'vault' || type === 'whitelist' ? partyEnds : [end]),
        ),
      ],
      'id',
    ),
    assets: distinct(
      rows.map((row) => code(row.asset_id, row.asset_name)),
      'id',
    ),
    networks: distinct(
      rows.map((row) => code(row.network_id, row.network_name)),
      'id',
    ),
    addresses: distinct(
      [
        ...whitelists.flatMap(({ whitelist_name, assets }) =>
          assets.map(({ address }) => owned(address, whitelist_name, 'whitelist')),
        ),
        ...ends.map(({ address, name, type }) => owned(address, name, kindOf(type))),
      ],
      'address',
    ),
    transactions,
    books,
    reading,
    now,
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

const searched = new WeakMap<Books, SearchedBooks>()

/** Made once for each reading of the books, because it goes through all rows. */
export function searchedBooks(books: Books): SearchedBooks {
  const { table } = books.transactions
  const made = searched.get(books) ?? {
    rows: table.rows,
    naming: namingRows(books),
    find(isMeant: (row: BookRow) => boolean, most: number) {
      const found: BookedTransaction[] = []
      eachRow(table, (row) => {
        if (found.length < most && isMeant(row)) found.push(row.whole())
      })
      return found
    },
  }
  searched.set(books, made)
  return made
}

/** Every row that has a new name. */
function namingRows({ transactions: { table } }: Books): readonly BookedTransaction[] {
  const naming: BookedTransaction[] = []
  const seen = Array.from({ length: 6 }, () => new Set<string | null>([null, '']))
  eachRow(table, (row) => {
    const { asset_id, network_id, source, destination } = row
    const names = [
      asset_id,
      network_id,
      source.source_id,
      source.source_address,
      destination.destination_id,
      destination.destination_address,
    ]
    const added = names.filter((name, place) => seen[place]?.has(name) === false && seen[place].add(name))
    if (added.length > 0) naming.push(row.whole())
  })
  return naming
}
