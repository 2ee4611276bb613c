/** What a typed text is compared with: names and ids from the directory, from the transactions that were read, and from the books. */
import { partyOf } from '../../addresses/party.ts'
import type { Directory } from '../../api/directory.ts'
import type { Books } from '../../books/books.ts'
import { type BookedTransaction, type BookRow, eachRow } from '../../books/transaction-table.ts'
import { folded } from '../../list/find/rank.ts'
import { labelOf, partyTypeLabels, vaultKind } from '../../records/labels.ts'

/** Which end of a transaction. */
export type PartyEnd = 'source' | 'destination'
export const partyEnds: readonly PartyEnd[] = ['source', 'destination']

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

export interface Known {
  readonly parties: readonly KnownParty[]
  readonly assets: readonly KnownCode[]
  readonly networks: readonly KnownCode[]
  /** Addresses, each with whose it is. */
  readonly addresses: readonly { readonly address: string; readonly of: string }[]
  /** Transactions read in this tab. */
  readonly transactions: readonly BookedTransaction[]
  /** Null where they are not read. */
  readonly books: SearchedBooks | null
  /** What the offer to read the books says. */
  readonly readLabel: string
  readonly now: Date
}

export interface SearchedBooks {
  readonly rows: number
  /** Transactions that together have every party, address, asset and network. */
  readonly naming: readonly BookedTransaction[]
  /** The first transactions of this kind, at most so many. */
  find(isMeant: (row: BookRow) => boolean, most: number): readonly BookedTransaction[]
}

/** Gathers what is known. Where an id or address comes twice, the first one names it. */
export function knownFrom(
  { vaults, whitelists, holdings }: Directory,
  transactions: readonly BookedTransaction[],
  now: Date,
  books: SearchedBooks | null = null,
  readLabel = '',
): Known {
  const naming = [...transactions, ...(books?.naming ?? [])]
  const ends = naming.flatMap((one) => partyEnds.map((end) => ({ end, ...partyOf(one, end) })))
  const rows = [
    ...holdings,
    ...vaults.flatMap(({ assets }) => assets),
    ...whitelists.flatMap(({ assets }) => assets),
    ...naming,
  ]
  return {
    parties: distinct(
      [
        ...vaults.map(({ vault_id, vault_name, vault_type }) =>
          party(vault_id, vault_name, vaultKind(vault_type), partyEnds),
        ),
        ...whitelists.map(({ whitelist_id, whitelist_name }) =>
          party(whitelist_id, whitelist_name, 'whitelist', partyEnds),
        ),
        // Validators and stake pools are in no list. Vaults and whitelists can stand at either end, whichever they were read at.
        ...ends.map(({ end, type, id, name }) =>
          type === 'network'
            ? null
            : party(id, name, kindOf(type), type === 'vault' || type === 'whitelist' ? partyEnds : [end]),
        ),
      ],
      byId,
    ),
    assets: distinct(
      rows.map((row) => code(row.asset_id, row.asset_name)),
      byId,
    ),
    networks: distinct(
      rows.map((row) => code(row.network_id, row.network_name)),
      byId,
    ),
    addresses: distinct(
      [
        ...whitelists.flatMap(({ whitelist_name, assets }) =>
          assets.map(({ address }) => owned(address, whitelist_name, 'whitelist')),
        ),
        ...ends.map(({ address, name, type }) => owned(address, name, kindOf(type))),
      ],
      ({ address }) => address,
    ),
    transactions,
    books,
    readLabel,
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

const byId = ({ id }: { readonly id: string }) => id

function distinct<T>(items: readonly (T | null)[], key: (item: T) => string): T[] {
  const byKey = new Map<string, T>()
  for (const item of items) if (item !== null && !byKey.has(key(item))) byKey.set(key(item), item)
  return [...byKey.values()]
}

const searched = new WeakMap<Books, SearchedBooks>()

/** The books as they are searched. Made once for each. */
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

/** Each row that names something new. */
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
