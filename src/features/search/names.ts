/** The names and ids that a typed text is compared with. */
import { partyOf } from '../../addresses/party.ts'
import type { Directory } from '../../api/directory.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import { folded } from '../../list/rank.ts'
import { distinct } from '../../list/suggestions.tsx'
import { labelOf, partyTypeLabels, vaultKind } from '../../records/labels.ts'

export type PartyEnd = 'source' | 'destination'
export const partyEnds: readonly PartyEnd[] = ['source', 'destination']

/** An asset, a network or a party. */
export interface NamedCode {
  readonly id: string
  readonly name: string
  /** Id and name, folded. */
  readonly spellings: readonly string[]
}

/** A vault, a whitelist, or another party of a transaction. */
export interface PartyName extends NamedCode {
  /** "cold vault". */
  readonly kind: string
  /** The ends of a transaction at which it can be. */
  readonly ends: readonly PartyEnd[]
}

export interface Names {
  readonly parties: readonly PartyName[]
  readonly assets: readonly NamedCode[]
  readonly networks: readonly NamedCode[]
  readonly addresses: readonly { readonly address: string; readonly owner: string }[]
}

/** The first name of an id or address counts. */
export function namesIn(
  { vaults, whitelists, holdings }: Pick<Directory, 'vaults' | 'whitelists' | 'holdings'>,
  transactions: readonly BookedTransaction[],
): Names {
  const ends = transactions.flatMap((one) => partyEnds.map((end) => ({ end, ...partyOf(one, end) })))
  const rows = [
    ...holdings,
    ...vaults.flatMap(({ assets }) => assets),
    ...whitelists.flatMap(({ assets }) => assets),
    ...transactions,
  ]
  return {
    parties: distinct(
      [
        ...vaults.map((one) => party(one.vault_id, one.vault_name, vaultKind(one.vault_type), partyEnds)),
        ...whitelists.map((one) => party(one.whitelist_id, one.whitelist_name, 'whitelist', partyEnds)),
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
  }
}

function code(id: string | null, name: string | null): NamedCode | null {
  return id ? { id, name: name || id, spellings: [folded(id), folded(name || id)] } : null
}

function party(
  id: string | null,
  name: string | null,
  kind: string,
  ends: readonly PartyEnd[],
): PartyName | null {
  const named = code(id, name)
  return named && { ...named, kind, ends }
}

function owned(address: string | null, name: string | null, kind: string) {
  return address ? { address, owner: name ? `${name} · ${kind}` : kind } : null
}

function kindOf(type: string | null): string {
  return (labelOf(partyTypeLabels, type) ?? type ?? '').toLowerCase()
}
