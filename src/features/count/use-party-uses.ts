import { type UseQueryResult, useQueries } from '@tanstack/react-query'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { sumsQuery } from '../../api/records.ts'
import type { ApiError } from '../../contract/api-error.ts'
import type { TotalsAnswer, TotalsRow } from '../../contract/console-api.ts'
import { useAddressBook } from '../../records/addresses/book.tsx'
import { type PartyAsked, type PartyHistory, partyHistory, usedBy } from './party.ts'

export interface PartyUses {
  /** `awaited`: once all records are read. */
  readonly state: 'read' | 'waiting' | 'awaited' | 'failed'
  /** False where the records may lack transactions. */
  readonly isComplete: boolean
  readonly failure: ApiError | null
  readonly retry: () => void
  /** Of the party at a place; null while it is not known. */
  readonly at: (place: number) => PartyHistory | null
}

/** How often and how much each party was used. Parties with addresses are asked for together. */
export function usePartyUses(parties: readonly PartyAsked[]): PartyUses {
  const book = useAddressBook()
  const addresses = [...new Set(parties.flatMap(({ address }) => address ?? []))]
  const ids = [...new Set(parties.flatMap(({ address, id }) => (address === null && id !== null ? id : [])))]
  const asked = [
    ...partsOf(addresses).map((part) =>
      sumsQuery({ address: part }, ['source_address', 'destination_address', ...usedBy]),
    ),
    ...ids.flatMap((id) => [sumsQuery({ destination_id: id }, usedBy), sumsQuery({ source_id: id }, usedBy)]),
  ]
  const queries = useQueries({ queries: asked })
  const failure = queries.map(failureOf).find((one) => one !== null) ?? null
  const isRead = queries.every(({ data }) => data !== undefined)
  const byAddress = rowsOf(queries.slice(0, queries.length - 2 * ids.length))
  // An answer names one spelling of those that were asked for.
  const isSame = (address: string | null, given: string | null | undefined, networkId: string | null) =>
    given === address ||
    (book !== null &&
      Boolean(address && given) &&
      book.factsOf(address ?? '', networkId).key === book.factsOf(given ?? '', networkId).key)
  const partyUseAt = ({ address, id, asset }: PartyAsked): PartyHistory => {
    const ofAsset = ({ group }: TotalsRow) =>
      asset === null || (group.asset_id === asset.asset_id && group.network_id === asset.network_id)
    const [sent, received] =
      address === null
        ? rowsOfId(queries, queries.length - 2 * ids.length + 2 * ids.indexOf(id ?? ''))
        : (['destination_address', 'source_address'] as const).map((end) =>
            byAddress.filter(({ group }) => isSame(address, group[end] ?? null, group.network_id ?? null)),
          )
    return partyHistory((sent ?? []).filter(ofAsset), (received ?? []).filter(ofAsset))
  }
  return {
    state: isRead ? 'read' : needsAllRecords(failure) ? 'awaited' : failure ? 'failed' : 'waiting',
    isComplete: queries.every(({ data }) => data?.completeness === 'complete'),
    failure,
    retry: () => {
      for (const query of queries) if (query.isError) void query.refetch()
    },
    at: (place) => {
      const party = parties[place]
      return isRead && party ? partyUseAt(party) : null
    },
  }
}

/** So that a link does not get longer than servers take. */
const mostInOne = 50

function partsOf(addresses: readonly string[]): readonly (readonly string[])[] {
  return Array.from({ length: Math.ceil(addresses.length / mostInOne) }, (_, part) =>
    addresses.slice(part * mostInOne, (part + 1) * mostInOne),
  )
}

function rowsOf(queries: readonly UseQueryResult<TotalsAnswer>[]): readonly TotalsRow[] {
  return queries.flatMap(({ data }) => data?.totals ?? [])
}

function rowsOfId(queries: readonly UseQueryResult<TotalsAnswer>[], first: number) {
  return [rowsOf(queries.slice(first, first + 1)), rowsOf(queries.slice(first + 1, first + 2))]
}
