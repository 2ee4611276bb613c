import { useDeferredValue, useMemo } from 'react'
import { FormerLikenesses, type KnownAddresses } from '../../addresses/known-addresses.ts'
import {
  type Evidence,
  type EvidenceRead,
  evidenceOf,
  type ListState,
  type Usage,
  type UsageState,
  type Verdict,
  verdictOf,
} from '../../addresses/verdict.ts'
import { useFormerDestinations, useOwnAddresses } from '../../api/addresses.ts'
import { failureOf, needsAllRecords } from '../../api/failure.ts'
import { useWholeList } from '../../api/whole-list.ts'
import type { FormerDestination } from '../../contract/addresses.ts'
import type { ApiError } from '../../contract/api-error.ts'
import { type CounterpartyFigure, countOf } from '../../contract/counterparty.ts'
import { useAddressBook, useAddressListStates } from '../../display/addresses/book.tsx'
import { useCounterparty } from '../../kits/party/use-counterparty.ts'
import type { CheckQuery } from '../../url/hrefs.ts'

export interface AddressCheck {
  readonly evidence: Evidence
  /** Null while something that it depends on is being read. */
  readonly verdict: Verdict | null
  /** The verdict waits until all records of the account are read. */
  readonly isAwaited: boolean
  /** Addresses of whitelists and vaults that it was compared with. */
  readonly comparedWith: number
  /** Addresses that were sent to before: those that it was compared with, of how many. Null before they are there. */
  readonly former: { readonly compared: number; readonly total: number } | null
  /** False where more addresses of vaults are known than it was compared with. */
  readonly areAllOwn: boolean
  readonly use: ReturnType<typeof useCounterparty>
  readonly whitelists: {
    readonly reading: ListState
    readonly count: number
  }
  /** Why something could not be read. */
  readonly failure: ApiError | null
  readonly retry: () => void
}

export function useCheck(query: CheckQuery): AddressCheck {
  const { address, network_id: networkId, asset_id: assetId, memo } = query
  const list = useWholeList('whitelists', {})
  const { whitelists: indexed } = useAddressListStates()
  const own = useOwn(address)
  const former = useFormerDestinations()
  const likenesses = useLikenesses(former.data?.records)
  const use = useCounterparty({ id: address })
  const { known } = own
  const evidence = useMemo(
    () => evidenceOf({ address, networkId, assetId, memo }, known, likenesses ?? undefined),
    [known, likenesses, address, networkId, assetId, memo],
  )
  const isListed = evidence.names.some(({ kind }) => kind === 'whitelist')
  const listing = list.isError ? 'failed' : list.data ? indexed : 'waiting'
  // The service may have more whitelists than it sent.
  const whitelists = listing === 'read' && !isListed && !list.data?.isWhole ? 'failed' : listing
  const readings: EvidenceRead = {
    ...{ whitelists, vaults: own.state, transactions: usageReading(use) },
    former: likenesses !== null ? 'read' : former.isError ? 'failed' : 'waiting',
  }
  const verdict = verdictOf(evidence, readings)
  const failures = [list, former].map(failureOf).filter((one) => one !== null && !needsAllRecords(one))
  return {
    ...{ evidence, verdict, use, areAllOwn: own.areAll },
    isAwaited: verdict === null && needsAllRecords(failureOf(use)),
    comparedWith: known?.size ?? 0,
    former: former.data
      ? { compared: former.data.records.length, total: former.data.total ?? former.data.records.length }
      : null,
    whitelists: { reading: whitelists, count: list.data?.records.length ?? 0 },
    failure: failures[0] ?? null,
    retry: () => {
      for (const one of [list, former]) if (one.isError) void one.refetch()
    },
  }
}

/** What is trusted. Where there are more addresses of vaults than the book has, it is asked whether this is one of them. */
function useOwn(address: string): {
  readonly known: KnownAddresses | undefined
  readonly state: ListState
  /** False where it may look like one that it was not compared with. */
  readonly areAll: boolean
} {
  const book = useAddressBook()
  const { vaults, areAllOwn } = useAddressListStates()
  const isCut = vaults === 'read' && !areAllOwn
  const named = useOwnAddresses({ address, enabled: isCut })
  const addresses = isCut ? named.data?.records : undefined
  const known = useMemo(
    () => (addresses && addresses.length > 0 ? book?.known.learn(addresses) : book?.known),
    [book, addresses],
  )
  if (!isCut) return { known, state: vaults, areAll: areAllOwn }
  // Not of the records: what the latest withdrawals show is not all that there is.
  const isTold = named.data?.from === 'store'
  return { known, areAll: false, state: isTold ? 'read' : named.isError ? 'failed' : 'waiting' }
}

/** Null before they are there. Made between inputs: there may be thousands. */
function useLikenesses(destinations: readonly FormerDestination[] | undefined): FormerLikenesses | null {
  const read = useDeferredValue(destinations)
  const likenesses = useMemo(() => (read ? new FormerLikenesses(read) : null), [read])
  return read === destinations ? likenesses : null
}

function usageReading(use: AddressCheck['use']): UsageState {
  if (use.data === undefined || use.isPlaceholderData) return use.isError ? 'failed' : 'waiting'
  return 'refusal' in use.data ? 'failed' : usageOf(use.data)
}

function usageOf({ sent, received, doubts }: CounterpartyFigure): Usage {
  const completed = { sent: countOf(sent, 'completed'), received: countOf(received, 'completed') }
  return {
    ...completed,
    notCompleted: {
      sent: countOf(sent) - completed.sent,
      received: countOf(received) - completed.received,
    },
    unknown: countOf(sent, 'unknown') + countOf(received, 'unknown'),
    atLeast: doubts.length > 0,
  }
}
