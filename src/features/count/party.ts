/** A party of transactions: how it was used, and the lists of its transactions. */
import { partyOf } from '../../addresses/party.ts'
import type { BookedTransaction } from '../../books/transaction-table.ts'
import type { Day } from '../../contract/day.ts'
import type { Filter } from '../../contract/endpoints.ts'
import type { DatesOff } from '../../sync/service/service-profile.ts'

/** An address, in every spelling, or else an id. */
export interface PartyAsked {
  readonly address: string | null
  readonly id: string | null
  /** Null for all assets. */
  readonly asset: { readonly asset_id: string; readonly network_id: string } | null
}

export interface PartyUse {
  readonly sent: PartyFlow
  readonly received: PartyFlow
  /** Null where a date is not known, and without one. */
  readonly first: Day | null
  readonly last: Day | null
}

export interface PartyFlow {
  readonly count: number
  readonly totals: readonly {
    readonly asset_id: string | null
    readonly network_id: string | null
    readonly amount: string
    /** Amounts that are no decimals. */
    readonly unreadable: number
  }[]
}

export interface PartyUses {
  /** In the order of the question. */
  readonly uses: readonly PartyUse[]
  readonly rows: number
  /** Why there are no dates. */
  readonly off: DatesOff | null
}

/** The end of a transaction that is not one of the account's vaults; null between two of them. */
export function counterpartyOf(
  transaction: BookedTransaction,
): { readonly party: PartyAsked; readonly direction: Direction } | null {
  for (const end of ['destination', 'source'] as const) {
    const { type, address, id } = partyOf(transaction, end)
    if (type === 'vault' || type === 'network' || (!address && !id)) continue
    const party = { address: address || null, id, asset: null }
    return { party, direction: end === 'destination' ? 'sent' : 'received' }
  }
  return null
}

export type Direction = 'sent' | 'received'

/** The filter of the list that has exactly these transactions. */
export function partyFilter(
  { address, id, asset }: PartyAsked,
  direction: Direction,
): Filter<'transactions'> {
  const ofAsset = asset ?? {}
  if (address !== null)
    return { ...ofAsset, [direction === 'sent' ? 'destination_address' : 'source_address']: address }
  return id === null ? ofAsset : { ...ofAsset, [direction === 'sent' ? 'destination_id' : 'source_id']: id }
}
