import { useMemo } from 'react'
import type { KnownAddress, LookAlike } from '../../addresses/known.ts'
import {
  type ChainValidity,
  foreignTo,
  validitiesOf,
  validityOf,
  variantsOf,
} from '../../addresses/validity.ts'
import { type Reading, type UsageSoFar, type Verdict, verdictSoFar } from '../../addresses/verdict.ts'
import { type ApiError, failureOf } from '../../api/api-error.ts'
import { useAllWhitelists, useFirstTransactions } from '../../api/hooks.ts'
import type { Transaction } from '../../api/records.ts'
import { canonicalAddress, chainOf, type Validity } from '../../chains/index.ts'
import type { Filter } from '../../contract/endpoints.ts'
import { useAddressBook, useIsBookCurrent } from '../../records/addresses/book.tsx'
import { usePreferences } from '../../records/preferences.ts'
import type { CheckQuery } from '../../url/hrefs.ts'

/** A check: the verdict, and all on which it rests. */
export interface AddressCheck {
  /** Null while what it rests on is being read. */
  readonly verdict: Verdict | null
  readonly names: readonly KnownAddress[]
  /** Who has it on networks of other chains than the one that was named. */
  readonly elsewhere: readonly KnownAddress[]
  readonly lookAlikes: readonly LookAlike[]
  /** How many known addresses it was compared with. */
  readonly comparedWith: number
  readonly validity: Validity
  readonly validities: readonly ChainValidity[]
  readonly spellings: readonly string[]
  /** Whether an address of a record is this one, however it is spelled. */
  readonly isSame: (address: string | null) => boolean
  readonly history: History
  readonly whitelists: {
    readonly reading: Reading
    readonly count: number
    readonly failure: ApiError | null
    readonly refetch: () => void
  }
}

/** Checks an address against everything that is known, and asks the service for its transactions. */
export function useCheck({ address, network_id, asset_id, memo }: CheckQuery): AddressCheck {
  const book = useAddressBook()
  const isCurrent = useIsBookCurrent()
  const query = useAllWhitelists({}, { live: false })
  const failure = failureOf(query)
  const whitelists: Reading =
    failure && !query.isFetching ? 'failed' : !isCurrent || query.data === undefined ? 'waiting' : 'read'
  const found = useMemo(() => {
    const { names = [], lookAlikes = [] } = book?.known.lookup(address, network_id) ?? {}
    const isElsewhere = network_id !== null && names.length === 0
    const foreign = foreignTo(address)
    return {
      names,
      lookAlikes,
      elsewhere: isElsewhere ? (book?.known.lookup(address, null).names ?? []) : [],
      ...(foreign
        ? { validity: foreign, validities: [{ chain: chainOf(network_id), validity: foreign }] }
        : { validity: validityOf(address, network_id), validities: validitiesWith(address, names) }),
    }
  }, [book, address, network_id])
  const spellingsText = JSON.stringify(variantsOf(address, network_id, found.names))
  // The same array as long as they are the same, so that nothing is asked again for nothing.
  const spellings = useMemo((): readonly string[] => JSON.parse(spellingsText), [spellingsText])
  const isSame = useMemo(() => sameAs(spellings, network_id), [spellings, network_id])
  const history = useHistory(spellings, isSame)
  const evidence = { address, networkId: network_id, assetId: asset_id, memo, ...found }
  return {
    ...found,
    verdict: verdictSoFar(evidence, { whitelists, transactions: history.usage }),
    comparedWith: book?.known.size ?? 0,
    spellings,
    isSame,
    history,
    whitelists: {
      reading: whitelists,
      count: query.data?.records.length ?? 0,
      failure,
      refetch: () => void query.refetch(),
    },
  }
}

/** What it is in each chain in which it is known, too: as it is written it may be no address there. */
function validitiesWith(address: string, names: readonly KnownAddress[]): readonly ChainValidity[] {
  const validities = validitiesOf(address)
  const known = new Map(names.map((name) => [name.chain, name.networkId]))
  for (const { chain } of validities) known.delete(chain)
  return [
    ...validities,
    ...[...known].map(([chain, networkId]) => ({ chain, validity: validityOf(address, networkId) })),
  ]
}

/** Whether an address of a record is the one that was asked for, in whatever spelling the service has it. */
function sameAs(spellings: readonly string[], networkId: string | null) {
  const chain = chainOf(networkId)
  const [asked = ''] = spellings
  const canonical = canonicalAddress(asked, chain)
  const small = spellings.map((spelling) => spelling.toLowerCase())
  return (address: string | null) =>
    address !== null &&
    (spellings.includes(address.trim()) ||
      // Of several spellings that case alone tells apart, the service may have one that nobody thought of.
      small.filter((spelling) => spelling === address.trim().toLowerCase()).length > 1 ||
      canonicalAddress(address, chain) === canonical)
}

