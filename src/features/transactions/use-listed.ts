/** The transactions of a filter. A service compares addresses as text, so an account is asked for in every spelling that is known. */
import { useCallback } from 'react'
import { useTransactions } from '../../api/hooks.ts'
import type { JoinedPage } from '../../api/joined-list.ts'
import type { PageRange } from '../../api/paging.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter, TransactionFilter } from '../../contract/endpoints.ts'
import { notAsked, stillAsking, useAddressRequests } from '../../list/address-requests.ts'
import { useStableValue } from '../../ui/hooks.ts'

/** The rows of the address as written come first. Those of its other spellings join them once chains and lists are loaded. */
export function useListedTransactions(filter: TransactionFilter, range: PageRange, live: boolean) {
  const { written, known, doubt } = useAddressRequests(filter)
  const isMore = known.requests.length > written.requests.length
  const select = useCallback(
    (page: JoinedPage<Transaction>) => (doubt === null ? page : { ...page, doubt }),
    [doubt],
  )
  const all = useTransactions(known.requests, range, { live, enabled: isMore, select })
  const isJoined = isMore && all.data !== undefined
  const waiting = isMore && !isJoined ? (all.isError ? notAsked : stillAsking) : doubt
  const first = useTransactions(written.requests, range, {
    live,
    enabled: !isJoined,
    select: useCallback(
      (page: JoinedPage<Transaction>) => (waiting === null ? page : { ...page, doubt: waiting }),
      [waiting],
    ),
  })
  const { requests, spellings } = isJoined ? known : written
  const joined = (isJoined ? all : first).data?.joined
  const at = (places: readonly number[]) => places.flatMap((place) => requests[place] ?? [])
  const held = joined && joined.held.length > 0 ? at(joined.held) : written.requests
  return {
    query: isJoined ? all : first,
    /** What the page needs beside the rows. */
    beside: isMore ? [all] : [],
    /** What is asked for, and those of it whose lists are shown. */
    requests,
    held: useStableValue(held),
    leftOut: joined ? at(joined.leftOut) : [],
    spellings,
    doubt: waiting,
  }
}

/** "To 0x…", "From 0x…". */
export function requestInWords({ source_address, destination_address }: Filter<'transactions'>): string {
  return [
    ...(destination_address === undefined ? [] : [`To ${destination_address}`]),
    ...(source_address === undefined ? [] : [`From ${source_address}`]),
  ].join(', ')
}
