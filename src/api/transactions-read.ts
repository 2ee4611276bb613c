import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { Records } from './endpoints.ts'
import { transactionsQuery } from './hooks.ts'
import type { Transaction } from './records.ts'

/**
 * Every transaction that this tab has read and still holds, each once, by its latest reading; the newest reading first. It is
 * the only place where a hash can be looked for, since the service cannot be asked for one.
 */
export function transactionsRead(client: QueryClient): readonly Transaction[] {
  const readings = readingsOf(client).sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
  const byId = new Map<string, Transaction>()
  for (const { queryKey } of readings) {
    // Both endpoints answer with the same envelope, and nothing else is kept under their names.
    const records = client.getQueryData<Records<Transaction>>(queryKey)?.records ?? []
    for (const record of records)
      if (record.transaction_id !== null && !byId.has(record.transaction_id))
        byId.set(record.transaction_id, record)
  }
  return [...byId.values()]
}

/** The same as a hook, which follows what is read while it is `active`; none while it is not. */
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
 * The transactions that tell the organization's own addresses: of all that this tab has read, and of the latest withdrawals, two or
 * more for each address, asset and vault. The same array as long as they tell the same. None while nobody wants to know. `isWaiting`: the
 * latest withdrawals are still on their way.
 */
export function useOwnTransactions(wanted: boolean): {
  readonly transactions: readonly Transaction[]
  readonly isWaiting: boolean
} {
  // Once is enough: what is read later tells more by itself.
  const { data, isFetching } = useQuery({
    ...transactionsQuery({ transaction_type: 'withdraw' }, latest),
    enabled: wanted,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const read = useTransactionsRead(wanted)
  const [kept, setKept] = useState(nothingTold)
  const telling = useMemo(() => tellingOwn(read, kept.transactions), [read, kept])
  if (kept.facts !== telling.facts) setKept(telling)
  return { transactions: kept.transactions, isWaiting: isFetching && data === undefined }
}

const latest = { limit: 200, offset: 0 }

interface Told {
  /** All that is told as one text, to see whether it is still the same. */
  readonly facts: string
  readonly transactions: readonly Transaction[]
}

const nothingTold: Told = { facts: '', transactions: [] }

/**
 * At least two transactions for each thing that is told, since what only one of them tells is news: those that told it before, as they were
 * read then where they still tell the same, and what the others add.
 */
function tellingOwn(transactions: readonly Transaction[], before: readonly Transaction[]): Told {
  const earlier = new Map(before.map((one) => [one.transaction_id, one]))
  const all = transactions.map((now) => {
    const then = earlier.get(now.transaction_id)
    return then && ownAddressesIn(then).join() === ownAddressesIn(now).join() ? then : now
  })
  const tellers = new Map<string, number>()
  const telling = new Set<Transaction>()
  const take = (transaction: Transaction) => {
    telling.add(transaction)
    for (const fact of ownAddressesIn(transaction)) tellers.set(fact, (tellers.get(fact) ?? 0) + 1)
  }
  for (const one of all) if (earlier.get(one.transaction_id) === one) take(one)
  for (const one of all)
    if (!telling.has(one) && ownAddressesIn(one).some((fact) => (tellers.get(fact) ?? 0) < 2)) take(one)
  return {
    facts: [...tellers]
      .map(([fact, count]) => `${Math.min(2, count)} ${fact}`)
      .sort()
      .join('\n'),
    transactions: all.filter((one) => telling.has(one)),
  }
}

/** What was found in transactions, as long as they are held: every page asks again about all that were read before it. */
const found = new WeakMap<Transaction, readonly string[]>()

function ownAddressesIn(transaction: Transaction): readonly string[] {
  const known = found.get(transaction)
  if (known) return known
  const { source, destination, network_id, asset_id } = transaction
  const facts = [
    source.source_type === 'vault' && [source.source_address, source.source_id, source.source_name],
    destination.destination_type === 'vault' && [
      destination.destination_address,
      destination.destination_id,
      destination.destination_name,
    ],
  ]
    .flatMap((own) => (own ? [JSON.stringify([...own, network_id, asset_id])] : []))
    // Kept for every transaction that was read: a list that grew has room to grow further, and its copy has not.
    .slice()
  found.set(transaction, facts)
  return facts
}
