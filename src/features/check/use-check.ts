import { useMemo } from 'react'
import {
  type Evidence,
  type EvidenceRead,
  evidenceOf,
  type ListState,
  type Payee,
  type Verdict,
  verdictOf,
} from '../../addresses/verdict.ts'
import { failureOf } from '../../api/failure.ts'
import { useAllWhitelists } from '../../api/hooks.ts'
import type { ApiError } from '../../contract/api-error.ts'
import { useAddressBook, useBookReadings } from '../../records/addresses/book.tsx'
import type { CheckQuery } from '../../url/hrefs.ts'
import { useBooks, useBooksView, useReading } from '../../work/work.ts'

export interface AddressCheck {
  readonly evidence: Evidence
  /** Null while something that it depends on is being read. */
  readonly verdict: Verdict | null
  /** The number of trusted addresses that it was compared with; null until all records are read, which changes it. */
  readonly comparedWith: number | null
  readonly whitelists: {
    readonly reading: ListState
    readonly count: number
    readonly failure: ApiError | null
  }
}

/** Checks an address against the books, and until those are there, against whitelists and the transactions of this tab. */
export function useCheck({ address, network_id, asset_id, memo }: CheckQuery): AddressCheck {
  const { books } = useBooks()
  const { isStopped } = useReading()
  const payee = { address, networkId: network_id, assetId: asset_id, memo }
  // The memo is only compared, and may change while the address stays.
  const inBooks = useBooksView('check', books, { ...payee, memo: null })
  const listed = useListedEvidence(payee, books === null)
  const checked = books === null ? undefined : inBooks.data
  const evidence = checked ? { ...checked.evidence, memo } : listed.evidence
  const reading: ListState = checked ? 'read' : inBooks.isError ? 'failed' : 'waiting'
  const whitelists =
    books === null
      ? listed.whitelists
      : {
          ...{ reading, areAll: checked?.areAllWhitelists ?? false },
          ...{ count: checked?.whitelists ?? 0, failure: null },
        }
  const isListed = evidence.names.some(({ kind }) => kind === 'whitelist')
  // The service may have more whitelists than it sent.
  const isUnsure = whitelists.reading === 'read' && !whitelists.areAll && !isListed
  const readings: EvidenceRead = {
    whitelists: isUnsure ? 'failed' : whitelists.reading,
    vaults: books === null ? listed.vaults : reading,
    transactions: checked?.usage ?? (inBooks.isError || (books === null && isStopped) ? 'failed' : 'waiting'),
  }
  return {
    evidence,
    verdict: verdictOf(evidence, readings),
    comparedWith: checked?.comparedWith ?? null,
    whitelists: { ...whitelists, reading: readings.whitelists },
  }
}

function useListedEvidence({ address, networkId, assetId, memo }: Payee, enabled: boolean) {
  const known = useAddressBook()?.known
  const readings = useBookReadings()
  const query = useAllWhitelists({}, { live: false, enabled })
  const failure = failureOf(query)
  const evidence = useMemo(
    () => evidenceOf({ address, networkId, assetId, memo }, known),
    [known, address, networkId, assetId, memo],
  )
  const isFailed = failure !== null && !query.isFetching
  return {
    evidence,
    whitelists: {
      reading: isFailed ? ('failed' as const) : query.data ? readings.whitelists : ('waiting' as const),
      areAll: query.data?.isWhole !== false,
      count: query.data?.records.length ?? 0,
      failure,
    },
    /** The transactions that name the addresses of vaults. */
    vaults: readings.vaults,
  }
}
