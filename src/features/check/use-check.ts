import { useMemo } from 'react'
import { type KnownAddresses, knownAddresses } from '../../addresses/known.ts'
import {
  type Evidence,
  evidenceOf,
  type ListState,
  type Verdict,
  verdictOf,
} from '../../addresses/verdict.ts'
import { type ApiError, failureOf } from '../../api/api-error.ts'
import { useAllWhitelists } from '../../api/hooks.ts'
import { useAddressBook, useBookReadings } from '../../records/addresses/book.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import { useBooks, useBooksView, useReading } from '../../work/use-books.ts'

/** The verdict, and all that it depends on. */
export interface AddressCheck extends Evidence {
  /** Null while something that it depends on is being read. */
  readonly verdict: Verdict | null
  /** The number of known addresses that it was compared with; null until all records are read, which changes it. */
  readonly comparedWith: number | null
  readonly whitelists: TrustedWhitelists
}

interface TrustedWhitelists {
  readonly reading: ListState
  /** False where the service may have more than it gave. */
  readonly areAll: boolean
  readonly count: number
  readonly failure: ApiError | null
}

interface Trusted {
  readonly known: KnownAddresses | undefined
  readonly whitelists: TrustedWhitelists
  /** The transactions that tell the addresses of vaults. */
  readonly vaults: ListState
}

/** Checks an address against everything that is known. */
export function useCheck({ address, network_id, asset_id, memo }: CheckQuery): AddressCheck {
  const { books } = useBooks()
  const { isStopped } = useReading()
  const booked = useTrustedInBooks()
  const listed = useTrustedInLists(books === null)
  const { known, whitelists, vaults } = books ? booked : listed
  const usage = useBooksView('address-usage', books, address)
  const evidence = useMemo(
    () => evidenceOf({ address, networkId: network_id, assetId: asset_id, memo }, known),
    [known, address, network_id, asset_id, memo],
  )
  const isListed = evidence.names.some(({ kind }) => kind === 'whitelist')
  const isMissed = !whitelists.areAll && !isListed && whitelists.reading === 'read'
  const reading = isMissed ? 'failed' : whitelists.reading
  const unused = usage.isError || (books === null && isStopped) ? 'failed' : 'waiting'
  return {
    ...evidence,
    verdict: verdictOf(evidence, {
      whitelists: reading,
      vaults,
      transactions: (books && usage.data) ?? unused,
    }),
    comparedWith: books && known ? known.size : null,
    whitelists: { ...whitelists, reading },
  }
}

function useTrustedInBooks(): Trusted {
  const { books } = useBooks()
  const { data, isError } = useBooksView('trusted', books, undefined)
  const known = useMemo(() => data && knownAddresses(data.whitelists, data.transactions), [data])
  const reading = data ? 'read' : isError ? 'failed' : 'waiting'
  return {
    known,
    whitelists: {
      reading,
      areAll: data?.areAllWhitelists ?? false,
      count: data?.whitelists.length ?? 0,
      failure: null,
    },
    vaults: reading,
  }
}

function useTrustedInLists(enabled: boolean): Trusted {
  const known = useAddressBook()?.known
  const readings = useBookReadings()
  const query = useAllWhitelists({}, { live: false, enabled })
  const failure = failureOf(query)
  const isFailed = failure !== null && !query.isFetching
  return {
    known,
    whitelists: {
      reading: isFailed ? 'failed' : query.data ? readings.whitelists : 'waiting',
      areAll: query.data?.isWhole !== false,
      count: query.data?.records.length ?? 0,
      failure,
    },
    vaults: readings.vaults,
  }
}
