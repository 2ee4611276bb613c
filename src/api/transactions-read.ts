import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Records } from './endpoints.ts'
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
