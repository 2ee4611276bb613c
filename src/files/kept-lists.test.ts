import { expect, test } from 'vitest'
import { normaliseTransaction } from '../sync/service/normalise.ts'
import { hasDateColumn, keptColumns, keptTransactions } from './kept-lists.ts'

const transaction = normaliseTransaction({ transaction_id: 't', transaction: { amount: '1' } })
const day = 86_400_000
const from = Date.parse('2026-10-03T00:00:00Z')

test.each([
  ['of a day', { from, before: from + day }, '2026-10-03', '2026-10-03T00:00:00.000Z'],
  ['within a day', { from: from + 1000, before: from + 2000 }, '2026-10-03', '2026-10-03T00:00:01.000Z'],
  ['over midnight', { from: from - 1, before: from + 1 }, null, '2026-10-02T23:59:59.999Z'],
  ['that is not known', null, null, null],
])('a span %s has its day, and where it begins', (_, recorded, recorded_on, recorded_from) => {
  const [row] = keptTransactions('utc', true, () => 'ETH', null).rowsOf({ transaction, recorded })
  expect(row).toMatchObject({ transaction_id: 't', amount: '1', recorded_on, recorded_from })
})

test('of a day of the service’s own no instant is said', () => {
  const [row] = keptTransactions('service', true, () => 'ETH', null).rowsOf({
    transaction,
    recorded: { from, before: from + day },
  })
  expect(row).toMatchObject({ recorded_on: '2026-10-03', recorded_from: null, recorded_before: null })
})

test('a record has its dates beside it unless they are left out', () => {
  const row = { transaction, recorded: null }
  const dates = { recorded_on: null, recorded_from: null, recorded_before: null }
  const { received } = transaction
  expect(keptTransactions('utc', true, () => 'ETH', null).received(row)).toEqual({
    ...dates,
    record: received,
  })
  expect(keptTransactions('utc', false, () => 'ETH', null).received(row)).toEqual(received)
  expect([hasDateColumn(['amount']), hasDateColumn(['recorded_from'])]).toEqual([false, true])
  expect(keptColumns('transactions').slice(-2)).toEqual(['recorded_from', 'recorded_before'])
})
