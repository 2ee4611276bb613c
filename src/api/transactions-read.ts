import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { Transaction } from '../contract/normal-records.ts'
import type { Records } from '../sync/service/endpoints.ts'

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