/** What an address was used for: sent to, and received from, as far as the first page of each tells. */
interface History {
  readonly sent: readonly HistoryLine[]
  readonly received: readonly HistoryLine[]
  readonly usage: UsageSoFar
  /** ISO 8601 instant of the latest answer; null before the first. */
  readonly asOf: string | null
  readonly isFetching: boolean
  readonly refetch: () => void
}

/** One question and its answer, as far as there is one. */
export interface HistoryAnswer {
  readonly spelling: string
  readonly filter: Filter<'transactions'>
  readonly reading: Reading
  /** On the first page; none before the answer. */
  readonly transactions: readonly Transaction[]
  /** There are more than the first page has. */
  readonly hasMore: boolean
  readonly failure: ApiError | null
}

/**
 * The transactions of one end in one spelling of the address, without those that another spelling has shown already. `reading` is `failed`
 * too where the service does not keep to the filter and has more: its records may be anywhere among the rest.
 */
export interface HistoryLine extends HistoryAnswer {
  /** How many of them are completed. */
  readonly completed: number
  /** The service gave transactions in which the address is not. */
  readonly hasOthers: boolean
}

/** So many are read at once: more are counted when the reader asks for it. */
const firstPage = 100

/** Asks for the transactions to and from an address in each of its spellings, since a service compares them exactly. */
function useHistory(spellings: readonly string[], isSame: (address: string | null) => boolean): History {
  const { live } = usePreferences()
  const filters = useMemo(
    () => [
      ...spellings.map((spelling) => ({ destination_address: spelling })),
      ...spellings.map((spelling) => ({ source_address: spelling })),
    ],
    [spellings],
  )
  const queries = useFirstTransactions(filters, firstPage, { live })
  const answers = queries.map((query, index): HistoryAnswer => {
    const failure = failureOf(query)
    return {
      spelling: spellings[index % spellings.length] ?? '',
      filter: filters[index] ?? {},
      transactions: query.data?.records ?? [],
      hasMore: query.data?.hasNext ?? false,
      reading: failure && !query.isFetching ? 'failed' : query.isPending ? 'waiting' : 'read',
      failure,
    }
  })
  const sent = historyLines(answers.slice(0, spellings.length), (one) =>
    isSame(one.destination.destination_address),
  )
  const received = historyLines(answers.slice(spellings.length), (one) => isSame(one.source.source_address))
  const times = queries.flatMap(({ data }) => data?.receivedAt ?? [])
  return {
    sent,
    received,
    usage: usageOf(sent, received),
    asOf: times.sort().at(-1) ?? null,
    isFetching: queries.some((query) => query.isFetching),
    refetch: () => {
      for (const query of queries) void query.refetch()
    },
  }
}

/** The answers for one end, without the transactions in which the address is not, and each transaction once. */
export function historyLines(
  answers: readonly HistoryAnswer[],
  isOfIt: (transaction: Transaction) => boolean,
): readonly HistoryLine[] {
  const seen = new Set<string>()
  return answers.map((answer) => {
    const ofIt = answer.transactions.filter(isOfIt)
    // A service that takes several spellings for one gives the same transactions for each.
    const transactions = ofIt.filter(({ transaction_id: id }) => id === null || !seen.has(id))
    for (const { transaction_id: id } of transactions) if (id !== null) seen.add(id)
    const hasOthers = ofIt.length < answer.transactions.length
    return {
      ...answer,
      transactions,
      completed: transactions.filter(({ status }) => status === 'completed').length,
      hasOthers,
      reading: answer.reading === 'read' && hasOthers && answer.hasMore ? 'failed' : answer.reading,
    }
  })
}

/** What they come to once all of them are read. */
export function usageOf(sent: readonly HistoryLine[], received: readonly HistoryLine[]): UsageSoFar {
  const lines = [...sent, ...received]
  for (const unread of ['failed', 'waiting'] as const)
    if (lines.some(({ reading }) => reading === unread)) return unread
  const completed = (line: HistoryLine) => line.completed
  const notCompleted = (line: HistoryLine) => line.transactions.length - line.completed
  return {
    sent: sumOf(sent, completed),
    received: sumOf(received, completed),
    notCompleted: { sent: sumOf(sent, notCompleted), received: sumOf(received, notCompleted) },
    atLeast: lines.some(({ hasMore }) => hasMore),
  }
}

function sumOf(lines: readonly HistoryLine[], of: (line: HistoryLine) => number): number {
  return lines.reduce((total, line) => total + of(line), 0)
}
