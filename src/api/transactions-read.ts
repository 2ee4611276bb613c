import type { QueryClient } from '@tanstack/react-query'
import type { Records } from './endpoints.ts'
import type { Transaction } from './records.ts'

/**
 * Every transaction that this tab has read and still holds, each once, by its latest reading; the newest reading first. It is
 * the only place where a hash can be looked for, since the service cannot be asked for one.
 */
export function transactionsRead(client: QueryClient): readonly Transaction[] {
  const readings = [['transactions'], ['transaction']]
    .flatMap((queryKey) => client.getQueryCache().findAll({ queryKey }))
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
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
