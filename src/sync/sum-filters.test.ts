import { expect, test } from 'vitest'
import { openEither } from '../database/testing/databases.ts'
import { readAccount } from './read-whole.ts'
import { queryOf, refusal } from './service/testing/answers.ts'
import { sumFilters } from './sum-filters.ts'
import { type AccountLedger, ledgerNow, openAccount, serveAccount } from './testing/account-ledger.ts'

const database = await openEither()

test('what only a filter lists makes the list doubtful', async () => {
  const ledger: AccountLedger = {
    deposits: [{ id: 't', at: ledgerNow, status: 'completed', amount: 1 }],
    change: (target, body) => {
      const query = queryOf({ target })
      const isHidden = query.get('transaction_type') === 'stake' && query.get('offset') === '0'
      const transaction = { transaction_type: 'stake' }
      return isHidden ? { transactions: [{ transaction_id: 'hidden', transaction }] } : body
    },
  }
  const service = serveAccount(ledger)
  const { rows, fence } = await openAccount(database)
  await service.run(readAccount(rows, fence, { onProgress: () => {}, onReadOnce: async () => {} }))
  const { asOf } = await rows.state()
  await service.run(sumFilters(rows, fence))
  const sentence =
    'With transaction_type stake, the service lists 1 record that its whole list does not have.'
  expect(await rows.state()).toMatchObject({
    asOf,
    crossSums: { sentence },
    lists: { transactions: { completeness: 'partial', doubts: [sentence] } },
  })
})

test('a filter that the service refuses is named, since it was not added up', async () => {
  const ledger: AccountLedger = {
    deposits: [{ id: 't', at: ledgerNow, status: 'completed', amount: 1 }],
    change: (target, body) => {
      if (queryOf({ target }).has('status')) throw refusal('TXN-01')
      return body
    },
  }
  const service = serveAccount(ledger)
  const { rows, fence } = await openAccount(database)
  await service.run(readAccount(rows, fence, { onProgress: () => {}, onReadOnce: async () => {} }))
  expect((await service.run(sumFilters(rows, fence))).sentence).toBe(
    'No filter that was asked lists a transaction that the whole list does not have. Not added up, since the service does not filter by it: status.',
  )
})
