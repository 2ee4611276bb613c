import { useMemo } from 'react'
import type { Reading } from '../../addresses/verdict-so-far.ts'
import { ApiError } from '../../api/api-error.ts'
import { failureOf } from '../../api/failure.ts'
import { useFirstTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'

/** The transactions of one end in one spelling of the address. */
export interface HistoryLine {
  readonly spelling: string
  readonly filter: Filter<'transactions'>
  readonly reading: Reading
  /** On the first page; those that another spelling has shown already are not here. */
  readonly transactions: readonly Transaction[]
  /** There are more than the first page has. */
  readonly hasMore: boolean
  /** The service gave transactions in which the address is not. */
  readonly hasOthers: boolean
  readonly failure: ApiError | null
}

/** What an address was used for: sent to, and received from, as far as the first page of each tells. */
export interface History {
  readonly sent: readonly HistoryLine[]
  readonly received: readonly HistoryLine[]
  readonly reading: Reading
  readonly usage: { readonly sent: number; readonly received: number; readonly atLeast: boolean } | null
  /** ISO 8601 instant of the latest answer; null before the first. */
  readonly asOf: string | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** So many are read at once: more are counted when the reader asks for it. */
export const firstPage = 100

/** Asks for the transactions to and from an address in each of its spellings, since a service compares them exactly. */
export function useHistory(
  spellings: readonly string[],
  isSame: (address: string | null) => boolean,
  live: boolean,
): History {
  const filters = useMemo(
    () => [
      ...spellings.map((spelling) => ({ destination_address: spelling })),
      ...spellings.map((spelling) => ({ source_address: spelling })),
    ],
    [spellings],
  )
  const queries = useFirstTransactions(filters, firstPage, { live })
  const seen = { sent: new Set<string>(), received: new Set<string>() }
  const lines = queries.map((query, index): HistoryLine => {
    const end = index < spellings.length ? 'sent' : 'received'
    const found = failureOf(query)
    const failure = found?.isNoRecords ? null : found
    const records = found?.isNoRecords ? [] : (query.data?.records ?? [])
    const ofIt = records.filter((transaction) => isSame(addressAt(end, transaction)))
    return {
      spelling: spellings[index % spellings.length] ?? '',
      filter: filters[index] ?? {},
      reading:
        failure && !query.isFetching ? 'failed' : query.isPending && !found?.isNoRecords ? 'waiting' : 'read',
      transactions: ofIt.filter(({ transaction_id }) => {
        // A service that takes several spellings for one gives the same transactions for each.
        if (transaction_id === null) return true
        const isNew = !seen[end].has(transaction_id)
        seen[end].add(transaction_id)
        return isNew
      }),
      hasMore: query.data?.hasNext ?? false,
      hasOthers: ofIt.length < records.length,
      failure,
    }
  })
  const sent = lines.slice(0, spellings.length)
  const received = lines.slice(spellings.length)
  const reading = lines.some((line) => line.reading === 'failed')
    ? 'failed'
    : lines.some((line) => line.reading === 'waiting')
      ? 'waiting'
      : 'read'
  return {
    sent,
    received,
    reading,
    usage:
      reading === 'read'
        ? { sent: count(sent), received: count(received), atLeast: lines.some(({ hasMore }) => hasMore) }
        : null,
    asOf: latestAnswer(queries),
    isFetching: queries.some((query) => query.isFetching),
    refetch: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

/** That there are none is an answer as well. */
function latestAnswer(
  queries: readonly {
    readonly data: { readonly receivedAt: string } | undefined
    readonly error: Error | null
  }[],
): string | null {
  const instants = queries.flatMap(({ data, error }) =>
    error instanceof ApiError && error.isNoRecords
      ? new Date(error.at).toISOString()
      : (data?.receivedAt ?? []),
  )
  return instants.sort().at(-1) ?? null
}

function addressAt(end: 'sent' | 'received', { source, destination }: Transaction): string | null {
  return end === 'sent' ? destination.destination_address : source.source_address
}

function count(lines: readonly HistoryLine[]): number {
  return lines.reduce((sum, { transactions }) => sum + transactions.length, 0)
}
