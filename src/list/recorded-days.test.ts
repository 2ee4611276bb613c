import { expect, test, vi } from 'vitest'
import { RecordedDays } from './recorded-days.tsx'

const search = '../api/dates/ledger-dates.ts'

test('a search that cannot be loaded says so of every row, until it is asked again and can be', async () => {
  const days = new RecordedDays('one', 'utc')
  const find = () => days.find({ ids: ['a'], filter: {}, signal: new AbortController().signal })
  vi.doMock(search, () => {
    throw new TypeError('Failed to fetch dynamically imported module')
  })
  await find()
  expect(days.dayOf('a')).toBe('not-loaded')
  vi.doMock(search, () => ({
    openLedgerDates: () => ({ find: async () => {}, dayOf: () => 20_000, off: () => null }),
  }))
  await find()
  expect(days.dayOf('a')).toBe('2024-10-04')
  vi.doUnmock(search)
})
