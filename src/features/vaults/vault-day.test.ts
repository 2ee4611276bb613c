import { expect, test } from 'vitest'
import { type Booked, booksOf, nothingHeld, walked } from '../../books/testing/made-books.ts'
import { normaliseVault } from '../../sync/service/normalise.ts'
import { vaultDay } from './vault-day.ts'

const deposit = (transaction_id: string, day: string, amount: string): Booked => [
  {
    ...{ transaction_id, status: 'completed' },
    transaction: {
      ...{ transaction_type: 'deposit', asset_id: 'ETH', network_id: 'ETH', amount },
      source: { source_type: 'external' },
      destination: { destination_type: 'vault', destination_id: 'v1' },
    },
  },
  day,
]
const holding = (total: string) => {
  const balances = {
    ...{ total_balance: total, available_balance: total, processing_balance: '0' },
    ...{ staking_balance: '0', claimable_balance: '0' },
  }
  const vault = { vault_id: 'v1', assets: [{ asset_id: 'ETH', network_id: 'ETH', balances }] }
  return { ...nothingHeld, vaults: walked([normaliseVault(vault)]) }
}
// The books end on 22 November 2026.
const booksWith = (total: string) => {
  const items = [deposit('t2', '2026-11-20', '2.5'), deposit('t1', '2026-11-10', '0.1')]
  return booksOf(items, { holdings: [holding(total), holding(total)] })
}
const onDay = (day: string, books = booksWith('2.6')) =>
  vaultDay(books, { vault: 'v1', day }, { divide: async () => books })

test('a holding of a day is today’s less what came since, and proved where nothing is left before the first movement', async () => {
  expect(await onDay('2026-11-15')).toMatchObject({
    holdings: [{ asset_id: 'ETH', amount: '0.1', unproved: [] }],
    openUntil: null,
  })
  expect(await onDay('2026-11-09')).toMatchObject({ holdings: [] })
  const [odd] = (await onDay('2026-11-15', booksWith('3'))).holdings
  expect([odd?.amount, odd?.unproved.length]).toEqual(['0.5', 1])
})

test('a day that is not over is held up to the reading, and one that has not begun has no figures', async () => {
  expect(await onDay('2026-11-22')).toMatchObject({
    holdings: [{ amount: '2.6' }],
    openUntil: '2026-11-22T15:00:10.000Z',
  })
  expect(await onDay('2026-11-23')).toMatchObject({ holdings: [], isAhead: true })
  const undated = booksOf([], { days: { failure: 'refused' } })
  expect((await onDay('2026-11-15', undated)).off).toBe('refused')
})
