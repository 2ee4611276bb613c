import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import { limitRange } from '../contract/endpoints.ts'
import type { Transaction } from '../contract/normal-records.ts'
import type { Records } from '../sync/service/endpoints.ts'
import { retryInterval, transactionsQuery, useSessionMark } from './hooks.ts'

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
    ...transactionsQuery({ transaction_type: 'withdraw' }, latestWithdrawals),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
    refetchInterval: retryInterval,
  })
  const read = useTransactionsRead(wanted)
  const session = useSessionMark()
  const [kept, setKept] = useState(noEvidence)
  const evidence = useMemo(
    () => withEvidence(kept.session === session ? kept : { ...noEvidence, session }, read),
    [read, kept, session],
  )
  if (evidence !== kept) setKept(evidence)
  return { transactions: evidence.transactions, isWaiting: isPending, isFailed: isLoadingError }
}

/** One more is asked for, and no service has to give more than the default. */
const latestWithdrawals = { limit: limitRange.default - 1, offset: 0 }

/** Transactions that show which addresses are the organization's own. */
interface OwnAddressEvidence {
  readonly session: string | null
  /** By address, vault and asset: the ids of at most two transactions. */
  readonly witnesses: ReadonlyMap<string, ReadonlySet<string | null>>
  readonly transactions: readonly Transaction[]
}

const noEvidence: OwnAddressEvidence = { session: null, witnesses: new Map(), transactions: [] }

function withEvidence(before: OwnAddressEvidence, read: readonly Transaction[]): OwnAddressEvidence {
  const witnesses = new Map(before.witnesses)
  const added = read.filter((transaction) => {
    const id = transaction.transaction_id
    const news = ownAddressesIn(transaction).filter((address) => {
      const ids = witnesses.get(address)
      return !ids || (ids.size < 2 && !ids.has(id))
    })
    for (const address of news) witnesses.set(address, new Set([...(witnesses.get(address) ?? []), id]))
    return news.length > 0
  })
  if (added.length === 0) return before
  return { ...before, witnesses, transactions: [...before.transactions, ...added] }
}

/** Cached: each page asks again about every transaction read before. */
const ownAddresses = new WeakMap<Transaction, readonly string[]>()

function ownAddressesIn(transaction: Transaction): readonly string[] {
  const cached = ownAddresses.get(transaction)
  if (cached) return cached
  const { source, destination, network_id, asset_id } = transaction
  const { source_type, source_address, source_id, source_name } = source
  const { destination_type, destination_address, destination_id, destination_name } = destination
  const addresses = [
    source_type === 'vault' && [source_address, source_id, source_name],
    destination_type === 'vault' && [destination_address, destination_id, destination_name],
  ].flatMap((end) => (end ? [JSON.stringify([...end, network_id, asset_id])] : []))
  ownAddresses.set(transaction, addresses)
  return addresses
}
