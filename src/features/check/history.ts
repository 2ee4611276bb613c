/** What an address was used for, as far as the first page of transactions to and from it tells, in each of its spellings. */
import { useMemo } from 'react'
import type { Reading, UsageSoFar } from '../../addresses/verdict.ts'
import { type ApiError, failureOf } from '../../api/api-error.ts'
import { useFirstTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import type { Filter } from '../../contract/endpoints.ts'

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

/** The transactions of one end in one spelling of the address. */
export interface HistoryLine {
  readonly spelling: string
  readonly filter: Filter<'transactions'>
  /** `failed` too where the service does not keep to the filter and has more: its records may be anywhere among the rest. */
  readonly reading: Reading
  /** On the first page; those that another spelling has shown already are not here. */
  readonly transactions: readonly Transaction[]
  /** How many of them are completed. */
  readonly completed: number
  /** There are more than the first page has. */
  readonly hasMore: boolean
  /** The service gave transactions in which the address is not. */
  readonly hasOthers: boolean
  readonly failure: ApiError | null
}

/** Where in a transaction an address stands: sent to, or received from. */
type End = 'sent' | 'received'

/** One question and its answer, as far as there is one. */
export interface HistoryQuery {
  readonly spelling: string
  readonly filter: Filter<'transactions'>
  /** None before the answer. */
  readonly records: readonly Transaction[]
  readonly hasMore: boolean
  readonly reading: Reading
  readonly failure: ApiError | null
}

/** The answers for one end, without the transactions in which the address is not, and each transaction once. */
export function historyLines(
  end: End,
  queries: readonly HistoryQuery[],
  isSame: (address: string | null) => boolean,
): readonly HistoryLine[] {
  const seen = new Set<string>()
  return queries.map(({ records, reading, ...one }) => {
    const ofIt = records.filter((transaction) => isSame(addressAt(end, transaction)))
    const transactions = ofIt.filter(({ transaction_id }) => {
      // A service that takes several spellings for one gives the same transactions for each.
      if (transaction_id === null) return true
      const isNew = !seen.has(transaction_id)
      seen.add(transaction_id)
      return isNew
    })
    const hasOthers = ofIt.length < records.length
    return {
      ...one,
      transactions,
      completed: transactions.filter(({ status }) => status === 'completed').length,
      hasOthers,
      reading: reading === 'read' && hasOthers && one.hasMore ? 'failed' : reading,
    }
  })
}

/** What they come to once all of them are read. */
export function usageOf(sent: readonly HistoryLine[], received: readonly HistoryLine[]): UsageSoFar {
  const lines = [...sent, ...received]
  for (const unread of ['failed', 'waiting'] as const)
    if (lines.some(({ reading }) => reading === unread)) return unread
  return {
    sent: sum(sent, ({ completed }) => completed),
    received: sum(received, ({ completed }) => completed),
    notCompleted: { sent: sum(sent, notCompleted), received: sum(received, notCompleted) },
    atLeast: lines.some(({ hasMore }) => hasMore),
  }
}

function notCompleted({ transactions, completed }: HistoryLine): number {
  return transactions.length - completed
}

function sum(lines: readonly HistoryLine[], of: (line: HistoryLine) => number): number {
  return lines.reduce((total, line) => total + of(line), 0)
}

function addressAt(end: End, { source, destination }: Transaction): string | null {
  return end === 'sent' ? destination.destination_address : source.source_address
}
