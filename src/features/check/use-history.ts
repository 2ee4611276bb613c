import { useMemo } from 'react'
import type { UsageSoFar } from '../../addresses/verdict-so-far.ts'
import { failureOf } from '../../api/api-error.ts'
import { useFirstTransactions } from '../../api/hooks.ts'
import { type HistoryLine, type HistoryQuery, historyLines, usageOf } from './history-lines.ts'

/** What an address was used for: sent to, and received from, as far as the first page of each tells. */
export interface History {
  readonly sent: readonly HistoryLine[]
  readonly received: readonly HistoryLine[]
  readonly usage: UsageSoFar
  /** ISO 8601 instant of the latest answer; null before the first. */
  readonly asOf: string | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** So many are read at once: more are counted when the reader asks for it. */
const firstPage = 100

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
  const answered = queries.map((query, index): HistoryQuery => {
    const failure = failureOf(query)
    return {
      spelling: spellings[index % spellings.length] ?? '',
      filter: filters[index] ?? {},
      records: query.data?.records ?? [],
      hasMore: query.data?.hasNext ?? false,
      reading: failure && !query.isFetching ? 'failed' : query.isPending ? 'waiting' : 'read',
      failure,
    }
  })
  const sent = historyLines('sent', answered.slice(0, spellings.length), isSame)
  const received = historyLines('received', answered.slice(spellings.length), isSame)
  return {
    sent,
    received,
    usage: usageOf(sent, received),
    asOf:
      queries
        .flatMap(({ data }) => data?.receivedAt ?? [])
        .sort()
        .at(-1) ?? null,
    isFetching: queries.some((query) => query.isFetching),
    refetch: () => {
      for (const query of queries) void query.refetch()
    },
  }
}
