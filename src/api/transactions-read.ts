import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { limitRange } from '../contract/endpoints.ts'
import type { Records } from './endpoints.ts'
import { retryInterval, transactionsQuery, useSessionMark } from './hooks.ts'
import type { Transaction } from './records.ts'

/** Every transaction in this tab's cache, latest reading first. Hash search uses it, because the service has none. */
export function transactionsRead(client: QueryClient): readonly Transaction[] {
  const readings = readingsOf(client).sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const byId = new Map<string, Transaction>()
  for (const { queryKey } of readings) {
    // Both endpoints share one envelope, and these keys hold nothing else.
    const records = client.getQueryData<Records<Transaction>>(queryKey)?.records ?? []
    for (const record of records)
      if (record.transaction_id !== null && !byId.has(record.transaction_id))
        byId.set(record.transaction_id, record)
  }
  return [...byId.values()]
}

export function useTransactionsRead(active: boolean): readonly Transaction[] {
  const client = useQueryClient()
  const cache = client.getQueryCache()
  const follow = useCallback((changed: () => void) => cache.subscribe(changed), [cache])
  const latest = useSyncExternalStore(follow, () =>
    active ? Math.max(0, ...readingsOf(client).map(({ state }) => state.dataUpdatedAt)) : null,
  )
  return useMemo(() => (latest === null ? [] : transactionsRead(client)), [client, latest])
}

function readingsOf(client: QueryClient) {
  return [['transactions'], ['transaction']].flatMap((queryKey) =>
    client.getQueryCache().findAll({ queryKey }),
  )
}

/**
 * The first two transactions per own address, asset and vault, from this tab and the latest withdrawals. The array is stable. A failed reading
 * is tried again.
 */
export function useOwnTransactions(wanted: boolean): {
  readonly transactions: readonly Transaction[]
  readonly isWaiting: boolean
  readonly isFailed: boolean
} {
  // Once is enough: later reads add to it.
  const { isPending, isLoadingError } = useQuery({
    ...transactionsQuery({ transaction_type: 'withdraw' }, latest),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: retryInterval,
  })
  const read = useTransactionsRead(wanted)
  const session = useSessionMark()
  const [kept, setKept] = useState(nothingTold)
  const told = useMemo(
    () => toldBy(read, kept.session === session ? kept : { ...nothingTold, session }),
    [read, kept, session],
  )
  if (told !== kept) setKept(told)
  return { transactions: told.transactions, isWaiting: isPending, isFailed: isLoadingError }
}

/** One more is asked for, and no service has to give more than the default. */
const latest = { limit: limitRange.default - 1, offset: 0 }

interface Told {
  readonly session: string | null
  readonly tellers: ReadonlyMap<string, ReadonlySet<string | null>>
  readonly transactions: readonly Transaction[]
}

const nothingTold: Told = { session: null, tellers: new Map(), transactions: [] }

function toldBy(read: readonly Transaction[], before: Told): Told {
  const tellers = new Map(before.tellers)
  const added = read.filter((transaction) => {
    const id = transaction.transaction_id
    const news = ownAddressesIn(transaction).filter((fact) => {
      const known = tellers.get(fact)
      return !known || (known.size < 2 && !known.has(id))
    })
    for (const fact of news) tellers.set(fact, new Set([...(tellers.get(fact) ?? []), id]))
    return news.length > 0
  })
  return added.length === 0
    ? before
    : { ...before, tellers, transactions: [...before.transactions, ...added] }
}

/** Cached: each page asks again about every transaction read before. */
const facts = new WeakMap<Transaction, readonly string[]>()

function ownAddressesIn(transaction: Transaction): readonly string[] {
  const known = facts.get(transaction)
  if (known) return known
  const { source, destination, network_id, asset_id } = transaction
  const own = [
    source.source_type === 'vault' && [source.source_address, source.source_id, source.source_name],
    destination.destination_type === 'vault' && [
      destination.destination_address,
      destination.destination_id,
      destination.destination_name,
    ],
  ]
  const told = own.flatMap((end) => (end ? [JSON.stringify([...end, network_id, asset_id])] : []))
  facts.set(transaction, told)
  return told
}
