import { expect, test } from 'vitest'
import { latestTransactions } from './latest.ts'
import { type Booked, booksOf } from './testing/made-books.ts'

const item = (transaction_id: string, source_id: string) => ({
  transaction_id,
  transaction: { asset_id: 'ETH', source: { source_type: 'vault', source_id } },
})
const booked: readonly Booked[] = [
  [item('oldest', 'v1'), '2026-11-01'],
  [item('latest', 'v1'), '2026-11-20'],
  [item('other', 'v2'), '2026-11-21'],
  [item('middle', 'v1'), '2026-11-10'],
]
const idsOf = (...[books, filter, count]: Parameters<typeof latestTransactions>) =>
  latestTransactions(books, filter, count)?.map(({ transaction_id }) => transaction_id)

test('the latest transactions are those of the last days, in whatever order the service lists them', () => {
  expect(idsOf(booksOf(booked), { source_id: 'v1' }, 2)).toEqual(['latest', 'middle'])
  expect(idsOf(booksOf(booked), { asset_id: 'ETH' }, 1)).toEqual(['other'])
  expect(idsOf(booksOf(booked), { source_id: 'v9' }, 5)).toEqual([])
})

test('nothing is called the latest where a day or a transaction may be missing', () => {
  const undated: Booked = [item('undated', 'v1'), null]
  expect(latestTransactions(booksOf([...booked, undated]), { source_id: 'v1' }, 2)).toBeNull()
  expect(idsOf(booksOf([...booked, undated]), { source_id: 'v2' }, 2)).toEqual(['other'])
  expect(latestTransactions(booksOf(booked, { doubts: ['Some are missing.'] }), {}, 2)).toBeNull()
  expect(latestTransactions(booksOf(booked, { days: { failure: 'ignored' } }), {}, 2)).toBeNull()
})
