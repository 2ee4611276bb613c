import { useMemo } from 'react'
import { requestsOf } from '../../addresses/requests.ts'
import { spellingsOf } from '../../addresses/spellings.ts'
import {
  type Evidence,
  evidenceOf,
  type Reading,
  type UsageReading,
  type Verdict,
  verdictOf,
} from '../../addresses/verdict.ts'
import { type ApiError, failureOf } from '../../api/api-error.ts'
import { useAllWhitelists, useFirstTransactions, useRetry } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { sameAccount } from '../../chains/index.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { transactionStatuses } from '../../contract/enumerations.ts'
import { useAddressBook, useBookReadings } from '../../records/addresses/book.tsx'
import { usePreferences } from '../../records/preferences.ts'
import type { CheckQuery } from '../../url/hrefs.ts'

/** The verdict, and all that it depends on. */
export interface AddressCheck extends Evidence {
  /** Null while something that it depends on is being read. */
  readonly verdict: Verdict | null
  /** The number of known addresses that it was compared with. */
  readonly comparedWith: number
  readonly spellings: readonly string[]
  /** How many more spellings are known, and not asked for. */
  readonly unasked: number
  readonly history: History
  readonly whitelists: {
    readonly reading: Reading
    readonly count: number
    readonly failure: ApiError | null
  }
}

/** Checks an address against everything that is known, and asks the service for its transactions. */
export function useCheck({ address, network_id, asset_id, memo }: CheckQuery): AddressCheck {
  const known = useAddressBook()?.known
  const readings = useBookReadings()
  const query = useAllWhitelists({}, { live: false })
  const failure = failureOf(query)
  const evidence = useMemo(
    () => evidenceOf({ address, networkId: network_id, assetId: asset_id, memo }, known),
    [known, address, network_id, asset_id, memo],
  )
  const isListed = evidence.names.some(({ kind }) => kind === 'whitelist')
  const isMissed = query.data?.isWhole === false && !isListed && readings.whitelists === 'read'
  const isFailed = isMissed || (failure !== null && !query.isFetching)
  const whitelists: Reading = isFailed ? 'failed' : query.data ? readings.whitelists : 'waiting'
  const { requests, spellings, unasked } = useMemo(
    () =>
      requestsOf({ address }, () =>
        spellingsOf(address, network_id, known?.lookup(address, network_id).spellings),
      ),
    [address, network_id, known],
  )
  const history = useHistory(address, requests, spellings)
  return {
    ...evidence,
    verdict: verdictOf(evidence, {
      whitelists,
      vaults: readings.vaults,
      transactions: usageOf(history.sent, history.received),
    }),
    comparedWith: known?.size ?? 0,
    spellings,
    unasked,
    history,
    whitelists: {
      reading: whitelists,
      count: query.data?.records.length ?? 0,
      failure,
    },
  }
}

/** Transactions to and from the address, from the first page of each. */
interface History {
  readonly sent: readonly HistoryLine[]
  readonly received: readonly HistoryLine[]
  /** ISO 8601 instant of the latest answer; null before the first. */
  readonly asOf: string | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** The transactions at one end in one spelling. */
export interface HistoryAnswer {
  readonly spelling: string
  readonly filter: Filter<'transactions'>
  readonly reading: Reading
  readonly transactions: readonly Transaction[]
  readonly hasMore: boolean
  readonly failure: ApiError | null
}

/** Without transactions that an earlier spelling has. `failed`, too, if the service ignores the filter and has more transactions. */
export interface HistoryLine extends HistoryAnswer {
  readonly completed: number
  /** Those of an unknown status: they may be completed. */
  readonly unknown: number
  /** The service returned transactions without the address. */
  readonly hasOthers: boolean
}

const firstPage = 100

/** Asks for each spelling, because a service compares addresses exactly. */
function useHistory(
  address: string,
  requests: readonly Filter<'transactions'>[],
  spellings: readonly string[],
): History {
  const { live } = usePreferences()
  const queries = useFirstTransactions(requests, firstPage, { live })
  const retry = useRetry()
  const isSame = useMemo(() => sameAccount(address), [address])
  const isIt = (text: string | null, networkId: string | null) =>
    isSame(text, networkId) || (text !== null && spellings.includes(text))
  const answers = requests.flatMap((filter, index): readonly HistoryAnswer[] => {
    const query = queries[index]
    if (!query) return []
    const failure = failureOf(query)
    return [
      {
        filter,
        spelling: filter.destination_address ?? filter.source_address ?? '',
        transactions: query.data?.records ?? [],
        hasMore: query.data?.hasNext ?? false,
        reading: failure && !query.isFetching ? 'failed' : query.isPending ? 'waiting' : 'read',
        failure,
      },
    ]
  })
  return {
    sent: historyLines(
      answers.filter(({ filter }) => filter.destination_address !== undefined),
      ({ destination, network_id }) => isIt(destination.destination_address, network_id),
    ),
    received: historyLines(
      answers.filter(({ filter }) => filter.source_address !== undefined),
      ({ source, network_id }) => isIt(source.source_address, network_id),
    ),
    asOf:
      queries
        .flatMap(({ data }) => data?.receivedAt ?? [])
        .sort()
        .at(-1) ?? null,
    isFetching: queries.some((query) => query.isFetching),
    refetch: () => {
      for (const query of queries) void query.refetch()
      retry()
    },
  }
}

/** Leaves out transactions without the address, and repeated ones: a service may take several spellings for one. */
export function historyLines(
  answers: readonly HistoryAnswer[],
  hasAddress: (transaction: Transaction) => boolean,
): readonly HistoryLine[] {
  const counted = new Set<string>()
  return answers.map((answer) => {
    const withAddress = answer.transactions.filter(hasAddress)
    const transactions = withAddress.filter(({ transaction_id: id }) => id === null || !counted.has(id))
    for (const { transaction_id: id } of transactions) if (id !== null) counted.add(id)
    const hasOthers = withAddress.length < answer.transactions.length
    return {
      ...answer,
      transactions,
      completed: transactions.filter(({ status }) => status === 'completed').length,
      unknown: transactions.filter(({ status }) => transactionStatuses.every((known) => known !== status))
        .length,
      hasOthers,
      reading: answer.reading === 'read' && hasOthers && answer.hasMore ? 'failed' : answer.reading,
    }
  })
}

export function usageOf(sent: readonly HistoryLine[], received: readonly HistoryLine[]): UsageReading {
  const lines = [...sent, ...received]
  for (const unread of ['failed', 'waiting'] as const)
    if (lines.some(({ reading }) => reading === unread)) return unread
  const total = (of: readonly HistoryLine[]) => of.reduce((sum, line) => sum + line.transactions.length, 0)
  const completed = (of: readonly HistoryLine[]) => of.reduce((sum, line) => sum + line.completed, 0)
  return {
    sent: completed(sent),
    received: completed(received),
    notCompleted: { sent: total(sent) - completed(sent), received: total(received) - completed(received) },
    unknown: lines.reduce((sum, { unknown }) => sum + unknown, 0),
    atLeast: lines.some(({ hasMore }) => hasMore),
  }
}
