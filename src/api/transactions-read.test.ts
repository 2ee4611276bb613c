import { expect, it } from 'vitest'
import type { Transaction } from '../contract/normal-records.ts'
import type { Records } from '../sync/service/endpoints.ts'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { transactionQuery, transactionsQuery } from './hooks.ts'
import { createQueryClient } from './query-client.ts'
import { transactionsRead } from './transactions-read.ts'

function records(...items: readonly (readonly [id: string, status: string])[]): Records<Transaction> {
  return {
    records: items.map(([transaction_id, status]) => normaliseTransaction({ transaction_id, status })),
    timestamp: null,
    receivedAt: '',
  }
}

it('lists every transaction once, by its latest reading, the newest reading first', () => {
  const client = createQueryClient()
  const page = (offset: number) => transactionsQuery({}, { limit: 50, offset }).queryKey
  const none = { hasNext: false, pastEnd: false }
  client.setQueryData(page(50), { ...records(['c', 'old'], ['d', 'old']), ...none }, { updatedAt: 1_000 })
  client.setQueryData(page(0), { ...records(['a', 'new'], ['c', 'new']), ...none }, { updatedAt: 3_000 })
  client.setQueryData(transactionQuery('a').queryKey, records(['a', 'old']), { updatedAt: 2_000 })
  client.setQueryData(['vaults', 'all'], records(['v', 'no transaction']), { updatedAt: 9_000 })
  expect(transactionsRead(client).map(({ transaction_id, status }) => [transaction_id, status])).toEqual([
    ['a', 'new'],
    ['c', 'new'],
    ['d', 'old'],
  ])
})
