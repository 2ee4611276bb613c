import { afterEach, expect, test, vi } from 'vitest'
import { booksOf } from '../books/testing/made-books.ts'
import { bookedDays } from './in-books.ts'
import { RecordedDays } from './recorded-days.tsx'

afterEach(() => vi.unstubAllGlobals())

const { signal } = new AbortController()
const books = booksOf([
  [{ transaction_id: 'a' }, '2026-11-01'],
  [{ transaction_id: 'b' }, '2026-10-31'],
  [{ transaction_id: 'undated' }, null],
])

/** The requests, of which each is refused. */
function refusing(): string[] {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (address: string) => {
    asked.push(address)
    return Response.json({ error_code: 'TXN-03', code: '400' }, { status: 400 })
  })
  return asked
}

test('what the books have a day for is not asked for, and what they lack is', async () => {
  const asked = refusing()
  const days = new RecordedDays('one', 'utc')
  const inBooks = (ids: readonly string[]) => days.find({ ids, filter: {}, signal }, bookedDays(books, ids))
  await inBooks(['a', 'b'])
  expect([days.dayOf('a'), days.dayOf('b'), asked]).toEqual(['2026-11-01', '2026-10-31', []])
  expect(days.filterOf('a')).toEqual({ start_date: '2026-11-01', end_date: '2026-11-01' })
  await inBooks(['a', 'undated'])
  expect(asked.length).toBeGreaterThan(0)
  expect(days.sortKeyOf('undated')).toBe(null)
})

test('a reader’s own days are asked for', async () => {
  const asked = refusing()
  const days = new RecordedDays('two', 'local')
  await days.find({ ids: ['a'], filter: {}, signal }, bookedDays(books, ['a']))
  expect([days.sortKeyOf('a'), asked.length > 0]).toEqual([null, true])
})

test('books whose days cannot be relied on have none', () => {
  expect(
    bookedDays(booksOf([[{ transaction_id: 'a' }, null]], { days: { failure: 'ignored' } }), ['a']),
  ).toBe(null)
})
